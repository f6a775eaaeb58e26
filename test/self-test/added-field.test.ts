import { describe, expect, test } from '@jest/globals';
import { contract, type Operation, successResponse } from '../../contract/index.ts';
import { listChecks, runSuite } from '../../service/entries/conformance.ts';
import {
  changeBody,
  changeListed,
  changeSites,
  drop,
  without,
  wrapOperation,
} from '../corpus/deviations/replies.ts';
import { Refusal } from '../corpus/service/exchange.ts';
import { text } from '../corpus/service/field-rules.ts';
import type { Deviation } from '../corpus/service/service.ts';
import { startService } from '../corpus/service/start-service.ts';

/** Returns the operation with another field in its response, and in its body and examples if it creates or updates a site. */
function addMotto(operation: Operation): Operation {
  const copy = structuredClone(operation);
  const motto = { type: 'string', minLength: 2, maxLength: 40 };
  Object.assign(successResponse(copy).schema.properties ?? {}, { motto });
  if (copy.id !== 'createSite' && copy.id !== 'updateSite') return copy;
  Object.assign(copy.requestBody?.schema.properties ?? {}, { motto });
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

const refuseLong: Deviation = ({ fieldRules }) => {
  for (const id of ['createSite', 'updateSite'] as const)
    fieldRules[id] = { ...fieldRules[id], motto: text(false, ({ length }) => length < 20) };
};
const loseInCopies = wrapOperation('duplicateSite', async (exchange, plain, { store }) => {
  const body = await plain(exchange);
  const copy = store.findSite(String(body['id']));
  if (copy !== undefined) store.replaceSite({ ...copy, further: {} });
  return body;
});
const clearByName = wrapOperation('updateSite', (exchange, plain, { store }) => {
  const site = store.findSite(exchange.resourceId);
  if (site !== undefined && exchange.input.name !== undefined)
    store.replaceSite({ ...site, further: {} });
  return plain(exchange);
});

/** Runs some checks against a service with these deviations. */
async function run(deviations: readonly Deviation[], only: readonly string[]) {
  const workspaceIds = [
    '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    '1b671a64-40d5-491e-99b0-da01ff1f3341',
  ] as const;
  const apiKey = 'Corpus-Key-1';
  const service = await startService({ apiKey, workspaceIds }, deviations);
  try {
    const { checks } = await runSuite({
      contract: { ...contract, operations },
      baseUrl: service.url,
      apiKey,
      workspace: workspaceIds[0],
      only,
    });
    return checks.map(({ id, outcome }) => [id, outcome.status]);
  } finally {
    await service.close();
  }
}

const ofField = ['createSite/keeps-motto', 'updateSite/keeps-motto'];
const ofCopy = 'duplicateSite/copies-the-site-as-it-is-now';
const ofList = 'listSites/shows-every-site-as-last-written';

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
    expect(await run(deviations, ofField)).toEqual(ofField.map((id) => [id, expected]));
  });

  test.each<[string, Deviation, string[]]>([
    ['nothing is wrong', () => {}, []],
    ['a list omits it', changeListed(drop('motto')), [ofList]],
    ['a copy is returned without it', changeBody(['duplicateSite'], drop('motto')), [ofCopy]],
    ['a copy loses it', loseInCopies, [ofList, ofCopy]],
    ['an update of the name clears it', clearByName, [ofList, ofCopy]],
    ['it is not stored', changeSites(drop('motto')), ofField],
    ['longer texts are refused', refuseLong, ofField],
  ])('only the checks that see it fail if %s', async (_, deviation, failing) => {
    const results = await run([keep, deviation], [...ofField, ofCopy, ofList]);
    expect(results.flatMap(([id, status]) => (status === 'failed' ? [id] : []))).toEqual(failing);
  });
});
