import type { AssumptionId } from '../../contract/index.ts';
import type { RequirementId } from '../../generated/requirements.js';
import { isRefused } from '../model/lawful-refusals.ts';
import type { ExpectedSite } from '../model/ledger.ts';
import type { Check, Scope } from '../model/scope.ts';
import { takeTurn, useSubject } from '../model/shared.ts';
import { Inconclusive } from '../runner/check.ts';
import { isSuccess } from '../runner/journal.ts';
import { type Call, probe, requireSuccess } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';

const calls = { level: 'MUST', stage: 'calls', writes: true } as const;

/** What the checks of an operation that are written by hand have in common. */
export const frames = {
  createSite: { ...calls, operation: 'createSite' },
  updateSite: { ...calls, operation: 'updateSite', uses: ['subject'] },
  duplicateSite: { ...calls, operation: 'duplicateSite' },
  createRoute: { ...calls, operation: 'createRoute', uses: ['original'] },
  updateRoute: { ...calls, operation: 'updateRoute', uses: ['original'] },
  createWebhook: { ...calls, operation: 'createWebhook' },
  listSites: { ...calls, operation: 'listSites', stage: 'listing', writes: false },
} as const;

/**
 * The `run` of a check that updates a site over and over, which no other check does meanwhile.
 *
 * @param steps how many requests it sends one after the other, roughly
 */
export function onSubject(
  act: (scope: Scope, site: ExpectedSite) => Promise<void>,
  steps: (scope: Scope) => number = () => 3,
): Check['run'] {
  return (scope) =>
    takeTurn(scope, 'subject', async () => act(scope, await useSubject(scope)), steps(scope));
}

/** The fields of an observation; the others are the same for all. */
type Observed = Pick<Check, 'id' | 'operation' | 'title' | 'sends' | 'run'> &
  Partial<Pick<Check, 'stage' | 'writes' | 'creates' | 'uses'>> & { requirement: RequirementId };

/** What the target does where the interface is silent. It never fails a run. */
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

/** Says that something was accepted or refused, with the value of the assumption for either. */
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

/** Sends an update without fields twice, and passes each success to `compare`. */
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

/** A lost update takes luck to see, so many pairs are sent. */
const rounds = { standard: 6, thorough: 12 };

/**
 * Sends two updates of different fields of one record at once, several times. An update that was read before the other one
 * was written, and written after it, is lost. Of two responses, the later one has both values: if neither has, one update
 * was lost, and the record is left as it is. The caller then reads whether it stays lost.
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
