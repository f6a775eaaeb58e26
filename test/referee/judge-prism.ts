import type { RunResult, ToldExchange } from '../../conformance/index.ts';
import type { Contract } from '../../contract/index.ts';
import { parseJson } from '../../contract/resolve-reference.ts';
import type { Violation } from '../../gate/traffic/judge-exchange.ts';
import { createTrafficLog, toTrafficResult } from '../../gate/traffic/traffic-result.ts';

/** Start of Prism's own error responses: a problem type, or the server's response to a body that is not JSON. */
const problem = /^\{"type":"https:\/\/stoplight\.io\/prism\/errors#(\w+)"/;
const unreadable = /^\{"error":\{"code":"(invalid_json)"/;

/** The error with which Prism itself responded; undefined if Prism passed the request on. */
export function findPrismError({ reply }: ToldExchange['exchange']): string | undefined {
  const body = reply?.body ?? '';
  return (problem.exec(body) ?? unreadable.exec(body))?.[1];
}

/**
 * Requests that the suite considers invalid and Prism accepts, with reasons. The suite does not require a refusal: near
 * misses are a SHOULD, and a schema cannot tell whether an id exists.
 */
const passable: readonly RegExp[] = [
  // An empty value, or another notation of a number: Prism reads `limit=` as 0, and `0x10` as 16.
  /^\w+\/refuses-a-near-miss-of-(?:limit|after|skipValidation)$/,
  /\/refuses-an-unknown-\w+Id$/,
  // Prism replaces a byte that is not UTF-8 by U+FFFD, which is a valid character.
  /\/refuses-what-is-no-utf-8$/,
];

/** Malformed requests do not belong to an operation that Prism can validate, and some of them crash Prism. */
export function isRefereed(checkId: string): boolean {
  return !checkId.includes('/copes-with-');
}

/** Describes a disagreement of Prism with the suite or the target; undefined if all three agree. */
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
  // To Prism, other spellings of a path are unknown paths, but a target may accept them.
  if (/(?:refuses-spelled-paths-without-a-key|observes-spellings-of-paths)$/.test(told.by))
    return undefined;
  const error = findPrismError(exchange);
  switch (error) {
    case undefined: {
      // Violations that are not errors to Prism are in this header.
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
      // VIOLATIONS: the response of the target violates the contract. The others: unknown path, method or media type.
      const { body: received } = exchange.reply;
      return onResponse(`Prism returns ${error}${listViolations(received)}`, received);
    }
  }
}

/** Lists the violations in Prism's response, in words. */
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

/** Whether a request also violates its schema. Some requests without a key, and some probes, do so. */
function breaksSchema({ validators }: Contract, { operation, exchange }: ToldExchange): boolean {
  const { body } = exchange.request;
  if (body === undefined) return false;
  const value = parseJson(body);
  return value === undefined || validators.body(operation, value).length > 0;
}

/** Converts Prism's verdicts on a run of the suite to a result that all reporters can read. */
export function toRefereeResult(
  contract: Contract,
  exchanges: readonly ToldExchange[],
  about: { source: string; command: string; durationMs: number },
): RunResult {
  const log = createTrafficLog();
  for (const told of exchanges) {
    const { exchange, operation } = told;
    const { request, reply } = exchange;
    const disagreement = findDisagreement(contract, told);
    log.add({
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
    });
  }
  return toTrafficResult(contract, log, about, {
    name: 'referee',
    request: 'Prism agrees about the requests',
    response: 'Prism finds the responses valid',
    unknown: 'Prism agrees about everything else',
  });
}
