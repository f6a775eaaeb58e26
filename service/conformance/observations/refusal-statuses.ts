import { Inconclusive } from '../../../conformance/outcomes.ts';
import type { JournalEntry } from '../../../conformance/runner/journal.ts';
import type { AssumptionId } from '../../../contract/index.ts';
import { isRefused, statusOf } from '../model/call.ts';
import type { Run } from '../model/scope.ts';
import { type Observation, type Observer, ofResponses, rank } from './observation.ts';

/** Requests that are refused for one kind of reason. */
interface Kind {
  name: string;
  about: AssumptionId;
  includes(entry: JournalEntry): boolean;
}

const wrongKeys: Kind = {
  name: 'wrong-keys',
  about: 'error-status-unauthorized',
  includes: ({ intent }) => intent === 'unauthorised',
};

const wrongBodies: Kind = {
  name: 'wrong-bodies',
  about: 'error-status-invalid-body',
  includes: ({ fault }) => fault === 'body',
};

const wrongParameters: Kind = {
  name: 'wrong-parameters',
  about: 'error-status-invalid-parameter',
  includes: ({ fault }) => fault === 'parameter',
};

const unknownResources: Kind = {
  name: 'unknown-resources',
  about: 'error-status-not-found',
  // Bodies of other requests contain values that an unknown rule may refuse first.
  includes: ({ fault, operation }) => fault === 'unknown-id' && operation.id === 'duplicateSite',
};

/** The statuses of one kind of refusal, the most frequent first. */
function listStatuses({ journal }: Run, { includes }: Kind): number[] {
  const responses = journal.entries.filter(includes).map(({ sent }) => sent);
  const refusals = responses.filter(isRefused);
  return rank(refusals.map(statusOf));
}

/** Whether a refusal has the status for unknown resources, and not the one for invalid parameters. */
export function isAsNotFound(run: Run, status: number): boolean {
  const [invalid] = listStatuses(run, wrongParameters);
  const [unknown] = listStatuses(run, unknownResources);
  if (invalid === status) return false;
  return unknown === undefined ? [403, 404, 410].includes(status) : unknown === status;
}

function observeStatuses({ run, answer }: Observer, kind: Kind): void {
  const statuses = listStatuses(run, kind);
  const [most] = statuses;
  if (most === undefined) throw new Inconclusive('no such request was refused');
  const all = statuses.toSorted((left, right) => left - right).join(' or ');
  answer(kind.about, most, statuses.length > 1 ? `${all}, mostly ${most}` : all);
}

export const refusalStatuses = [wrongKeys, wrongBodies, wrongParameters, unknownResources].map(
  (kind): Observation => ({
    ...ofResponses,
    id: `service/observes-the-status-of-${kind.name}`,
    about: [kind.about],
    requirement: 'errors-are-not-shown',
    sends: 'nothing: this check examines the responses of the run',
    run: (scope) => observeStatuses(scope, kind),
  }),
);
