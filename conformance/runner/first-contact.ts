import { connect as connectTls } from 'node:tls';
import { type Attempt, type TargetRequest, unreadableAnswer } from './client.ts';
import { wait } from './halt.ts';
import type { AnyRun } from './run.ts';
import { readRetryAfter } from './target.ts';

/** The requests that decide whether the target can be tested. None of them creates or changes anything. */
export interface Contact {
  /** Reads something that must exist. */
  read: TargetRequest;
  /** A call of another operation for an unknown record; undefined if writing is not allowed. */
  other: TargetRequest | undefined;
  /** An invalid write to the same path as `read`, which must be refused; undefined if writing is not allowed. */
  wrong: TargetRequest | undefined;
  /** Whether a successful response to `read` may come from the service. */
  isExpected: (json: unknown) => boolean;
  /** The resource that these requests address, and the option that selects it. */
  place: { name: string; option: string };
}

type Reply = NonNullable<Attempt['reply']>;

/** Maximum time to wait for a gateway or a rate limit. */
const longestWaitMs = 60_000;

/**
 * Checks that the service responds at the base URL and accepts the key, with at most three requests.
 * @returns the first response, and why the run cannot start, with the next step; undefined if it can
 */
export async function makeFirstContact(
  run: AnyRun,
  contact: Contact,
  proxy: string | undefined,
): Promise<{ first: Attempt; problem: string | undefined }> {
  const { baseUrl } = run.target;
  for (let attempt = 1; ; attempt += 1) {
    const first = await run.target.ask(contact.read);
    const { reply } = first;
    if (reply === undefined)
      return { first, problem: await explainNoAnswer(run, contact, first, proxy) };
    const { status } = reply;
    if (![429, 502, 503, 504].includes(status))
      return { first, problem: await findProblem(run, contact, reply) };
    const asked = readRetryAfter(reply.headers['retry-after']);
    const advice =
      status === 429
        ? 'wait until it accepts requests again, or raise its limit for the run'
        : 'a gateway responds, but the service behind it does not; start the service, then repeat the run';
    if (asked > Math.min(longestWaitMs, run.halt.remaining())) {
      const seconds = Math.ceil(asked / 1000);
      return {
        first,
        problem: `${baseUrl} returns ${status} and asks the client to wait ${seconds} s (Retry-After); ${advice}`,
      };
    }
    if (attempt === 3)
      return { first, problem: `${baseUrl} returns ${status} all 3 times: ${advice}` };
    await wait(Math.max(asked, 500 * attempt), run.halt.signal);
  }
}

/** Explanations of connection errors, by code. */
const unconnected: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (ECONNREFUSED)',
  ECONNRESET: 'the connection is closed without a response (ECONNRESET)',
  UND_ERR_SOCKET: 'the connection is closed without a response',
  EHOSTUNREACH: 'the host cannot be reached (EHOSTUNREACH)',
  ENETUNREACH: 'the network cannot be reached (ENETUNREACH)',
  ETIMEDOUT: 'the host does not respond (ETIMEDOUT)',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not respond (connect timeout)',
};

/** What is wrong with a certificate, and what to do about it, by error code. */
const certificateProblems: readonly (readonly [codes: RegExp, problem: string])[] = [
  [
    /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?)$/,
    'has a certificate from an authority that this machine does not trust; pass the certificate of the authority with --ca <file> or NODE_EXTRA_CA_CERTS, or, for a test system, --insecure',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'has a certificate for another host name; use a host name that the certificate contains, or, for a test system, --insecure',
  ],
  [
    /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/,
    'has a certificate that has expired or is not valid yet; renew it, correct the clock, or, for a test system, use --insecure',
  ],
];

async function explainNoAnswer(
  run: AnyRun,
  { other, read }: Contact,
  { loss, error = '', code = '' }: Attempt,
  proxy: string | undefined,
): Promise<string | undefined> {
  const { baseUrl } = run.target;
  const { hostname, protocol } = new URL(baseUrl);
  const via = proxy === undefined ? '' : ` (through the proxy ${new URL(proxy).host})`;
  if (proxy !== undefined && code === 'EPROXY')
    return / 407 /.test(error)
      ? proxyCredentials
      : `${baseUrl} cannot be reached: the proxy ${new URL(proxy).host} refuses to connect: ${error.replace('the proxy ', 'it ')}; correct HTTPS_PROXY, or add ${hostname} to NO_PROXY`;
  const certificate = certificateProblems.find(([codes]) => codes.test(code));
  if (certificate !== undefined) return `${baseUrl} ${certificate[1]} (${code})`;
  if (protocol === 'https:' && /wrong version number|packet length too long/i.test(error))
    return `${baseUrl} speaks plain HTTP on this port; use ${baseUrl.replace(/^https:/, 'http:')} as the base URL`;
  if (/^(?:EPROTO|ERR_SSL)/.test(code))
    return `${baseUrl}: the TLS handshake failed (${code}); the target may require another TLS version or a client certificate, which the suite does not send`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `the host name ${hostname} cannot be resolved (${code})${via}; correct the base URL, or connect to the network that resolves it`;
  const mayBeTls = protocol === 'http:' && proxy === undefined && code !== 'ECONNREFUSED';
  if (mayBeTls && loss !== 'timeout' && (await speaksTls(baseUrl))) return explainPlain(baseUrl);
  // A single failure may be accidental, or specific to this call.
  const again = code === 'ECONNREFUSED' ? undefined : await run.target.ask(other ?? read);
  if (again?.reply !== undefined) return undefined;
  const reason = run.redact(unconnected[code] ?? error.replace(unreadableAnswer, '').trim());
  return loss === 'unreadable'
    ? `${baseUrl} does not speak HTTP/1.1${via}: ${reason}; correct the host and the port of the base URL`
    : `${baseUrl} does not respond${via}: ${reason}; start the target or correct the base URL`;
}

