import { connect as connectTls } from 'node:tls';
import { isGateway } from './repetition.ts';
import type { Run } from './run.ts';
import type { Attempt, TargetRequest } from './wire.ts';

/** The requests that decide whether there is anything to test. None of them creates or changes anything. */
export interface Contact {
  /** Reads what has to be there. */
  read: TargetRequest;
  /** Another operation, aimed at nothing; undefined where nothing may be written. */
  other: TargetRequest | undefined;
  /** Writes into the same place as `read` what has to be refused; undefined where nothing may be written. */
  wrong: TargetRequest | undefined;
  /** What these requests are about, and the option that chooses it. */
  place: { name: string; option: string };
}

/**
 * Asks whether there is anything to test: whether the service answers there, and knows the key. At most three requests.
 * @returns the first answer, and why the run cannot start, with the next step; undefined when it can
 */
export async function makeFirstContact(
  run: Run,
  contact: Contact,
  proxy: string | undefined,
): Promise<{ first: Attempt; problem: string | undefined }> {
  const first = await run.target.ask(contact.read);
  return { first, problem: await findProblem(run, contact, first, proxy) };
}

async function findProblem(
  run: Run,
  contact: Contact,
  first: Attempt,
  proxy: string | undefined,
): Promise<string | undefined> {
  if (first.reply === undefined) return explainNoAnswer(run, first, contact, proxy);
  const { status } = first.reply;
  if (status === 429 || isPage(first)) return undefined;
  if (looksLikeTls(first)) return explainPlainHttp(run);
  if (status >= 300 && status < 400) return explainRedirect(run, contact.read, first);
  if (status === 407)
    return 'the proxy requires credentials (407); set them in HTTPS_PROXY as http://user:password@host:port';
  if (status === 404) return explainUnknownPath(run, contact, first);
  if (isGateway(status)) return explainGateway(run, contact.read, status);
  const isHtml = looksLikeHtml(first);
  // A failure may be specific to this call, so two different calls are needed.
  const second = contact.other === undefined ? undefined : await run.target.ask(contact.other);
  if (isHtml) {
    if (second?.reply !== undefined && !looksLikeHtml(second)) return undefined;
    return explainHtml(run, first);
  }
  if (status !== 401 && status !== 403) return undefined;
  if (second?.reply !== undefined && ![401, 403].includes(second.reply.status)) return undefined;
  return explainKey(run, first);
}

function isPage({ reply }: Attempt): boolean {
  return reply !== undefined && reply.status < 300 && reply.json !== undefined;
}

function looksLikeHtml({ reply }: Attempt): boolean {
  return (
    reply !== undefined && /^\s*</.test(new TextDecoder().decode(reply.bytes.subarray(0, 200)))
  );
}

/** Servers of TLS say so in plain text where a request comes in plain HTTP. */
function looksLikeTls({ reply }: Attempt): boolean {
  if (reply === undefined || reply.status < 400) return false;
  const text = new TextDecoder().decode(reply.bytes.subarray(0, 2000));
  return /HTTP request (?:was sent )?to (?:an? )?HTTPS|plain HTTP request was sent|speaking plain HTTP to an SSL/i.test(
    text,
  );
}

function explainPlainHttp({ target: { baseUrl } }: Run): string {
  return `${baseUrl} speaks HTTPS on this port; use ${baseUrl.replace(/^http:/, 'https:')} as the base URL`;
}

function explainRedirect(
  { target: { baseUrl } }: Run,
  { path }: TargetRequest,
  { reply }: Attempt,
) {
  const location = reply?.headers['location'] ?? '';
  const what = `${baseUrl} returns ${reply?.status}`;
  if (!URL.canParse(location, baseUrl + path))
    return `${what} without a Location header; correct the base URL`;
  const to = new URL(location, baseUrl + path);
  const [wanted = path] = path.split('?');
  const at = to.pathname.indexOf(wanted);
  if (at !== -1) {
    const other = `${to.origin}${to.pathname.slice(0, at)}`;
    // A redirect to another spelling of the same path breaks the contract, and the checks report it.
    if (other === baseUrl) return undefined;
    return `${what} and redirects to ${other}; use that as the base URL`;
  }
  return `${what} and redirects to ${to.origin}${to.pathname}, which is not the service; it may be a login page: send the session cookie with --header 'Cookie: …', or use the base URL of the service itself`;
}

async function explainUnknownPath(
  run: Run,
  { read, wrong, place }: Contact,
  first: Attempt,
): Promise<string | undefined> {
  const { baseUrl } = run.target;
  const prefix = /^\/v\d+(?=\/)/.exec(read.path)?.[0];
  if (prefix !== undefined && baseUrl.endsWith(prefix)) {
    const shorter = baseUrl.slice(0, -prefix.length);
    const again = await run.target.ask(read, shorter);
    const isThere = again.reply !== undefined && again.reply.status !== 404;
    return `${baseUrl} returns 404: the paths of the contract already start with ${prefix}; ${isThere ? 'use' : 'try'} ${shorter} as the base URL`;
  }
  // The resource may exist although reading it fails.
  const writing = wrong === undefined ? undefined : await run.target.ask(wrong);
  const status = writing?.reply?.status;
  if (status !== undefined && status !== 404 && status !== 405) return undefined;
  if (prefix !== undefined) {
    // The service may exist under another version, or without one.
    const plain = { ...read, path: read.path.slice(prefix.length) };
    const { reply } = await run.target.ask(plain);
    if (reply !== undefined && reply.status < 300) return undefined;
  }
  const about = looksLikeHtml(first) ? ', and a web page' : '';
  return `${baseUrl} returns 404${about} to ${read.method} ${read.path}: either the base URL is wrong (for example its path prefix), or ${place.name} does not exist; correct the base URL or ${place.option}`;
}

