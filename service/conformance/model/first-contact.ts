import type { TargetRequest } from '../../../conformance/runner/client.ts';
import {
  explainNoAnswer,
  proxyCredentials,
} from '../../../conformance/runner/explain-no-answer.ts';
import type { TargetReply } from '../../../conformance/runner/reply.ts';
import type { Sent } from '../../../conformance/runner/target.ts';
import { describePage, isMarkup, readText } from '../../../conformance/runner/web-page.ts';
import { parseUrl } from '../../../contract/parse-url.ts';
import type { Run } from './scope.ts';

/** The requests that decide whether the target can be tested. None of them creates or changes anything. */
export interface Contact {
  /** Reads something that must exist. */
  read: TargetRequest;
  /** A call of another operation for an unknown record; undefined if writing is not allowed. */
  otherOperation: TargetRequest | undefined;
  /** An invalid write to the same path as `read`, which must be refused; undefined if writing is not allowed. */
  wrong: TargetRequest | undefined;
  /** Whether a successful response to `read` may come from the service. */
  isExpected: (json: unknown) => boolean;
  /** The resource that these requests address, and the option that selects it. */
  resource: { name: string; option: string };
}

const otherService = 'use the base URL of the service itself';
const cookie = `send its cookie with --header 'Cookie: …', or ${otherService}`;

/**
 * Checks that the service responds at the base URL and accepts the key, with a few requests.
 * @returns the first response, and why the run cannot start, with the next step; undefined if it can
 */
export async function makeFirstContact(
  run: Run,
  contact: Contact,
  proxy: string | undefined,
): Promise<{ first: Sent; problem: string | undefined }> {
  const first = await run.target.send(contact.read, { attempts: 3 });
  const problem = await (first.reply === undefined
    ? explainNoAnswer(run, first, { other: contact.otherOperation ?? contact.read, proxy })
    : findProblem(run, contact, first.reply));
  return { first, problem };
}

/** Sends another request, to find out whether the first response is typical. */
async function ask(run: Run, request: TargetRequest): Promise<TargetReply | undefined> {
  return (await run.target.send(request, { attempts: 1 })).reply;
}

/** A response that comes from something other than the service, or from a service that fails as a whole. */
async function findProblem(
  run: Run,
  contact: Contact,
  first: TargetReply,
): Promise<string | undefined> {
  const { status, json } = first;
  if (status < 300 && json !== undefined && contact.isExpected(json)) return undefined;
  if (status === 404) return explainUnknownPath(run, contact, first);
  // A refusal by the service. A service under development may return an empty object.
  if ([400, 406, 409, 415, 422].includes(status) && !/HTTPS?\b|\bALPN\b/.test(readText(first)))
    return undefined;
  if (status < 300 && JSON.stringify(json) === '{}') return undefined;
  return (await isGeneral(run, contact, first)) ? explainReply(run, contact, first) : undefined;
}

/** Whether other requests get the same kind of response. If only one operation is broken, the checks report it. */
async function isGeneral(
  run: Run,
  { read, otherOperation, wrong }: Contact,
  first: TargetReply,
): Promise<boolean> {
  const nowhere = { ...read, path: `${readVersion(read)}/no-such-path` };
  const isPage = isMarkup(first) && first.status < 300;
  const requests =
    isPage || otherOperation === undefined || wrong === undefined
      ? [nowhere]
      : [otherOperation, wrong];
  for (const request of requests) {
    const reply = await ask(run, request);
    if (reply !== undefined && nameCause(reply) !== nameCause(first)) return false;
  }
  return true;
}

/** Responses of one kind have the same cause. */
function nameCause(reply: TargetReply): string {
  const { status } = reply;
  if (status === 401 || status === 403) return 'refused key';
  if (status >= 300 && status < 400) return 'redirect';
  return status < 300 ? `${status} ${readText(reply)}` : String(status);
}

