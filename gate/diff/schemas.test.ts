import { expect, test } from '@jest/globals';
import { schemaCases, toDocument } from '../../test/diff-cases/schema-cases.ts';
import { diffDocuments } from './diff-documents.ts';

const toSource = (name: string, schema: unknown) => ({
  name,
  document: toDocument(schema),
  locate: (pointer: string) => ({ pointer }),
});

test.each(schemaCases)(
  'a schema that becomes $relation breaks the side that it should: $title',
  ({ from, to, relation }) => {
    const { changes } = diffDocuments(toSource('old', from), toSource('new', to));
    const broken = changes.filter(({ severity }) => severity === 'breaking');
    const touches = (operation: string) =>
      broken.some(({ operations }) => operations.includes(operation));
    expect({ request: touches('createThing'), response: touches('getThing') }).toEqual({
      request: relation === 'narrower' || relation === 'apart',
      response: relation === 'wider' || relation === 'apart',
    });
    expect(broken.filter(({ witness }) => witness === undefined)).toEqual([]);
  },
);

test('a pattern that is too large to be matched is not proven to break clients', () => {
  const toPattern = (letter: string) => ({ type: 'string', pattern: letter.repeat(1_000_000) });
  const { changes } = diffDocuments(
    toSource('old', toPattern('a')),
    toSource('new', toPattern('b')),
  );
  expect(new Set(changes.map(({ severity }) => severity))).toEqual(new Set(['unproven']));
});
