import { type AssumptionId, type OperationId, operationIds } from '../../contract/index.ts';
import type { RequirementId } from '../../generated/requirements.js';
import { isRefused } from '../model/lawful-refusals.ts';
import type { ExpectedSite } from '../model/ledger.ts';
import type { Check, Scope } from '../model/scope.ts';
import { takeTurn, useSubject } from '../model/shared.ts';
import { Inconclusive } from '../results.ts';
import { isSuccess } from '../runner/journal.ts';
import { type Call, probe, requireSuccess } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';

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

/**
 * Creates the `run` function of a check that updates a site repeatedly. No other check uses the site at the same time.
 *
 * @param steps approximate number of sequential requests
 */
export function onSubject(
  act: (scope: Scope, site: ExpectedSite) => Promise<void>,
  steps: (scope: Scope) => number = () => 3,
): Check['run'] {
  return (scope) =>
    takeTurn(scope, 'subject', async () => act(scope, await useSubject(scope)), steps(scope));
}

/** The specific fields of an observation; `observation` adds the others. */
type Observed = Pick<Check, 'id' | 'operation' | 'title' | 'sends' | 'run'> &
  Partial<Pick<Check, 'stage' | 'writes' | 'creates' | 'uses'>> & { requirement: RequirementId };

/** Creates a check that records undocumented behaviour of the target. It never fails a run. */
export function observation({ requirement, ...check }: Observed): Check {
  return {
    level: 'OBSERVE',
    requirements: [requirement],
    expects: 'nothing: the interface is silent; the behaviour is recorded',
    stage: 'calls',
    writes: true,
    creates: 0,
    uses: [],
    ...check,
  };
}

/** Records whether something was accepted, and the corresponding value of the assumption. */
export function observeAcceptance(
  { observe }: Scope,
  sent: Sent,
  what: string,
  id: AssumptionId,
  [accepted, refused]: readonly [accepted: string, refused: string] = ['accepted', 'refused'],
): boolean {
  const isAccepted = isSuccess(sent);
  observe(
    `${what} is ${isAccepted ? 'accepted' : `refused with ${sent.reply?.status ?? 'no response'}`}`,
    { id, value: isAccepted ? accepted : refused },
  );
  return isAccepted;
}

export const describeEmptyUpdate = (
  record: 'site' | 'route',
): Pick<Check, 'title' | 'sends' | 'expects'> => ({
  title: `An update without fields returns the unchanged ${record}`,
  sends: 'an update with an empty object, twice',
  expects: `the unchanged ${record} (a refusal is inconclusive: the interface does not show which fields are required)`,
});

/** Sends an update without fields twice, and passes each successful response to `compare`. */
export async function sendEmptyUpdates(
  scope: Scope,
  request: Pick<Call, 'operation' | 'path'>,
  compare: (body: Record<string, unknown>, sent: Sent) => void,
): Promise<void> {
  for (let round = 1; round <= 2; round += 1) {
    const sent = await probe(scope, { ...request, body: {} });
    if (isRefused(sent))
      throw new Inconclusive(
        'an empty update is refused; the interface does not show which fields are required',
      );
    compare(requireSuccess(scope.run, sent, 'an empty update'), sent);
  }
}

/** Lost updates are rare, so many pairs are sent. */
const rounds = { standard: 6, thorough: 12 };

/**
 * Repeatedly sends two concurrent updates of different fields of one record. An update is lost if the other one read the
 * record before it and wrote the record after it. The later of the two responses must contain both values. If neither does,
 * an update was lost, and the function stops so that the caller can read the record.
 *
 * @param lacksOne whether a response lacks one of the two values
 */
export async function sendInPairs<T, R>(
  { run }: Scope,
  makePair: () => T[],
  update: (change: T) => Promise<R>,
  lacksOne: (response: R) => boolean,
): Promise<void> {
  const count = run.probes.count(run.options.thorough ? rounds.thorough : rounds.standard, 2);
  for (let round = 1; round <= count; round += 1) {
    const pair = makePair();
    const responses = await Promise.all((round % 2 === 0 ? pair.reverse() : pair).map(update));
    if (responses.every(lacksOne)) return;
  }
}
