import { isDeepStrictEqual } from 'node:util';
import { type Contract, type Operation, successReply } from '../../contract/index.ts';
import { parseJson, readAt } from '../../contract/resolve-reference.ts';
import { operationRequirements } from '../../generated/requirements.js';
import { describeField } from '../model/explanation.ts';
import type { Check, Scope } from '../model/scope.ts';
import { toPlaceName } from '../model/site-differences.ts';
import { type Failure, Inconclusive } from '../results.ts';
import { isSuccess, type JournalEntry } from '../runner/journal.ts';
import { toRoute } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';

/** Number of exchanges that a check reports. It also states the total. */
const shown = 3;

interface Finding extends Pick<Failure, 'message' | 'expected' | 'received' | 'pointer' | 'about'> {
  /** What the operation does, as a predicate. */
  finding?: string;
  /** Number of other faults in the same response. */
  others?: number;
}

type FindFault = (sent: Sent, scope: Scope) => Finding | undefined;

/** Creates checks of every response of an operation. They run after all other requests. */
export function createVerdictChecks(contract: Contract): Check[] {
  return contract.operations.flatMap((operation) => {
    const { status, mediaType } = successReply(operation);
    const requirements = operationRequirements[operation.id];
    const verdict = (
      slug: string,
      texts: Pick<Check, 'title' | 'requirements' | 'expects'>,
      list: (scope: Scope, operation: Operation) => JournalEntry[],
      find: FindFault,
    ): Check => ({
      ...texts,
      id: `${operation.id}/${slug}`,
      operation: operation.id,
      level: 'MUST',
      stage: 'verdict',
      writes: false,
      sends: 'nothing: this check checks every response of the run',
      run: (scope) => judge(scope, list(scope, operation), find),
    });
    const statusCheck = verdict(
      `answers-${status}`,
      {
        title: `Success returns status ${status}`,
        requirements: [requirements.status],
        expects: `status ${status} wherever the request succeeded`,
      },
      listSuccesses,
      (sent) => judgeStatus(status, sent),
    );
    const hasSites = requirements.shape === 'site-shape' || requirements.shape === 'page-shape';
    const createBodyChecks = (documented: string) => [
      verdict(
        'answers-json',
        {
          title: 'Successful responses are JSON and are labelled as JSON',
          requirements: ['bodies-are-json'],
          expects: `Content-Type ${documented}, and JSON in UTF-8 without a byte order mark`,
        },
        listSuccesses,
        (sent) => judgeMediaType(documented, sent),
      ),
      verdict(
        'answers-the-documented-shape',
        {
          title: 'Every response has the documented fields, types and formats',
          requirements: [
            requirements.shape,
            ...(hasSites ? (['site-host-url-is-an-origin'] as const) : []),
          ],
          expects: 'a body that matches the schema; additional fields are allowed',
        },
        listSuccesses,
        (sent) => judgeShape(contract, operation, sent),
      ),
    ];
    return [
      // Without a specific status in the document, any 2XX status is a success.
      ...(/^\d+$/.test(status) ? [statusCheck] : []),
      ...(mediaType === undefined ? [] : createBodyChecks(mediaType)),
      verdict(
        'never-fails-itself',
        {
          title: 'Every request gets a response below 500',
          requirements: ['no-server-errors'],
          expects: 'a status below 500 for every request of the run, valid or not',
        },
        listAll,
        judgeFailure,
      ),
    ];
  });
}

function listAll({ run }: Scope, { id }: Operation): JournalEntry[] {
  return run.journal.entries.filter(({ operation }) => operation.id === id);
}

/** Successful responses to requests that may succeed. Other checks report invalid requests that were accepted. */
function listSuccesses(scope: Scope, operation: Operation): JournalEntry[] {
  return listAll(scope, operation).filter(
    ({ intent, sent }) => (intent === 'valid' || intent === 'probe') && isSuccess(sent),
  );
}

function judge(scope: Scope, entries: readonly JournalEntry[], find: FindFault): void {
  if (entries.length === 0) throw new Inconclusive('no request to this operation succeeded');
  const faulty = entries.flatMap(({ operation, sent }) => {
    const fault = find(sent, scope);
    return fault === undefined ? [] : [{ operation, sent, fault }];
  });
  for (const { operation, sent, fault } of faulty.slice(0, shown)) {
    const { finding, others = 0, ...failure } = fault;
    scope.fail({
      ...failure,
      message: fault.message + (others === 0 ? '' : ` (and ${others} more in this response)`),
      ...(finding === undefined ? {} : { finding: `${operation.id} ${finding}` }),
      exchange: scope.run.show(sent),
    });
  }
  if (faulty.length <= shown) return;
  const { about } = faulty.find(({ fault }) => fault.about !== undefined)?.fault ?? {};
  scope.fail({
    message: `in total, ${faulty.length} of ${entries.length} responses are wrong`,
    expected: 'none',
    received: String(faulty.length),
    ...(about === undefined ? {} : { about }),
  });
}