const proxyCredentials =
  'the proxy requires credentials (407); set them in the environment variable that names the proxy: http://user:password@host:port';

function explainPlain(baseUrl: string): string {
  return `${baseUrl} speaks HTTPS on this port; use ${baseUrl.replace(/^http:/, 'https:')} as the base URL`;
}

/** Whether the server accepts a TLS handshake, although plain HTTP was configured. */
function speaksTls(baseUrl: string): Promise<boolean> {
  const { hostname, port } = new URL(baseUrl);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve) => {
    const socket = connectTls({ host, port: Number(port || 80), rejectUnauthorized: false });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(3000, () => end(false));
    socket.once('secureConnect', () => end(true));
    socket.once('error', () => end(false));
  });
}

async function findProblem(
  run: AnyRun,
  contact: Contact,
  reply: Reply,
): Promise<string | undefined> {
  const { baseUrl } = run.target;
  const { status, json } = reply;
  if (status < 300 && json !== undefined && contact.isExpected(json)) return undefined;
  const text = readText(reply);
  if (/HTTP request (?:was sent )?to (?:an? )?HTTPS|plain HTTP/i.test(text) && status >= 400)
    return explainPlain(baseUrl);
  if (/\bALPN\b/.test(text) && status >= 400)
    return `${baseUrl} only speaks HTTP/2, and the suite speaks HTTP/1.1; use an address of the service that accepts HTTP/1.1`;
  if (status >= 300 && status < 400) return explainRedirect(run, contact, reply);
  if (status === 407) return proxyCredentials;
  if (status === 404) return explainUnknownPath(run, contact, reply);
  if (isMarkup(reply)) return explainPage(run, contact, reply);
  if (status === 401 || status === 403) {
    // A failure may be specific to this call, so two different calls are needed.
    const second = contact.other === undefined ? undefined : await run.target.ask(contact.other);
    const isAlike = second?.reply === undefined || [401, 403].includes(second.reply.status);
    return isAlike ? explainKey(run, contact.read, reply) : undefined;
  }
  return explainSameAnswer(run, contact, reply);
}

function readText({ bytes }: Reply): string {
  return new TextDecoder().decode(bytes.subarray(0, 4000));
}

function isMarkup(reply: Reply): boolean {
  return /^\s*</.test(readText(reply));
}

/** A path that does not belong to any operation. */
function toNowhere({ path }: TargetRequest): string {
  return `${/^\/v\d+(?=\/)/.exec(path)?.[0] ?? ''}/no-such-path`;
}

/** Detects a server that returns the same response to every request: it is not the service, or the whole service fails. */
async function explainSameAnswer(
  run: AnyRun,
  { read, other, wrong }: Contact,
  first: Reply,
): Promise<string | undefined> {
  const { status } = first;
  const isOrdinary = [400, 406, 409, 415, 422].includes(status);
  // A service under development may return an empty object.
  if (isOrdinary || (status < 300 && JSON.stringify(first.json) === '{}')) return undefined;
  const more =
    other === undefined || wrong === undefined
      ? [{ ...read, path: toNowhere(read) }]
      : [other, wrong];
  for (const request of more) {
    const { reply } = await run.target.ask(request);
    if (reply?.status !== status) return undefined;
    if (status < 300 && !Buffer.from(reply.bytes).equals(first.bytes)) return undefined;
  }
  const what = `${run.target.baseUrl} returns ${status} to ${more.length + 1} different requests`;
  if (status >= 500) return `${what}; check the log of the target`;
  const text = run.redact(readText(first).trim());
  const shown = text === '' ? 'an empty body' : text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return `${what}, each time with ${shown}: something other than the service responds; correct the base URL`;
}

