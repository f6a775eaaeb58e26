import type { Contract } from '../../contract/index.ts';
import { parseJson } from '../../contract/resolve-reference.ts';
import type { ToldExchange } from '../../service/entries/conformance.ts';

/** Start of Prism's own error responses: a problem type, or the server's response to a body that is not JSON. */
const problem = /^\{"type":"https:\/\/stoplight\.io\/prism\/errors#(\w+)"/;
const unreadable = /^\{"error":\{"code":"(invalid_json)"/;

/** The error with which Prism itself responded; undefined if Prism passed the request on. */
export function findPrismError({ reply }: ToldExchange['exchange']): string | undefined {
  const body = reply?.body ?? '';
  return (problem.exec(body) ?? unreadable.exec(body))?.[1];
}

/** Malformed requests do not belong to an operation that Prism can validate, and some of them crash Prism. */
export function isRefereed(checkId: string): boolean {
  return !checkId.includes('/copes-with-');
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

/** To Prism, other spellings of a path are unknown paths, but a target may accept them. */
const unjudged = /refuses-spelled-paths-without-a-key$/;

/** Describes a disagreement of Prism with the suite or the target; undefined if all three agree. */
export function findDisagreement(
  contract: Contract,
  toldExchange: ToldExchange,
): string | undefined {
  const { exchange, intent, by } = toldExchange;
  if (exchange.reply === undefined) return `no response (${exchange.error})`;
  if (unjudged.test(by)) return undefined;
  const error = findPrismError(exchange);
  switch (error) {
    case undefined: {
      // Violations that are not errors to Prism are in this header.
      const warnings = exchange.reply.headers['sl-violations'];
      if (warnings !== undefined) return `Prism reports ${warnings}`;
      return intent === 'invalid' && !passable.some((pattern) => pattern.test(by))
        ? 'Prism accepts a request that is invalid'
        : undefined;
    }
    case 'UNAUTHORIZED':
      return intent === 'unauthorised'
        ? undefined
        : `Prism refuses the key of an ${intent} request`;
    case 'UNPROCESSABLE_ENTITY':
    case 'invalid_json':
      return intent === 'invalid' || (intent !== 'valid' && breaksSchema(contract, toldExchange))
        ? undefined
        : `Prism refuses a request that is ${intent}`;
    default:
      // VIOLATIONS: the response of the target violates the contract. The others: unknown path, method or media type.
      return `Prism returns ${error}: ${exchange.reply.body}`;
  }
}

/** Whether a request also violates its schema. Some requests without a key, and some probes, do so. */
function breaksSchema({ validators }: Contract, { operation, exchange }: ToldExchange): boolean {
  const { body } = exchange.request;
  if (body === undefined) return false;
  const value = parseJson(body);
  return value === undefined || validators.body(operation)(value).length > 0;
}
