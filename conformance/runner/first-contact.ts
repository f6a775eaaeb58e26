import { explainNoAnswer, explainPlainHttp, explainProxyCredentials } from './explain-no-answer.ts';
import { parseRetryAfter, wait } from './pace.ts';
import { isGateway } from './retries.ts';
import type { AnyRun } from './run.ts';
import type { Attempt, TargetRequest } from './wire.ts';

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

/**
 * Checks that the service responds at the base URL and accepts the key, with at most three requests.
 * @returns the first response, and why the run cannot start, with the next step; undefined if it can
 */
export async function makeFirstContact(
  run: AnyRun,
  contact: Contact,
  proxy: string | undefined,
): Promise<{ first: Attempt; problem: string | undefined }> {
  let first = await run.target.ask(contact.read);
  for (let attempt = 1; first.reply?.status === 429; attempt += 1) {
    const asked = parseRetryAfter(first.reply.headers['retry-after'], Date.now());
    const problem = explainLimit(run, asked, attempt);
    if (problem !== undefined) return { first, problem };
    await wait(Math.max(asked, 1000), run.halt.signal);
    first = await run.target.ask(contact.read);
  }
  return { first, problem: await findProblem(run, contact, first, proxy) };
}

/** Maximum time to wait for a rate limit. */
const longestWaitMs = 60_000;

/** Explains a rate limit that refuses every request, even after the requested waiting time. */
function explainLimit(run: AnyRun, asked: number, attempt: number): string | undefined {
  const { baseUrl } = run.target;
  const advice = 'wait until it accepts requests again, or raise its limit for the run';
  if (asked > Math.min(longestWaitMs, run.halt.remaining()))
    return `${baseUrl} returns 429 and asks the client to wait ${Math.ceil(asked / 1000)} s (Retry-After); ${advice}`;
  return attempt < 3
    ? undefined
    : `${baseUrl} returns 429 all 3 times, although each request waited as long as it was asked to; ${advice}`;
}

async function findProblem(
  run: AnyRun,
  contact: Contact,
  first: Attempt,
  proxy: string | undefined,
): Promise<string | undefined> {
  if (first.reply === undefined)
    return explainNoAnswer(run, first, contact.other ?? contact.read, proxy);
  const { status, json } = first.reply;
  if (status < 300 && json !== undefined && contact.isExpected(json)) return undefined;
  const told = readText(first);
  if (isAboutTls(status, told)) return explainPlainHttp(run.target.baseUrl);
  if (status >= 400 && /\bALPN\b/.test(told))
    return `${run.target.baseUrl} only speaks HTTP/2, and the suite speaks HTTP/1.1; use an address of the service that accepts HTTP/1.1`;
  if (status >= 300 && status < 400) return explainRedirect(run, contact, first);
  if (status === 407) return explainProxyCredentials();
  if (status === 404) return explainUnknownPath(run, contact, first);
  if (isGateway(status)) return explainGateway(run, contact.read, status);
  if (looksLikeHtml(first)) return explainHtml(run, contact, first);
  if (status === 401 || status === 403) {
    // A failure may be specific to this call, so two different calls are needed.
    const second = contact.other === undefined ? undefined : await run.target.ask(contact.other);
    const isAlike = second?.reply === undefined || [401, 403].includes(second.reply.status);
    return isAlike ? explainKey(run, contact.read, first) : undefined;
  }
  return explainSameAnswer(run, contact, first);
}

/** The version prefix of a path, such as `/v1`. */
function readVersion(path: string): string | undefined {
  return /^\/v\d+(?=\/)/.exec(path)?.[0];
}

/** A path that does not belong to any operation. */
function toNowhere({ path }: TargetRequest): string {
  return `${readVersion(path) ?? ''}/no-such-path`;
}

/** Statuses that services use for different kinds of invalid requests. */
const ordinaryRefusals: readonly number[] = [400, 401, 403, 404, 406, 409, 415, 422];

