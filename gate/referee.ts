import type { RunResult, ToldExchange } from '../conformance/index.ts';
import type { Contract } from '../contract/index.ts';
import { parseJson } from '../contract/resolve-reference.ts';
import type { JudgedExchange, Violation } from './traffic/judge-exchange.ts';
import { createTrafficLog, toTrafficResult } from './traffic/traffic-result.ts';

/** What Prism itself refuses begins like this: a problem of its catalogue, or what its server answers to a body that is not JSON. */
const problem = /^\{"type":"https:\/\/stoplight\.io\/prism\/errors#(\w+)"/;
const unreadable = /^\{"error":\{"code":"(invalid_json)"/;

/** What Prism itself answered an exchange with; undefined where it let it pass. */
export function findPrismError({ reply }: ToldExchange['exchange']): string | undefined {
  const body = reply?.body ?? '';
  return (problem.exec(body) ?? unreadable.exec(body))?.[1];
}

/**
 * What the suite considers invalid and Prism lets pass, with the reason. The suite demands none of it: near misses are
 * a SHOULD, and whether an id names something is not for a schema to decide.
 */
const passable: readonly RegExp[] = [
  // An empty value, and a number in another notation: Prism reads `limit=` as 0, and `0x10` as 16.
  /^\w+\/refuses-a-near-miss-of-(?:limit|after|skipValidation)$/,
  /\/refuses-an-unknown-\w+Id$/,
  // Prism reads a byte that is not UTF-8 as U+FFFD, which is a character like any other.
  /\/refuses-what-is-no-utf-8$/,
];

/** Nonsense describes no operation that Prism could judge, and some of it ends Prism itself. */
export function isRefereed(checkId: string): boolean {
  return !checkId.includes('/copes-with-');
}

/** Where Prism disagrees with the suite or with the target; undefined where all three agree. */
export function findDisagreement(contract: Contract, told: ToldExchange): Violation | undefined {
  const { exchange, intent } = told;
  const { body = '' } = exchange.request;
  const onRequest = (message: string): Violation => ({
    side: 'request',
    message,
    expected: `Prism agrees that the request is ${intent}`,
    received: exchange.reply?.body ?? body,
  });
  const onResponse = (message: string, received: string): Violation => ({
    side: 'response',
    message,
    expected: 'a response that matches the contract',
    received,
  });
  if (exchange.reply === undefined)
    return onResponse(`no response (${exchange.error})`, 'no response');
  // Spellings of a path that the document does not contain: to Prism they are other paths, and a target may take them.
  if (/(?:refuses-spelled-paths-without-a-key|observes-spellings-of-paths)$/.test(told.by))
    return undefined;
  const error = findPrismError(exchange);
  switch (error) {
    case undefined: {
      // Violations that are not errors to Prism travel in this header.
      const warnings = exchange.reply.headers['sl-violations'];
      if (warnings !== undefined) return onResponse(`Prism reports ${warnings}`, warnings);
      return intent === 'invalid' && !passable.some((pattern) => pattern.test(told.by))
        ? onRequest('Prism accepts a request that is invalid')
        : undefined;
    }
    case 'UNAUTHORIZED':
      return intent === 'unauthorised'
        ? undefined
        : onRequest(`Prism does not accept the key of a request that is ${intent}`);
    case 'UNPROCESSABLE_ENTITY':
    case 'invalid_json':
      return intent === 'invalid' || (intent !== 'valid' && breaksSchema(contract, told))
        ? undefined
        : onRequest(`Prism refuses a request that is ${intent}`);
    default: {
      // VIOLATIONS: the response of the target breaks the contract. The others: no such path, method or media type.
      const { body: received } = exchange.reply;
      return onResponse(`Prism returns ${error}${listViolations(received)}`, received);
    }
  }
}

/** What Prism says is wrong, in words: its problem lists the places. */
function listViolations(body: string): string {
  try {
    const { validation }: { validation?: { location?: string[]; message?: string }[] } =
      JSON.parse(body);
    const [first] = validation ?? [];
    return first === undefined ? '' : `: ${first.location?.join('/') ?? ''} ${first.message ?? ''}`;
  } catch {
    return '';
  }
}

/** Some requests without a key, and some probes, carry a body that the document rules out as well. */
function breaksSchema({ validators }: Contract, { operation, exchange }: ToldExchange): boolean {
  const { body } = exchange.request;
  if (body === undefined) return false;
  const value = parseJson(body);
  return value === undefined || validators.body(operation, value).length > 0;
}

/** What Prism saw of a run of the suite, in the form that every reporter reads. */
export function toRefereeResult(
  contract: Contract,
  exchanges: readonly ToldExchange[],
  about: { source: string; command: string; durationMs: number },
): RunResult {
  const judged = exchanges.map((told): JudgedExchange => {
    const { exchange, operation } = told;
    const { request, reply } = exchange;
    const disagreement = findDisagreement(contract, told);
    return {
      exchange: {
        method: request.method,
        url: request.url,
        requestHeaders: request.headers,
        requestBody: request.body,
        response: reply,
        startedAt: '',
        durationMs: exchange.durationMs,
      },
      operation: contract.operations.find(({ id }) => id === operation),
      violations:
        disagreement === undefined
          ? []
          : [{ ...disagreement, message: `${disagreement.message} (${told.by})` }],
      parameters: [],
      requestBody: undefined,
      documented: undefined,
      responseBody: undefined,
    };
  });
  const log = createTrafficLog();
  for (const each of judged) log.add(each);
  return toTrafficResult(contract, log, about, {
    name: 'referee',
    request: 'Prism agrees about the requests',
    response: 'Prism finds the responses valid',
    unknown: 'Prism agrees about everything else',
  });
}