function explainReply(run: Run, contact: Contact, reply: TargetReply): string {
  const { baseUrl } = run.target;
  const { status } = reply;
  const text = readText(reply);
  if (/HTTP request (?:was sent )?to (?:an? )?HTTPS|plain HTTP/i.test(text))
    return `${baseUrl} speaks HTTPS on this port; use https:// in the base URL`;
  if (/\bALPN\b/.test(text))
    return `${baseUrl} only speaks HTTP/2, and the suite speaks HTTP/1.1; use an address of the service that accepts HTTP/1.1`;
  if (status >= 300 && status < 400) return explainRedirect(run, contact, reply);
  if (status === 407) return `${baseUrl} returns 407: ${proxyCredentials}`;
  if (status === 401 || status === 403) return explainKey(run, contact.read, reply);
  if (status >= 500)
    return `${baseUrl} returns ${status} to different requests; check the log of the target`;
  if (isMarkup(reply)) {
    return `${baseUrl} returns ${status} with ${describePage(reply)}; if it is a login page, ${cookie}`;
  }
  const excerpt = run.redact(text.trim());
  const start = excerpt.length > 40 ? `${excerpt.slice(0, 40)}…` : excerpt || 'an empty body';
  return `${baseUrl} returns ${status} to different requests, each time with ${start}: something other than the service responds; correct the base URL`;
}

/** The version that a path starts with. */
function readVersion({ path }: TargetRequest): string {
  return /^\/v\d+(?=\/)/.exec(path)?.[0] ?? '';
}

function explainRedirect({ target, redact }: Run, { read }: Contact, reply: TargetReply): string {
  const { baseUrl } = target;
  const { location = '' } = reply.headers;
  const what = `${baseUrl} returns ${reply.status} and redirects to`;
  const from = baseUrl + read.path;
  const to = location === '' ? undefined : parseUrl(location, from);
  if (to === undefined)
    return `${what} nowhere, because it has no valid Location header; correct the base URL`;
  const index = to.pathname.indexOf(read.path.split('?')[0] ?? read.path);
  const next = `${to.origin}${to.pathname.slice(0, Math.max(0, index))}`;
  return index === -1 || next === baseUrl
    ? `${what} ${redact(to.origin + to.pathname)}; if it is a login page or a gateway, ${cookie}`
    : `${what} ${next}; use that as the base URL`;
}

async function explainUnknownPath(
  run: Run,
  { read, wrong, resource }: Contact,
  first: TargetReply,
): Promise<string | undefined> {
  const { baseUrl } = run.target;
  const { origin, pathname } = new URL(baseUrl);
  const version = readVersion(read);
  const at = version === '' ? -1 : `${pathname}/`.indexOf(`${version}/`);
  if (at !== -1)
    return `${baseUrl} returns 404: the paths of the contract already start with ${version}; use ${origin + pathname.slice(0, at)} as the base URL`;
  // The resource may exist although reading it fails.
  const writing = wrong === undefined ? undefined : await ask(run, wrong);
  if (![404, 405, undefined].includes(writing?.status)) return undefined;
  // The service may be available without the version; a check reports that.
  const reply = await ask(run, { ...read, path: read.path.slice(version.length) });
  if (version !== '' && reply !== undefined && reply.status < 300) return undefined;
  const about = isMarkup(first) ? ' with a web page' : '';
  return `${baseUrl} returns 404${about} to ${read.method} ${read.path}: either the base URL is wrong (for example its path prefix), or ${resource.name} does not exist; correct the base URL or ${resource.option}`;
}

function explainKey(
  { target: { baseUrl } }: Run,
  { credential }: TargetRequest,
  { status, headers }: TargetReply,
): string {
  const scheme = /^\s*([\w-]+)/.exec(headers['www-authenticate'] ?? '')?.[1];
  if (scheme !== undefined && scheme.toLowerCase() !== 'bearer')
    return `${baseUrl} requires ${scheme} authentication (status ${status}), which the service does not use; a gateway in front of it may require another header: --header 'Name: value'`;
  const key = credential.value?.replace(/^Bearer /, '') ?? '';
  const mistakes: readonly [RegExp, string][] = [
    [/^bearer\s/i, ', which starts with “Bearer”: the suite adds that'],
    [/^(["']).*\1$/, ', which is in quotation marks: remove them'],
  ];
  const mistake = mistakes.find(([pattern]) => pattern.test(key));
  const [, hint = ''] = mistake ?? [];
  return `${baseUrl} refuses the API key (status ${status})${hint}; pass the right one in SITE_CONTRACT_API_KEY or with --api-key, and headers for a gateway in front of it with --header 'Name: value'`;
}