async function explainRedirect(
  run: AnyRun,
  { read, other }: Contact,
  { status, headers }: Reply,
): Promise<string | undefined> {
  const { baseUrl } = run.target;
  const location = headers['location'] ?? '';
  const [wanted = read.path] = read.path.split('?');
  if (location === '' || !URL.canParse(location, baseUrl + read.path))
    return `${baseUrl} returns ${status} without a Location header that is a URL; correct the base URL`;
  const to = new URL(location, baseUrl + read.path);
  const what = `${baseUrl} returns ${status} and redirects to`;
  const found = to.pathname.indexOf(wanted);
  if (found === -1)
    return `${what} ${run.redact(to.origin + to.pathname)}, which is not the service; it may be a login page: send the session cookie with --header 'Cookie: …', or use the base URL of the service itself`;
  const next = `${to.origin}${to.pathname.slice(0, found)}`;
  if (next !== baseUrl) return `${what} ${next}; use that as the base URL`;
  // If only one operation redirects to another spelling of its path, it violates the contract, and the checks report it.
  const second = other === undefined ? undefined : await run.target.ask(other);
  const isGeneral = second?.reply === undefined || Math.floor(second.reply.status / 100) === 3;
  if (!isGeneral) return undefined;
  const end = to.pathname.slice(found + wanted.length);
  return end === ''
    ? `${what} the same URL; a gateway may expect a cookie: send it with --header 'Cookie: …', or use the base URL of the service itself`
    : `${what} the same path with “${end}” at its end; the paths of the contract do not have it: let the target serve them without a redirect`;
}

async function explainUnknownPath(
  run: AnyRun,
  { read, wrong, place }: Contact,
  first: Reply,
): Promise<string | undefined> {
  const { baseUrl } = run.target;
  const { origin, pathname } = new URL(baseUrl);
  const prefix = /^\/v\d+(?=\/)/.exec(read.path)?.[0];
  const at = prefix === undefined ? -1 : `${pathname}/`.indexOf(`${prefix}/`);
  if (prefix !== undefined && at !== -1)
    return `${baseUrl} returns 404: the paths of the contract already start with ${prefix}; use ${origin + pathname.slice(0, at)} as the base URL`;
  // The resource may exist although reading it fails.
  const writing = wrong === undefined ? undefined : await run.target.ask(wrong);
  if (![404, 405, undefined].includes(writing?.reply?.status)) return undefined;
  if (prefix !== undefined) {
    // The service may be available without the version prefix; a check reports that.
    const { reply } = await run.target.ask({ ...read, path: read.path.slice(prefix.length) });
    if (reply !== undefined && reply.status < 300) return undefined;
  }
  const about = isMarkup(first) ? ' with a web page' : '';
  return `${baseUrl} returns 404${about} to ${read.method} ${read.path}: either the base URL is wrong (for example its path prefix), or ${place.name} does not exist; correct the base URL or ${place.option}`;
}

/** A web page as the response of one operation violates the contract. A server that returns it for every path is not the service. */
async function explainPage(
  run: AnyRun,
  { read, other }: Contact,
  first: Reply,
): Promise<string | undefined> {
  const { baseUrl } = run.target;
  const text = readText(first);
  const second = other === undefined ? undefined : (await run.target.ask(other)).reply;
  if (second !== undefined && !isMarkup(second)) {
    const { reply } = await run.target.ask({ ...read, path: toNowhere(read) });
    if (reply === undefined || readText(reply) !== text) return undefined;
  }
  const title = /<title[^>]*>\s*([^<]{1,80}?)\s*<\/title>/i.exec(text)?.[1];
  const named = title === undefined ? '' : ` (“${title}”)`;
  return /type=["']?password/i.test(text) || /\b(?:log|sign)[ -]?in\b/i.test(title ?? '')
    ? `${baseUrl} returns a login page${named}, not the service; send the session cookie with --header 'Cookie: …', or use the base URL of the service itself`
    : `${baseUrl} returns ${first.status} with a web page${named}, not JSON; use the base URL of the service itself`;
}

function explainKey(
  { target: { baseUrl } }: AnyRun,
  { credential }: TargetRequest,
  { status, headers }: Reply,
): string {
  const scheme = /^\s*([\w-]+)/.exec(headers['www-authenticate'] ?? '')?.[1];
  if (scheme !== undefined && scheme.toLowerCase() !== 'bearer')
    return `${baseUrl} requires ${scheme} authentication (status ${status}), which the service does not use; a gateway in front of it may require another header: --header 'Name: value'`;
  const key = credential.value?.replace(/^Bearer /, '') ?? '';
  const mistake = /^bearer\s/i.test(key)
    ? ', which starts with “Bearer”: the suite adds that'
    : /^(["']).*\1$/.test(key)
      ? ', which is in quotation marks: remove them'
      : '';
  return `${baseUrl} refuses the API key (status ${status})${mistake}; pass the right one in SITE_CONTRACT_API_KEY or with --api-key, and headers for a gateway in front of it with --header 'Name: value'`;
}
