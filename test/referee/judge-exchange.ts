import type { ToldExchange } from '../../conformance/index.ts';
import type { Contract } from '../../contract/index.ts';

/** How a refusal of Prism's own begins: a problem of its catalogue, or what its server says of a body that is no JSON. */
const problem = /^\{"type":"https:\/\/stoplight\.io\/prism\/errors#(\w+)"/;
const unreadable = /^\{"error":\{"code":"(invalid_json)"/;

/** What Prism itself answered an exchange with; undefined where it let it pass. */
export function findPrismError({ reply }: ToldExchange['exchange']): string | undefined {
  const body = reply?.body ?? '';
  return (problem.exec(body) ?? unreadable.exec(body))?.[1];
}

/**
 * What the suite holds invalid and Prism lets pass, with the reason. Whoever is right, the suite demands none of it:
 * near misses are a SHOULD, and whether an id names something is not for a schema to say.
 */
const passable: readonly RegExp[] = [
  // An empty value, and a number in another notation: Prism reads `limit=` as 0, and `0x10` as 16.
  /^(?:listSites|createRoute|updateRoute)\/refuses-a-near-miss-of-(?:limit|after|skipValidation)$/,
  /\/refuses-an-unknown-(?:siteId|routeId)$/,
  // Prism reads a byte that is not UTF-8 as U+FFFD, which is a character like any other.
  /\/refuses-what-is-no-utf-8$/,
];

/** Says in one line where Prism disagrees with the suite or with the target; undefined where all three agree. */
export function judgeExchange(contract: Contract, told: ToldExchange): string | undefined {
  const complaint = findDisagreement(contract, told);
  if (complaint === undefined) return undefined;
  const { by, exchange } = told;
  const { method, url, body = '' } = exchange.request;
  return `${complaint}: ${by}: ${method} ${url} ${body} -> ${exchange.reply?.status} ${exchange.reply?.body}`;
}

function findDisagreement(contract: Contract, told: ToldExchange): string | undefined {
  const { exchange, intent } = told;
  if (exchange.reply === undefined) return `no answer (${exchange.error})`;
  // Spellings of a path that the document does not have: to Prism they are other paths, and a target may take them.
  if (/(?:refuses-spelled-paths-without-a-key|observes-spellings-of-paths)$/.test(told.by))
    return undefined;
  const error = findPrismError(exchange);
  switch (error) {
    case undefined:
      return findDisagreementInPassing(told);
    case 'UNAUTHORIZED':
      return intent === 'unauthorised' ? undefined : `Prism misses the key of a ${intent} request`;
    case 'UNPROCESSABLE_ENTITY':
    case 'invalid_json':
      return intent === 'invalid' || (intent !== 'valid' && breaksSchema(contract, told))
        ? undefined
        : `Prism refuses a request that is ${intent}`;
    default:
      // VIOLATIONS: the answer of the target breaks the contract. The others: no such path, method or media type.
      return `Prism answers ${error}`;
  }
}

function findDisagreementInPassing({ by, exchange, intent }: ToldExchange): string | undefined {
  // Violations that are no errors to Prism travel in this header.
  const violations = exchange.reply?.headers['sl-violations'];
  if (violations !== undefined) return `Prism warns of ${violations}`;
  return intent === 'invalid' && !passable.some((pattern) => pattern.test(by))
    ? 'Prism finds nothing wrong with an invalid request'
    : undefined;
}

/** Some requests without a key, and some probes, carry a body that the document rules out as well. */
function breaksSchema({ validators }: Contract, { operation, exchange }: ToldExchange): boolean {
  const { body } = exchange.request;
  return body !== undefined && validators.body(operation, JSON.parse(body)).length > 0;
}
