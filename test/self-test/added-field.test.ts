import { describe, expect, test } from '@jest/globals';
import { listChecks, runSuite } from '../../conformance/index.ts';
import { contract, type Operation, successReply } from '../../contract/index.ts';
import { changeBody, without } from '../corpus/deviations/replies.ts';
import { Refusal } from '../corpus/service/exchange.ts';
import { text } from '../corpus/service/field-rules.ts';
import type { Deviation } from '../corpus/service/service.ts';
import { startService } from '../corpus/service/start-service.ts';

/** Returns the operation with another field in its body, its response and its examples. */
function addMotto(operation: Operation): Operation {
  const copy = structuredClone(operation);
  const motto = { type: 'string', minLength: 2, maxLength: 40 };
  Object.assign(copy.requestBody?.schema.properties ?? {}, { motto });
  Object.assign(successReply(copy).schema.properties ?? {}, { motto });
  for (const { value } of copy.requestBody?.examples ?? [])
    Object.assign(Object(value), { motto: 'A shop' });
  return copy;
}

const operations = contract.operations.map((operation) => addMotto(operation));

/** Refuses bodies by their fields. */
const refuseBodies =
  (isWrong: (fields: readonly string[], operation: string) => boolean): Deviation =>
  (service) => {
    const { checkBody } = service;
    service.checkBody = (exchange) => {
      checkBody(exchange);
      const fields = Object.keys(Object(exchange.body));
      if (isWrong(fields, exchange.operationId)) throw new Refusal('invalid', 'refused');
    };
  };

const keep: Deviation = ({ fieldRules }) => {
  for (const id of ['createSite', 'updateSite'] as const)
    fieldRules[id] = { ...fieldRules[id], motto: text(false) };
};
const loseLater = changeBody(['updateSite'], (body, { input }) =>
  'motto' in input.further ? body : without(body, 'motto'),
);
const refuse = refuseBodies((fields) => fields.includes('motto'));
const refuseAll = refuseBodies((fields) => fields.length > 0);
const requireAll = refuseBodies(
  (fields, operation) => operation === 'updateSite' && fields.length < 3,
);

describe('a field added to the document', () => {
  test('gets its own checks', () => {
    const ids = listChecks({ ...contract, operations }).map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining([
        'createSite/keeps-motto',
        'createSite/refuses-a-too-long-motto',
        'createSite/refuses-a-too-short-motto',
        'createSite/refuses-a-wrong-type-of-motto',
        'updateSite/keeps-motto',
      ]),
    );
  });

  test.each<[string, readonly Deviation[], 'failed' | 'passed' | 'inconclusive']>([
    ['fail for a service that drops it', [], 'failed'],
    ['pass for a service that keeps it', [keep], 'passed'],
    ['fail for a service that loses it with the next update', [keep, loseLater], 'failed'],
    ['fail for a service that refuses it', [keep, refuse], 'failed'],
    ['pass for a service that requires every field in an update', [keep, requireAll], 'passed'],
    ['say nothing of a service that refuses everything', [refuseAll], 'inconclusive'],
  ])('its checks %s', async (_, deviations, expected) => {
    const workspaceIds = [
      '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      '1b671a64-40d5-491e-99b0-da01ff1f3341',
    ] as const;
    const apiKey = 'Corpus-Key-1';
    const service = await startService({ apiKey, workspaceIds }, deviations);
    try {
      const only = ['createSite/keeps-motto', 'updateSite/keeps-motto'];
      const { checks } = await runSuite({
        contract: { ...contract, operations },
        baseUrl: service.url,
        apiKey,
        workspace: workspaceIds[0],
        only,
      });
      expect(checks.map(({ id, outcome }) => [id, outcome.status])).toEqual(
        only.map((id) => [id, expected]),
      );
    } finally {
      await service.close();
    }
  });
});
