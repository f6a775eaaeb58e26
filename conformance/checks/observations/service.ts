import type { AssumptionId } from '../../../contract/index.ts';
import type { Check, Run, Scope } from '../../model/scope.ts';
import { Inconclusive } from '../../results.ts';
import { isSuccess, type JournalEntry } from '../../runner/journal.ts';
import type { Sent } from '../../runner/target.ts';
import { observation } from '../frames.ts';

const shared = {
  operation: 'service',
  stage: 'verdict',
  writes: false,
  sends: 'nothing: this check examines the responses of the run',
} as const;

interface RefusalGroup {
  slug: string;
  what: string;
  assumption: AssumptionId;
  isOne: (entry: JournalEntry) => boolean;
}

const groups: readonly RefusalGroup[] = [
  {
    slug: 'wrong-keys',
    what: 'a missing or wrong key',
    assumption: 'error-status-unauthorized',
    isOne: ({ intent }) => intent === 'unauthorised',
  },
  {
    slug: 'wrong-bodies',
    what: 'a body that does not match its schema',
    assumption: 'error-status-invalid-body',
    isOne: ({ intent, by }) =>
      intent === 'invalid' &&
      /refuses-(?:a-body-without|a-wrong-type-of|an-unknown-eventType|a-malformed)/.test(by),
  },
  {
    slug: 'wrong-parameters',
    what: 'an invalid path or query parameter',
    assumption: 'error-status-invalid-parameter',
    isOne: ({ intent, by }) =>
      intent === 'invalid' &&
      /refuses-a-wrong-(?:limit|after|skipValidation|workspaceId|siteId|routeId)$/.test(by),
  },
  {
    slug: 'unknown-resources',
    what: 'a resource that does not exist',
    assumption: 'error-status-not-found',
    // Other requests contain values that an unknown rule may refuse first.
    isOne: ({ intent, by }) =>
      intent === 'invalid' && /^duplicateSite\/refuses-an-unknown-siteId$/.test(by),
  },
];

/** Each value once, the most frequent first. */
function rank<T>(values: readonly T[]): T[] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
}

/** The statuses of one kind of refusal, the most frequent first. */
function listStatuses({ journal }: Run, { isOne }: RefusalGroup): number[] {
  const statuses = journal.entries.filter(isOne).map(({ sent }) => sent.reply?.status ?? 0);
  return rank(statuses.filter((status) => status >= 400 && status < 500));
}

/** The most frequent status of one kind of refusal so far; undefined if there were none. */
export function findUsualStatus(run: Run, assumption: AssumptionId): number | undefined {
  const group = groups.find((candidate) => candidate.assumption === assumption);
  return group && listStatuses(run, group)[0];
}

function observeStatus({ run, observe }: Scope, group: RefusalGroup): void {
  const statuses = listStatuses(run, group);
  const [most] = statuses;
  if (most === undefined) throw new Inconclusive('no such request was refused');
  const all = [...statuses].sort((a, b) => a - b).join(' or ');
  observe(
    `${group.what} is refused with ${all}${statuses.length > 1 ? `, mostly with ${most}` : ''}`,
    { id: group.assumption, value: most },
  );
}

/** The most frequent format of refusals. */
function findErrorFormat({ run }: Scope): string | undefined {
  return rank(run.journal.entries.flatMap(({ sent }) => toErrorFormat(sent) ?? []))[0];
}

function toErrorFormat(sent: Sent): string | undefined {
  const { reply } = sent;
  if (reply === undefined || isSuccess(sent) || reply.status >= 500) return undefined;
  if (reply.bytes.length === 0) return 'empty';
  if (/^application\/problem\+json/i.test(reply.headers['content-type'] ?? ''))
    return 'problem-details';
  return reply.json === undefined ? 'text' : 'json';
}

const formats: Readonly<Record<string, string>> = {
  empty: 'nothing',
  'problem-details': 'problem details (RFC 9457)',
  json: 'other JSON',
  text: 'text',
};

export const serviceObservations: readonly Check[] = [
  ...groups.map((group) =>
    observation({
      ...shared,
      id: `service/observes-the-status-of-${group.slug}`,
      title: `The status for ${group.what}`,
      requirement: 'errors-are-not-shown',
      run: (scope) => observeStatus(scope, group),
    }),
  ),
  observation({
    ...shared,
    id: 'service/observes-error-bodies',
    title: 'The body of an error response',
    requirement: 'errors-are-not-shown',
    run(scope) {
      const format = findErrorFormat(scope);
      if (format === undefined) throw new Inconclusive('nothing was refused');
      scope.observe(`the body of an error response is ${formats[format]}`, {
        id: 'error-format',
        value: format,
      });
    },
  }),
  observation({
    ...shared,
    id: 'service/observes-the-rate-of-requests',
    title: 'Whether the request rate is limited',
    requirement: 'rate-and-size-limits',
    run({ run, observe }) {
      for (const [status, count] of run.target.refusals)
        observe(`${count} requests were refused with ${status} until they were sent more slowly`);
      if (run.target.refusals.size === 0) observe('no request was refused because of its rate');
    },
  }),
  observation({
    ...shared,
    id: 'service/observes-uuids',
    title: 'The version and case of UUIDs',
    requirement: 'uuid-form-is-not-shown',
    run({ run, observe }) {
      const ids = run.ledger.inventory.map(({ id }) => id);
      const [id] = ids;
      if (id === undefined) throw new Inconclusive('nothing was created');
      const version = Number.parseInt(id.charAt(14), 16);
      observe(
        `UUIDs are of version ${version}`,
        ...(version === 4 || version === 7 ? [{ id: 'uuid-version', value: version }] : []),
      );
      const isUpper =
        ids.some((text) => /[A-F]/.test(text)) && !ids.some((text) => /[a-f]/.test(text));
      observe(`UUIDs are in ${isUpper ? 'upper' : 'lower'} case`, {
        id: 'uuid-case',
        value: isUpper ? 'upper' : 'lower',
      });
    },
  }),
];
