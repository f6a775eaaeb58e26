import type { AssumptionId } from '../../../contract/index.ts';
import type { Check, Run, Scope } from '../../model/scope.ts';
import { Inconclusive } from '../../results.ts';
import { isSuccess, type JournalEntry } from '../../runner/journal.ts';
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

/** The statuses of one kind of refusal, the most frequent first. */
function listStatuses({ journal }: Run, { isOne }: RefusalGroup): number[] {
  const counts = new Map<number, number>();
  for (const { sent } of journal.entries.filter(isOne)) {
    const status = sent.reply?.status ?? 0;
    if (status >= 400 && status < 500) counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([status]) => status);
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
  const counts = new Map<string, number>();
  for (const { sent } of run.journal.entries) {
    if (sent.reply === undefined || isSuccess(sent) || sent.reply.status >= 500) continue;
    const contentType = sent.reply.headers['content-type'] ?? '';
    const format =
      sent.reply.bytes.length === 0
        ? 'empty'
        : /^application\/problem\+json/i.test(contentType)
          ? 'problem-details'
          : sent.reply.json !== undefined
            ? 'json'
            : 'text';
    counts.set(format, (counts.get(format) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
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
      const limit = run.target.rateLimit();
      const isLimited = run.journal.entries.some(({ sent: { reply, earlier = [] } }) =>
        [reply, ...earlier].some((answer) => answer?.status === 429),
      );
      if (limit !== undefined)
        observe(
          `${limit.statuses.join(' or ')} above about ${limit.perSecond} requests/s; the same requests succeed at a lower rate (${limit.repeated} of ${run.target.count()} were repeated)`,
        );
      if (isLimited) observe('the request rate is limited, with 429');
      if (limit === undefined && !isLimited) observe('no request was refused because of its rate');
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
