import { type Contract, type Operation, successReply } from '../../contract/index.ts';
import { operationRequirements } from '../../generated/requirements.js';
import { describeField } from '../model/explanation.ts';
import { readAt } from '../model/ledger.ts';
import type { Check, Scope } from '../model/scope.ts';
import { toPlaceName } from '../model/site-differences.ts';
import type { FailureSubject } from '../results.ts';
import { Inconclusive } from '../runner/check.ts';
import { isSuccess, type JournalEntry } from '../runner/journal.ts';
import { toRoute } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';

/** At most so many exchanges are shown for one check; the number of all is told. */
const shown = 3;

/** What holds for every answer of an operation, judged over all that the run has seen. */
export function createVerdictChecks(contract: Contract): Check[] {
  return contract.operations.flatMap((operation) => {
    const reply = successReply(operation);
    const requirements = operationRequirements[operation.id];
    const shared = {
      operation: operation.id,
      level: 'MUST',
      stage: 'verdict',
      writes: false,
      sends: 'nothing: this check checks every response of the run',
    } as const;
    const statusCheck: Check = {
      ...shared,
      id: `${operation.id}/answers-${reply.status}`,
      title: `Success returns status ${reply.status}`,
      requirements: [requirements.status],
      expects: `status ${reply.status} wherever the request succeeded`,
      run: (scope) =>
        judge(scope, successes(scope, operation), ({ sent }) => {
          const received = String(sent.reply?.status);
          return received === reply.status
            ? []
            : [
                {
                  message: 'a successful response has an undocumented status',
                  ...describeStatus(sent, received, reply.status),
                  expected: reply.status,
                  received,
                },
              ];
        }),
    };
    return [
      // Every success status is in the range 2XX.
      ...(/^\d+$/.test(reply.status) ? [statusCheck] : []),
      {
        ...shared,
        id: `${operation.id}/answers-json`,
        title: 'Successful responses are JSON and are labelled as JSON',
        requirements: ['bodies-are-json'],
        expects: `Content-Type ${reply.mediaType}, and JSON in UTF-8 without a byte order mark`,
        run: (scope) =>
          judge(scope, successes(scope, operation), ({ sent }) =>
            judgeMediaType(reply.mediaType, sent),
          ),
      },
      {
        ...shared,
        id: `${operation.id}/answers-the-documented-shape`,
        title: 'Every response has the documented fields, types and formats',
        requirements: [
          requirements.shape,
          ...(requirements.shape === 'site-shape' || requirements.shape === 'page-shape'
            ? (['site-host-url-is-an-origin'] as const)
            : []),
        ],
        expects: 'a body that matches the schema; additional fields are allowed',
        run: (scope) =>
          judge(scope, successes(scope, operation), ({ sent }) => {
            if (sent.reply?.json === undefined) return [];
            return contract.validators
              .reply(operation.id, reply.status, structuredClone(sent.reply.json))
              .map(({ pointer = '', detail }) => ({
                message: `${pointer === '' ? 'the whole response' : pointer} is not as documented: it ${detail}`,
                finding: explainShape(sent.reply?.json, pointer, detail),
                expected: detail,
                received: describeAt(sent.reply?.json, pointer),
                pointer,
                about: {
                  what:
                    pointer === ''
                      ? `${toRoute(sent)} returns no JSON object`
                      : toPlaceName(operation.id, pointer),
                  // What a list shows was answered by the request that wrote it, first.
                  distance: operation.method === 'GET' && pointer !== '' ? 0.3 : 0,
                },
              }));
          }),
      },
      {
        ...shared,
        id: `${operation.id}/never-fails-itself`,
        title: 'Every request gets a response below 500',
        requirements: ['no-server-errors'],
        expects: 'a status below 500 for every request of the run, valid or not',
        run: (scope) =>
          judge(
            scope,
            scope.run.journal.entries.filter((entry) => entry.operation.id === operation.id),
            ({ sent }) => {
              if (sent.reply === undefined)
                return [
                  {
                    message: 'a request got no response',
                    expected: 'a response',
                    received: scope.run.redact(sent.error ?? 'nothing'),
                    about: { what: `${toRoute(sent)} returns: ${sent.error}`, distance: 1 },
                  },
                ];
              if (sent.reply.status < 500) return findFlakiness(sent);
              return [
                {
                  message: `a request made the service fail${toTimes(sent)}`,
                  expected: 'a status below 500',
                  received: String(sent.reply.status),
                  about: {
                    what: `${toRoute(sent)} returns ${sent.reply.status}`,
                    distance: 0.75,
                  },
                },
              ];
            },
          ),
      },
    ] satisfies Check[];
  });
}

