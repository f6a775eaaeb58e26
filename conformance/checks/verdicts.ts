import { type Contract, type Operation, successReply } from '../../contract/index.ts';
import { readAt } from '../../contract/resolve-reference.ts';
import { operationRequirements } from '../../generated/requirements.js';
import type { Check, Scope } from '../model/scope.ts';
import { type Failure, Inconclusive } from '../results.ts';
import { isSuccess, type JournalEntry } from '../runner/journal.ts';
import type { Sent } from '../runner/target.ts';

/** Number of exchanges that a check reports. The messages state the total. */
const shown = 3;

interface Fault extends Pick<Failure, 'message' | 'expected' | 'received' | 'pointer'> {
  /** Number of other faults in the same response. */
  others?: number;
}

type FindFault = (sent: Sent, scope: Scope) => Fault | undefined;

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
  const faulty = entries.flatMap(({ sent }) => {
    const fault = find(sent, scope);
    return fault === undefined ? [] : [{ sent, fault }];
  });
  for (const { sent, fault } of faulty.slice(0, shown)) {
    const { others = 0, ...failure } = fault;
    scope.fail({
      ...failure,
      message: `${fault.message} (${faulty.length} of ${entries.length} responses${others === 0 ? '' : `; ${others} more faults in this one`})`,
      exchange: scope.run.show(sent),
    });
  }
}

function judgeStatus(documented: string, sent: Sent): Fault | undefined {
  const received = String(sent.reply?.status);
  if (received === documented) return undefined;
  return {
    message: 'a successful response has an undocumented status',
    expected: documented,
    received,
  };
}

function judgeMediaType(documented: string, sent: Sent): Fault | undefined {
  const { reply } = sent;
  if (reply?.unreadable !== undefined)
    return {
      message: 'the response cannot be read',
      expected: 'JSON in UTF-8',
      received: reply.unreadable,
    };
  const contentType = reply?.headers['content-type'] ?? '';
  if (contentType.split(';')[0]?.trim().toLowerCase() === documented) return undefined;
  return {
    message: 'the Content-Type of the response is not as documented',
    expected: `Content-Type ${documented}`,
    received: contentType === '' ? 'no Content-Type' : contentType,
  };
}

function judgeShape(contract: Contract, operation: Operation, sent: Sent): Fault | undefined {
  const json = sent.reply?.json;
  if (json === undefined) return undefined;
  const { status } = successReply(operation);
  const [fault, ...others] = contract.validators.reply(operation.id, status, structuredClone(json));
  if (fault === undefined) return undefined;
  const { pointer = '', detail } = fault;
  return {
    message: `${pointer === '' ? 'the whole response' : pointer} is not as documented: it ${detail}`,
    expected: readAt(json, pointer) === undefined ? 'a value' : `a value that ${detail}`,
    received: describeAt(json, pointer),
    pointer,
    others: others.length,
  };
}

function judgeFailure(sent: Sent, { run }: Scope): Fault | undefined {
  const { reply, loss, earlier = [] } = sent;
  // A gateway or the network is not the service. A single lost response may be an accident.
  if (loss === 'refused' || loss === 'unreached') return undefined;
  if ((loss === 'lost' || loss === 'timeout') && earlier.length === 0) return undefined;
  if (reply === undefined)
    return {
      message: 'a request got no response',
      expected: 'a response',
      received: run.redact(sent.error ?? 'nothing'),
    };
  if (reply.status >= 500) {
    return {
      message: 'a request made the service fail',
      expected: 'a status below 500',
      received: String(reply.status),
    };
  }
  return undefined;
}

function describeAt(json: unknown, pointer: string): string {
  const value = readAt(json, pointer);
  if (value === undefined) return 'nothing';
  if (pointer.endsWith('/apiKey') && typeof value === 'string')
    return `a string of ${value.length} characters`;
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
