import { expect, test } from '@jest/globals';
import { readTestSchemas } from '../../test/support/diff-tools.ts';
import { listDemands, listMissing } from './demands.ts';
import { bits } from './schemas.ts';

const all = Object.values(bits).reduce((sum, bit) => sum | bit, 0);

test.each<[object, string[]]>([
  [{}, []],
  [{ type: 'string', minLength: 2, pattern: '^a' }, ['minLength', 'pattern']],
  [{ type: 'integer', minLength: 2 }, []],
  [{ type: 'object', required: ['a', 'b'] }, ['required', 'required']],
  [{ type: 'array', contains: { const: 1 } }, ['contains']],
  [{ type: 'array', contains: { const: 1 }, minContains: 0, maxContains: 2 }, ['maxContains']],
  [{ if: { minLength: 1 }, else: { maxLength: 3 } }, ['else']],
  [{ oneOf: [{ minLength: 1 }, { maximum: 3 }] }, ['oneOf']],
])('%j demands %j', (schema, want) => {
  const { views, find } = readTestSchemas({ schema });
  const demands = listDemands(views, views.of(find('schema')), all);
  expect([...demands.values()].map(({ keyword }) => keyword)).toEqual(want);
});

test('only demands with another value are missing', () => {
  const { views, find } = readTestSchemas({
    old: { type: 'string', minLength: 2, maxLength: 5 },
    current: { type: 'string', minLength: 2, maxLength: 4 },
  });
  const old = listDemands(views, views.of(find('old')), all);
  const current = listDemands(views, views.of(find('current')), all);
  const missing = listMissing(current, old);
  expect(missing).toEqual([{ schema: find('current'), keyword: 'maxLength', detail: undefined }]);
});
