import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { diffDocuments } from '../../gate/diff/diff-documents.ts';
import type { JsonObject } from '../../gate/diff/json.ts';
import { describeInCi } from '../support/in-ci.ts';
import { listMutations } from './mutations.ts';
import { createReferee } from './prism-referee.ts';

describe.each(['test/diff-cases/pets.yaml'])('mutations of %s', judgeMutations);
/** The same kinds of changes take longer in this document. */
describeInCi.each(['spec/openapi.yaml'])('mutations of %s', judgeMutations);

/** `mutate.ts` does the same for more places, and for any document. */
function judgeMutations(file: string): void {
  const document = parse(readFileSync(path.resolve(file), 'utf8')) as JsonObject;
  const kinds = new Map(
    listMutations(document).map((each) => [`${each.verdict}: ${each.kind}`, each]),
  );
  let refereeOfOriginal: ReturnType<typeof createReferee>;
  beforeAll(() => {
    refereeOfOriginal = createReferee(document);
  });

  test('are of many kinds', () => {
    expect(kinds.size).toBeGreaterThan(35);
  });

  test.each([...kinds])('%s', async (_, { verdict, edit }) => {
    const copy = structuredClone(document);
    edit(copy);
    const toSource = (of: JsonObject) => ({
      name: file,
      document: of,
      locate: (pointer: string) => ({ pointer }),
    });
    const { changes } = diffDocuments(toSource(document), toSource(copy));
    const breaks = changes.filter(({ severity }) => severity === 'breaking');
    expect(breaks.length > 0).toBe(verdict === 'breaking');
    const proven = breaks.find(({ witness }) => witness?.provenBy === 'validation')?.witness;
    if (proven === undefined) return;
    const [before, after] = [await refereeOfOriginal, await createReferee(copy)];
    const [allowed, refused] = proven.kind === 'request' ? [before, after] : [after, before];
    expect(allowed(proven) ?? []).toEqual([]);
    expect(refused(proven)).not.toEqual([]);
  });
}
