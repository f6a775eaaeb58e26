import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Deadline } from '../../contract/time-limit.ts';
import { schemaCases, toDocument } from '../../test/diff-cases/cases.ts';
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
    for (const { witness } of broken) {
      // An independent validator agrees with each witness.
      const value = witness?.kind === 'request' ? witness.request.body : witness?.response?.body;
      const [allows, refuses] = witness?.kind === 'request' ? [from, to] : [to, from];
      expect([isValid(allows, value), isValid(refuses, value)]).toEqual([true, false]);
    }
  },
);

// Creating it takes as long as a comparison.
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

function isValid(schema: unknown, value: unknown): boolean {
  return ajv.validate(typeof schema === 'boolean' ? schema : Object(schema), value);
}

test('a pattern that is too large to be matched is not proven to break clients', () => {
  const toPattern = (letter: string) => ({ type: 'string', pattern: letter.repeat(1_000_000) });
  const { changes } = diffDocuments(
    toSource('old', toPattern('a')),
    toSource('new', toPattern('b')),
  );
  expect(new Set(changes.map(({ severity }) => severity))).toEqual(new Set(['unproven']));
});

test('what is left when the time is over is not compared', () => {
  const [old, current] = [
    toSource('old', { type: 'string' }),
    toSource('new', { type: 'integer' }),
  ];
  const { changes, verdict } = diffDocuments(old, current, { deadline: new Deadline(0) });
  expect(changes.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual(
    Array(2).fill('not-compared unproven'),
  );
  expect(changes[0]?.title).toMatch(/is not compared: the time is over \(--max-time\)$/);
  expect(verdict).toBe('compatible');
});
