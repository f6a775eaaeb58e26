import { describe, expect, test } from '@jest/globals';
import { listChecks, runSuite } from '../../conformance/index.ts';
import { contract, type Operation, successReply } from '../../contract/index.ts';
import { plainTarget } from '../corpus/index.ts';

/** The operation with one field more in its body, in its reply and in its examples. */
function addDescription(operation: Operation): Operation {
  const copy = structuredClone(operation);
  const description = { type: 'string', minLength: 2, maxLength: 40 };
  Object.assign(copy.requestBody?.schema.properties ?? {}, { description });
  Object.assign(successReply(copy).schema.properties ?? {}, { description });
  for (const example of copy.requestBody?.examples ?? [])
    Object.assign(Object(example), { description: 'A shop' });
  return copy;
}

const operations = contract.operations.map((operation) => addDescription(operation));

describe('a field that is added to the document', () => {
  test('brings its checks with it', () => {
    const ids = listChecks({ ...contract, operations }).map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining([
        'createSite/keeps-description',
        'createSite/refuses-a-too-long-description',
        'createSite/refuses-a-too-short-description',
        'createSite/refuses-a-wrong-type-of-description',
        'updateSite/keeps-description',
      ]),
    );
  });

  test('is missed in a service that drops it', async () => {
    const workspaceIds = [
      '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      '1b671a64-40d5-491e-99b0-da01ff1f3341',
    ] as const;
    const apiKey = 'Corpus-Key-1';
    const service = await plainTarget.start({ apiKey, workspaceIds });
    try {
      const only = ['createSite/keeps-description', 'updateSite/keeps-description'];
      const { checks } = await runSuite({
        contract: { ...contract, operations },
        baseUrl: service.url,
        apiKey,
        workspace: workspaceIds[0],
        only,
      });
      expect(checks.map(({ id, outcome }) => [id, outcome.status])).toEqual(
        only.map((id) => [id, 'failed']),
      );
    } finally {
      await service.close();
    }
  });
});
