import { expect, test } from '@jest/globals';
import { isBody, paths, show, showList } from '../../test/any-contract/changes.ts';
import { runChanged } from '../../test/any-contract/run-forms.ts';
import { loadTestContract } from '../../test/support/load-test-contract.ts';
import type { Change } from '../../test/support/serve-changed.ts';

const creation = `            schema:
              type: object
              required: [text]
              properties:
                text: { type: string }
                secretCode: { type: string, writeOnly: true }
`;

const kinds = `            schema:
              oneOf:
                - { type: object, required: [kind, text], properties: { kind: { const: plain }, text: { type: string } } }
                - { type: object, required: [kind, link], properties: { kind: { const: link }, link: { type: string } } }
`;

const fields = `      required: [id, text, status]
      properties:
`;

const fieldsOfKinds = `      required: [id, status]
      properties:
        kind: { type: string }
        link: { type: string }
`;

test('each kind of a record is read back and listed', async () => {
  const contract = await loadTestContract('library', (text) =>
    text.replace(creation, kinds).replace(fields, fieldsOfKinds),
  );
  const only = ['createNote/keeps-each-kind', 'listNotes/lists-each-kind'];
  const run = async (change: Change) => {
    const { groups } = await runChanged(contract, change, only);
    return groups.flatMap(({ failures }) => failures.map(({ message }) => message));
  };
  expect(await run((request, forward) => forward(request))).toEqual([]);
  const losesLinks = show('GET', paths.note, ({ link: _, ...body }) => body);
  expect(await run(losesLinks)).toContain('link of one kind of note was lost');
  const hidesLinks = showList(paths.notes, (notes) =>
    notes.filter((note) => isBody(note) && note['kind'] !== 'link'),
  );
  expect(await run(hidesLinks)).toContain('the list does not show one kind of note');
});
