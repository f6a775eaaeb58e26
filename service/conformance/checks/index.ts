import { withValidExamples } from '../../../conformance/valid-examples.ts';
import type { Contract, Schema } from '../../../contract/index.ts';
import { resolveReference } from '../../../contract/resolve-reference.ts';
import type { Check } from '../model/scope.ts';
import { createFurtherFieldChecks } from './fields.ts';
import { createKeyChecks } from './keys.ts';
import { listSitesChecks } from './list-sites/index.ts';
import { createNonsenseChecks } from './nonsense.ts';
import { createObservations } from './observations.ts';
import { createRefusalChecks } from './refusals/index.ts';
import { createRouteChecks } from './routes/create-route.ts';
import { updateRouteChecks } from './routes/update-route.ts';
import { createSiteChecks } from './sites/create-site.ts';
import { duplicateSiteChecks } from './sites/duplicate-site.ts';
import { updateSiteChecks } from './sites/update-site.ts';
import { aftermathChecks, createVerdictChecks } from './verdicts.ts';
import { createWebhookChecks } from './webhooks.ts';

/** Lists all checks, grouped by operation in the order of the document. Many are derived from the document. */
export function listChecks(given: Contract): Check[] {
  const contract = withValidExamples(given);
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
  return putOwnFirst(
    order.flatMap((operation) => checks.filter((check) => check.operation === operation)),
  );
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
    requirements: check.requirements.toSorted((one, other) => countUses(one) - countUses(other)),
  }));
}