/** A status that allows no body is the reason for the missing one. */
function describeStatus(sent: Sent, received: string, documented: string): Partial<Finding> {
  const isBodiless = received === '204' || received === '205';
  return {
    finding: `returns ${received}${isBodiless ? ', which has no body,' : ''} where ${documented} is documented`,
    ...(isBodiless
      ? { about: { what: `${toRoute(sent)} returns no JSON object`, distance: -0.1 } }
      : {}),
  };
}

/** How often a request was sent that failed each time. */
function toTimes({ earlier = [] }: Sent): string {
  return earlier.length === 0 ? '' : `, all ${earlier.length + 1} times it was sent`;
}

/** What fails once and then works is a failure of its own kind. What a gateway answers in the place of the service is not. */
function findFlakiness(sent: Sent): Finding[] {
  const { earlier = [], reply } = sent;
  const failed = earlier.filter(
    ({ status = 0 }) => status >= 500 && ![502, 503, 504].includes(status),
  );
  const status = failed[0]?.status;
  if (status === undefined) return [];
  return [
    {
      finding: `returns ${status} intermittently: a request failed ${failed.length} of ${earlier.length + 1} attempts`,
      message: `a request made the service fail intermittently: it failed ${failed.length} of ${earlier.length + 1} attempts`,
      expected: 'a status below 500 each time',
      received: `${status}, then ${reply?.status} when it was repeated`,
      about: { what: `${toRoute(sent)} returns ${status}`, distance: 0.8 },
    },
  ];
}

/** Answers of success to requests that may succeed. What was accepted although it is invalid is reported elsewhere. */
function successes({ run }: Scope, operation: Operation): JournalEntry[] {
  return run.journal.entries.filter(
    ({ operation: { id }, intent, sent }) =>
      id === operation.id && (intent === 'valid' || intent === 'probe') && isSuccess(sent),
  );
}

interface Finding {
  message: string;
  /** What the operation does, as a predicate. */
  finding?: string;
  expected: string;
  received: string;
  pointer?: string;
  about?: FailureSubject;
}

function judge(
  scope: Scope,
  entries: readonly JournalEntry[],
  find: (entry: JournalEntry) => Finding[],
): void {
  if (entries.length === 0) throw new Inconclusive('no request to this operation succeeded');
  let count = 0;
  let about: FailureSubject | undefined;
  for (const entry of entries) {
    const [finding, ...others] = find(entry);
    if (finding === undefined) continue;
    count += 1;
    about ??= finding.about;
    if (count <= shown) {
      const also = others.length === 0 ? '' : ` (and ${others.length} more in this response)`;
      scope.fail({
        ...finding,
        message: `${finding.message}${also}`,
        ...(finding.finding === undefined
          ? {}
          : { finding: `${entry.operation.id} ${finding.finding}` }),
        exchange: scope.run.show(entry.sent),
      });
    }
  }
  if (count > shown) {
    scope.fail({
      message: `in total, ${count} of ${entries.length} responses are wrong`,
      expected: 'none',
      received: String(count),
      ...(about === undefined ? {} : { about }),
    });
  }
}

function judgeMediaType(mediaType: string, sent: JournalEntry['sent']): Finding[] {
  const { reply } = sent;
  if (reply === undefined) return [];
  const contentType = reply.headers['content-type'] ?? '';
  const essence = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (reply.unreadable !== undefined)
    return [
      {
        message: 'the response cannot be read',
        finding: `returns an unreadable body: ${reply.unreadable}`,
        expected: 'JSON in UTF-8',
        received: reply.unreadable,
        about: { what: `${toRoute(sent)} returns no JSON object`, distance: 0 },
      },
    ];
  return essence === mediaType
    ? []
    : [
        {
          message: 'the Content-Type of the response is not as documented',
          finding: `returns ${contentType === '' ? 'no Content-Type' : `the Content-Type ${contentType}`}`,
          expected: `Content-Type ${mediaType}`,
          received: contentType === '' ? 'no Content-Type' : contentType,
        },
      ];
}

/** As a predicate of the operation. Keys are never shown. */
function explainShape(json: unknown, pointer: string, detail: string): string {
  const field = pointer.split('/').at(-1) ?? '';
  const value = readAt(json, pointer);
  if (value === undefined) return describeField(field, undefined);
  const law =
    field === 'hostUrl' && detail.startsWith('must match pattern')
      ? 'must be an origin (scheme and host, without a path)'
      : detail;
  return `${field === 'apiKey' ? `returns apiKey as ${describeAt(json, pointer)}` : describeField(field, value)}: it ${law}`;
}

function describeAt(json: unknown, pointer: string): string {
  const value = readAt(json, pointer);
  if (value === undefined) return 'nothing';
  if (pointer.endsWith('/apiKey') && typeof value === 'string')
    return `a string of ${value.length} characters`;
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