/** Detects a server that returns the same response to every request: it is not the service, or the whole service fails. */
async function explainSameAnswer(
  run: AnyRun,
  { read, other, wrong }: Contact,
  { reply }: Attempt,
): Promise<string | undefined> {
  if (reply === undefined || ordinaryRefusals.includes(reply.status)) return undefined;
  const { status } = reply;
  // A service under development may return an empty object.
  if (status < 300 && JSON.stringify(reply.json) === '{}') return undefined;
  const more =
    other === undefined || wrong === undefined
      ? [{ ...read, path: toNowhere(read) }]
      : [other, wrong];
  for (const request of more) {
    const { reply: second } = await run.target.ask(request);
    if (second?.status !== status) return undefined;
    if (status < 300 && !Buffer.from(second.bytes).equals(reply.bytes)) return undefined;
  }
  const { baseUrl } = run.target;
  const what = `${baseUrl} returns ${status} to ${more.length + 1} different requests`;
  if (status >= 500) return `${what}; check the log of the target`;
  const text = run.redact(new TextDecoder().decode(reply.bytes).trim());
  const shown = text === '' ? 'an empty body' : text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return status < 300
    ? `${what}, each time with ${shown}: something other than the service responds; correct the base URL`
    : `${what}: probably something other than the service responds; correct the base URL`;
}

function readText({ reply }: Attempt): string {
  return new TextDecoder().decode(reply?.bytes.subarray(0, 2000));
}

function looksLikeHtml(attempt: Attempt): boolean {
  return /^\s*</.test(readText(attempt));
}

/** Whether a plain HTTP request reached a TLS server, which says so in plain text. */
function isAboutTls(status: number, text: string): boolean {
  return (
    status >= 400 &&
    /HTTP request (?:was sent )?to (?:an? )?HTTPS|plain HTTP request was sent|speaking plain HTTP to an SSL/i.test(
      text,
    )
  );
}

async function explainRedirect(
  run: AnyRun,
  { read, other }: Contact,
  first: Attempt,
): Promise<string | undefined> {
  const { baseUrl } = run.target;
  const what = `${baseUrl} returns ${first.reply?.status}`;
  const [wanted = read.path] = read.path.split('?');
  const seen = [baseUrl];
  let attempt = first;
  for (;;) {
    const to = readLocation(attempt, (seen.at(-1) ?? baseUrl) + read.path);
    if (to === undefined)
      return `${what} without a Location header that is a URL; correct the base URL`;
    const found = to.pathname.indexOf(wanted);
    if (found === -1)
      return `${what} and redirects to ${run.redact(to.origin + to.pathname)}, which is not the service; it may be a login page: send the session cookie with --header 'Cookie: …', or use the base URL of the service itself`;
    const next = `${to.origin}${to.pathname.slice(0, found)}`;
    if (next === baseUrl && attempt === first) return explainSamePath(run, other, to, wanted, what);
    if (seen.includes(next))
      return `${what} and redirects in a loop (${next}); correct the base URL`;
    seen.push(next);
    // The key is for this host only.
    if (to.origin !== new URL(baseUrl).origin) break;
    // If the redirects do not end, suggest the first one.
    if (seen.length > 3) return `${what} and redirects to ${seen[1]}; use that as the base URL`;
    const asked = await run.target.ask(read, next);
    if (!isRedirect(asked.reply?.status)) break;
    attempt = asked;
  }
  return `${what} and redirects to ${seen.at(-1)}; use that as the base URL`;
}

function isRedirect(status = 0): boolean {
  return status >= 300 && status < 400;
}

/** The URL that a redirect points to. */
function readLocation({ reply }: Attempt, from: string): URL | undefined {
  const location = reply?.headers['location'] ?? '';
  return location !== '' && URL.canParse(location, from) ? new URL(location, from) : undefined;
}

/** If only one operation redirects to another spelling of its path, it violates the contract, and the checks report it. */
async function explainSamePath(
  run: AnyRun,
  other: TargetRequest | undefined,
  to: URL,
  wanted: string,
  what: string,
): Promise<string | undefined> {
  const second = other === undefined ? undefined : await run.target.ask(other);
  if (second?.reply !== undefined && !isRedirect(second.reply.status)) return undefined;
  return to.pathname.endsWith(wanted)
    ? `${what} and redirects to the same URL; a gateway may expect a cookie: send it with --header 'Cookie: …', or use the base URL of the service itself`
    : `${what} and redirects to the same path with “${to.pathname.slice(to.pathname.indexOf(wanted) + wanted.length)}” at its end; the paths of the contract do not have it: let the target serve them without a redirect`;
}

