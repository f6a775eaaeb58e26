/*
 * service/conformance/checks/: the checks of the built-in service by operation, by hand and derived from the document. It imports
 * model/, data/ and conformance/runner/. Start here: what the checks of an operation share.
 */

import { Inconclusive } from '../../../conformance/outcomes.ts';
import { type OperationId, operationIds } from '../../../contract/index.ts';
import type { RequirementId } from '../../../generated/requirements.js';
import { isRefused, requireSuccess, sendProbe } from '../model/call.ts';
import { compareRecord, listDifferences } from '../model/compare.ts';
import type { Expected, ExpectedSite } from '../model/ledger.ts';
import type { Made } from '../model/records.ts';
import type { Check, Scope } from '../model/scope.ts';
import { borrow } from '../model/shared.ts';

const calls = { level: 'MUST', stage: 'calls', writes: true } as const;

type Frame<Id extends OperationId> = Pick<Check, 'level' | 'stage' | 'writes' | 'uses'> & {
  operation: Id;
};

/** Exceptions for single operations. */
const differences: { readonly [Id in OperationId]?: Partial<Frame<Id>> } = {
  updateSite: { uses: ['subject'] },
  createRoute: { uses: ['original'] },
  updateRoute: { uses: ['original'] },
  listSites: { stage: 'listing', writes: false },
};

/** Common properties of the hand-written checks of each operation. */
export const frames = Object.fromEntries(
  operationIds.map((id) => [id, { ...calls, operation: id, ...differences[id] }]),
) as { readonly [Id in OperationId]: Frame<Id> };

/** Creates the `run` function of a check that updates a site. No other check uses the site at the same time. */
export function onSubject(act: (scope: Scope, site: ExpectedSite) => Promise<void>): Check['run'] {
  return (scope) => borrow(scope, 1, (site) => act(scope, site));
}

/** Creates the check of an update without fields. */
export function emptyUpdate(
  operation: 'updateSite' | 'updateRoute',
  requirements: readonly RequirementId[],
  withRecord: (scope: Scope, act: (record: Expected) => Promise<void>) => Promise<void>,
): Check {
  const record = operation === 'updateSite' ? 'site' : 'route';
  return {
    ...frames[operation],
    id: `${operation}/an-empty-update-changes-nothing`,
    title: `An update without fields returns the unchanged ${record}`,
    requirements,
    sends: 'an update with an empty object, twice',
    expects: `the unchanged ${record} (a refusal is inconclusive: the interface does not show which fields are required)`,
    run: (scope) =>
      withRecord(scope, async (expected) => {
        for (let round = 1; round <= 2; round += 1) {
          const sent = await sendProbe(scope, operation, expected.id, {});
          if (isRefused(sent))
            throw new Inconclusive(
              'an empty update is refused; the interface does not show which fields are required',
            );
          const body = requireSuccess(scope.run, sent, 'an empty update');
          compareRecord(scope, { body, expected, sent }, `the ${record} after an empty update`);
        }
      }),
  };
}

/** Lost updates are rare, so many pairs are sent. */
const rounds = { standard: 6, thorough: 12 };

/**
 * Repeatedly sends two concurrent updates of different fields of one record. An update is lost if the other one read the
 * record before it and wrote the record after it. The later of the two responses must contain both values. If neither does,
 * an update was lost, and the function stops so that the caller can read the record.
 */
export async function sendInPairs<Change>(
  { run }: Scope,
  record: Expected,
  makePair: () => Change[],
  update: (change: Change) => Promise<Made<Expected>>,
): Promise<void> {
  const count = run.probes.count(run.options.thorough ? rounds.thorough : rounds.standard, 2);
  for (let round = 1; round <= count; round += 1) {
    const pair = makePair();
    const updates = await Promise.all((round % 2 === 0 ? pair.reverse() : pair).map(update));
    if (updates.every(({ body }) => listDifferences(run, body, record).length > 0)) return;
  }
}
