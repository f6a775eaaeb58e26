import { withValidExamples } from '../../conformance/valid-examples.ts';
import type { Contract, Schema } from '../../contract/index.ts';
import { resolveReference } from '../../contract/resolve-reference.ts';
import { createFurtherFieldChecks } from './checks/fields.ts';
import { createKeyChecks } from './checks/keys.ts';
import { listSitesChecks } from './checks/list-sites/index.ts';
import { createNonsenseChecks } from './checks/nonsense.ts';
import { createRefusalChecks } from './checks/refusals/index.ts';
import { createRouteChecks } from './checks/routes/create-route.ts';
import { updateRouteChecks } from './checks/routes/update-route.ts';
import { createSiteChecks } from './checks/sites/create-site.ts';
import { duplicateSiteChecks } from './checks/sites/duplicate-site.ts';
import { updateSiteChecks } from './checks/sites/update-site.ts';
import { aftermathChecks, createVerdictChecks } from './checks/verdicts.ts';
import { createWebhookChecks } from './checks/webhooks.ts';
import type { Check } from './model/scope.ts';
import { createObservations } from './observations/index.ts';

/** Lists all checks, grouped by operation in the order of the document. Many are derived from the document. */
export function listChecks(document: Contract): Check[] {
  const contract = withValidExamples(document);
  const resolve = (schema: Schema): Schema =>
    resolveReference<Schema>(contract.document, { ...schema });
  const checks = [
    ...createSiteChecks,
    ...updateSiteChecks,
    ...duplicateSiteChecks,
    ...createRouteChecks,
    ...updateRouteChecks,
    ...createWebhookChecks(contract),
    ...listSitesChecks,
    ...aftermathChecks,
    ...createRefusalChecks(contract, resolve),
    ...createNonsenseChecks(contract),
    ...createKeyChecks(contract),
    ...createFurtherFieldChecks(contract),
    ...createVerdictChecks(contract),
    ...createObservations(contract),
  ];
  const order = [...contract.operations.map(({ id }) => id), 'service'];
  const sorted: Check[] = [];
  for (const operation of order)
    sorted.push(...checks.filter((check) => check.operation === operation));
  return putOwnFirst(sorted);
}

/**
 * Sorts the requirements of each check. The one that the fewest other checks prove comes first, because it describes the
 * check best.
 */
function putOwnFirst(checks: readonly Check[]): Check[] {
  const uses = new Map<string, number>();
  for (const id of checks.flatMap(({ requirements }) => requirements))
    uses.set(id, (uses.get(id) ?? 0) + 1);
  const countUses = (id: string): number => uses.get(id) ?? 0;
  return checks.map((check) => ({
    ...check,
    requirements: check.requirements.toSorted(
      (first, second) => countUses(first) - countUses(second),
    ),
  }));
}