async function explainUnknownPath(
  run: AnyRun,
  { read, wrong, place }: Contact,
  first: Attempt,
): Promise<string | undefined> {
  const { baseUrl } = run.target;
  const prefix = readVersion(read.path);
  const { origin, pathname } = new URL(baseUrl);
  const at = prefix === undefined ? -1 : `${pathname}/`.indexOf(`${prefix}/`);
  if (prefix !== undefined && at !== -1) {
    const shorter = origin + pathname.slice(0, at);
    const again = await run.target.ask(read, shorter);
    const isThere = again.reply !== undefined && again.reply.status !== 404;
    if (isThere || baseUrl.endsWith(prefix))
      return `${baseUrl} returns 404: the paths of the contract already start with ${prefix}; ${isThere ? 'use' : 'try'} ${shorter} as the base URL`;
  }
  // The resource may exist although reading it fails.
  const writing = wrong === undefined ? undefined : await run.target.ask(wrong);
  const status = writing?.reply?.status;
  if (status !== undefined && status !== 404 && status !== 405) return undefined;
  if (prefix !== undefined && at === -1) {
    // The service may be available under another version prefix, or without one.
    const plain = { ...read, path: read.path.slice(prefix.length) };
    const { reply } = await run.target.ask(plain);
    if (reply !== undefined && reply.status < 300) return undefined;
  }
  const about = looksLikeHtml(first) ? ' with a web page' : '';
  return `${baseUrl} returns 404${about} to ${read.method} ${read.path}: either the base URL is wrong (for example its path prefix), or ${place.name} does not exist; correct the base URL or ${place.option}`;
}

/** Explains a gateway error, which may be temporary while the service behind it starts. */
async function explainGateway(run: AnyRun, read: TargetRequest, status: number) {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500 * attempt));
    const { reply } = await run.target.ask(read);
    if (reply !== undefined && reply.status !== status) return undefined;
  }
  return `${run.target.baseUrl} returns ${status} all 3 times: a gateway responds, but the service behind it does not; start the service, then repeat the run`;
}

/**
 * A web page as the response of one operation violates the contract. A server that returns it for every path is not the
 * service.
 */
async function explainHtml(
  run: AnyRun,
  { read, other }: Contact,
  first: Attempt,
): Promise<string | undefined> {
  const { baseUrl } = run.target;
  const second = other === undefined ? undefined : await run.target.ask(other);
  if (second?.reply !== undefined && !looksLikeHtml(second)) {
    const nowhere = await run.target.ask({ ...read, path: toNowhere(read) });
    if (readText(nowhere) !== readText(first)) return undefined;
  }
  const text = new TextDecoder().decode(first.reply?.bytes);
  const title = /<title[^>]*>\s*([^<]{1,80}?)\s*<\/title>/i.exec(text)?.[1];
  const isLogin = /type=["']?password/i.test(text) || /\b(?:log|sign)[ -]?in\b/i.test(title ?? '');
  const named = title === undefined ? '' : ` (“${title}”)`;
  if (isLogin)
    return `${baseUrl} returns a login page${named}, not the service; send the session cookie with --header 'Cookie: …', or use the base URL of the service itself`;
  const kind = /^\s*<\?xml/i.test(text) && !/<html/i.test(text) ? 'XML' : `a web page${named}`;
  return `${baseUrl} returns ${first.reply?.status} with ${kind}, not JSON; use the base URL of the service itself`;
}

function explainKey(
  { target: { baseUrl } }: AnyRun,
  { credential }: TargetRequest,
  { reply }: Attempt,
): string {
  const status = reply?.status;
  const scheme = /^\s*([\w-]+)/.exec(reply?.headers['www-authenticate'] ?? '')?.[1];
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