function judgeStatus(documented: string, sent: Sent): Finding | undefined {
  const received = String(sent.reply?.status);
  if (received === documented) return undefined;
  // This status forbids a body, which explains why it is missing.
  const isBodiless = received === '204' || received === '205';
  return {
    message: 'a successful response has an undocumented status',
    finding: `returns ${received}${isBodiless ? ', which has no body,' : ''} where ${documented} is documented`,
    expected: documented,
    received,
    ...(isBodiless
      ? { about: { what: `${toRoute(sent)} does not return a JSON object`, distance: -0.1 } }
      : {}),
  };
}

function judgeMediaType(documented: string, sent: Sent): Finding | undefined {
  const { reply } = sent;
  if (reply?.unreadable !== undefined)
    return {
      message: 'the response cannot be read',
      finding: `returns an unreadable body: ${reply.unreadable}`,
      expected: 'JSON in UTF-8',
      received: reply.unreadable,
      about: { what: `${toRoute(sent)} does not return a JSON object`, distance: 0 },
    };
  const contentType = reply?.headers['content-type'] ?? '';
  if (contentType.split(';')[0]?.trim().toLowerCase() === documented) return undefined;
  return {
    message: 'the Content-Type of the response is not as documented',
    finding: `returns ${contentType === '' ? 'no Content-Type' : `the Content-Type ${contentType}`}`,
    expected: `Content-Type ${documented}`,
    received: contentType === '' ? 'no Content-Type' : contentType,
  };
}

function judgeShape(contract: Contract, operation: Operation, sent: Sent): Finding | undefined {
  const json = sent.reply?.json;
  if (json === undefined) return undefined;
  const { status } = successReply(operation);
  const [fault, ...others] = contract.validators.reply(operation.id, status, structuredClone(json));
  if (fault === undefined) return undefined;
  const { pointer = '', detail } = fault;
  return {
    message: `${pointer === '' ? 'the whole response' : pointer} is not as documented: it ${detail}`,
    finding: explainShape(sent, json, pointer, detail),
    expected: detail,
    received: describeAt(json, pointer),
    pointer,
    about: {
      what:
        pointer === ''
          ? `${toRoute(sent)} does not return a JSON object`
          : toPlaceName(operation.id, pointer),
      // The response to the request that wrote a value came before any list that shows it.
      distance: operation.method === 'GET' && pointer !== '' ? 0.3 : 0,
    },
    others: others.length,
  };
}

function judgeFailure(sent: Sent, { run }: Scope): Finding | undefined {
  const { reply, earlier = [] } = sent;
  if (reply === undefined)
    return {
      message: 'a request got no response',
      expected: 'a response',
      received: run.redact(sent.error ?? 'nothing'),
      about: { what: `${toRoute(sent)} returns: ${sent.error}`, distance: 1 },
    };
  if (reply.status >= 500) {
    const times = earlier.length === 0 ? '' : `, all ${earlier.length + 1} times it was sent`;
    return {
      message: `a request made the service fail${times}`,
      expected: 'a status below 500',
      received: String(reply.status),
      about: { what: `${toRoute(sent)} returns ${reply.status}`, distance: 0.75 },
    };
  }
  // A request that fails once and then succeeds is a separate failure. Responses of a gateway do not count.
  const failed = earlier.filter(
    ({ status = 0 }) => status >= 500 && ![502, 503, 504].includes(status),
  );
  const status = failed[0]?.status;
  if (status === undefined) return undefined;
  const attempts = `failed ${failed.length} of ${earlier.length + 1} attempts`;
  return {
    finding: `returns ${status} intermittently: a request ${attempts}`,
    message: `a request made the service fail intermittently: it ${attempts}`,
    expected: 'a status below 500 each time',
    received: `${status}, then ${reply.status} when it was repeated`,
    about: { what: `${toRoute(sent)} returns ${status}`, distance: 0.8 },
  };
}

/** Describes the fault as a predicate of the operation. Never shows keys. */
function explainShape(sent: Sent, json: unknown, pointer: string, detail: string): string {
  const [holder = '', last = ''] = pointer.split('/').slice(-2);
  const field = /^\d+$/.test(last) ? `${holder}[${last}]` : last;
  const value = readAt(json, pointer);
  if (value === undefined) return describeField(field, undefined);
  const body = parseJson(new TextDecoder().decode(sent.request.body));
  const isEchoed = pointer !== '' && isDeepStrictEqual(readAt(body, pointer), value);
  if (isEchoed && /^must be (?:an? )?(?:object|string|array|boolean|number)$/.test(detail))
    return `accepts a request in which ${field} is ${describeAt(json, pointer)}, and returns it`;
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