/** Gateways answer so while the service behind them starts. */
async function explainGateway(run: Run, read: TargetRequest, status: number) {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500 * attempt));
    const { reply } = await run.target.ask(read);
    if (reply !== undefined && reply.status !== status) return undefined;
  }
  return `${run.target.baseUrl} returns ${status} all 3 times: a gateway responds, but the service behind it does not; start the service, then repeat the run`;
}

function explainHtml({ target: { baseUrl } }: Run, { reply }: Attempt): string {
  const text = new TextDecoder().decode(reply?.bytes);
  const title = /<title[^>]*>\s*([^<]{1,80}?)\s*<\/title>/i.exec(text)?.[1];
  const isLogin = /type=["']?password/i.test(text) || /\b(?:log|sign)[ -]?in\b/i.test(title ?? '');
  const named = title === undefined ? '' : ` (“${title}”)`;
  return isLogin
    ? `${baseUrl} returns a login page${named}, not the service; send the session cookie with --header 'Cookie: …', or use the base URL of the service itself`
    : `${baseUrl} returns ${reply?.status} with a web page${named}, not JSON; use the base URL of the service itself`;
}

function explainKey({ target: { baseUrl } }: Run, { reply }: Attempt): string {
  const status = reply?.status;
  const scheme = /^\s*([\w-]+)/.exec(reply?.headers['www-authenticate'] ?? '')?.[1];
  if (scheme !== undefined && scheme.toLowerCase() !== 'bearer')
    return `${baseUrl} requires ${scheme} authentication (status ${status}), which the service does not use; a gateway in front of it may require another header: --header 'Name: value'`;
  return `${baseUrl} refuses the API key (status ${status}); pass the right one in SITE_CONTRACT_API_KEY or with --api-key, and headers for a gateway in front of it with --header 'Name: value'`;
}

const refused: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (ECONNREFUSED)',
  ECONNRESET: 'the connection is closed without a response (ECONNRESET)',
  EHOSTUNREACH: 'the host cannot be reached (EHOSTUNREACH)',
  ENETUNREACH: 'the network cannot be reached (ENETUNREACH)',
  ETIMEDOUT: 'the host does not respond (ETIMEDOUT)',
};

const untrusted =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?)$/;

async function explainNoAnswer(
  run: Run,
  { loss, error = '', code = '' }: Attempt,
  { read, other }: Contact,
  proxy: string | undefined,
): Promise<string | undefined> {
  const { baseUrl } = run.target;
  const { hostname, protocol } = new URL(baseUrl);
  const via = proxy === undefined ? '' : ` (through the proxy ${new URL(proxy).host})`;
  if (code === 'EPROXY')
    return `${baseUrl} cannot be reached: ${error}; correct HTTPS_PROXY, or add ${hostname} to NO_PROXY`;
  if (untrusted.test(code))
    return `${baseUrl} has a certificate from an authority that this machine does not trust (${code}); pass the certificate of the authority with --ca <file> or NODE_EXTRA_CA_CERTS, or, for a test system, --insecure`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `${baseUrl} has a certificate that is not for ${hostname} (${code}); use a host name that the certificate contains, or, for a test system, --insecure`;
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return `${baseUrl} has a certificate that ${code === 'CERT_HAS_EXPIRED' ? 'has expired' : 'is not valid yet'} (${code}); renew it, correct the clock, or, for a test system, use --insecure`;
  if (
    protocol === 'https:' &&
    /wrong version number|packet length too long|http request/i.test(error)
  )
    return `${baseUrl} speaks plain HTTP on this port; use ${baseUrl.replace(/^https:/, 'http:')} as the base URL`;
  if (protocol === 'https:' && (code === 'EPROTO' || code.startsWith('ERR_SSL')))
    return `${baseUrl}: the TLS handshake failed (${toAlert(error) ?? code}); the target may require another TLS version or a client certificate, which the suite does not send`;
  if (
    protocol === 'http:' &&
    loss !== 'timeout' &&
    code !== 'ECONNREFUSED' &&
    code !== 'ENOTFOUND'
  ) {
    if (proxy === undefined && (await speaksTls(baseUrl))) return explainPlainHttp(run);
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `the host name ${hostname} cannot be resolved (${code})${via}; correct the base URL, or connect to the network that resolves it`;
  // A single failure may be accidental, or specific to this call.
  const again = code === 'ECONNREFUSED' ? undefined : await run.target.ask(other ?? read);
  if (again?.reply !== undefined) return undefined;
  return `${baseUrl} does not respond${via}: ${run.redact(refused[code] ?? error)}; start the target or correct the base URL`;
}

/** The words of an alert in what OpenSSL says. */
function toAlert(error: string): string | undefined {
  return /alert ([a-z ]+)/i.exec(error)?.[1]?.trim();
}

/** Whether a TLS handshake succeeds where plain HTTP does not. */
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
