import { type Contract, type Operation, successReply } from '../../contract/index.ts';
import { swapCase } from '../model/credentials.ts';
import { createdKinds } from '../model/record-writes.ts';
import type { Check, Scope } from '../model/scope.ts';
import { Inconclusive } from '../results.ts';
import { uuids } from '../runner/client.ts';
import { isSuccess } from '../runner/journal.ts';
import { call, probe } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';
import { observation } from './frames.ts';
import {
  frame,
  judgeRefusal,
  makeRefusedBody,
  sendEach,
  usePath,
} from './refusals/judge-refusal.ts';

/** A change to a request that some services ignore when they find the operation, but not when they check the key. */
interface Disguise {
  /** What the request has, for reports. */
  title: string;
  /** Changes the spelling of the path, or returns it unchanged if that is not possible. */
  spell?: (path: string) => string;
  headers?: Readonly<Record<string, string>>;
  /** Number of bytes of whitespace to add to the body, which JSON allows (RFC 8259, section 2). */
  padding?: number;
}

/** Another spelling of a path that some routers treat as equal. */
type Spelling = Required<Pick<Disguise, 'title' | 'spell'>>;

const words = /(?<=\/)[a-z]+(?=\/|$)/g;

function encode(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`;
}

/**
 * The case of a UUID (RFC 9562, section 4) and an escaped unreserved character (RFC 3986, section 6.2.2.2) do not change the
 * resource. The server decides what other spellings mean.
 */
const spellings: readonly Spelling[] = [
  {
    title: 'the id in upper or lower case',
    spell: (path) => path.replace(uuids, swapCase),
  },
  {
    title: 'a percent-encoded character in the id',
    spell: (path) => path.replace(uuids, (id) => encode(id.charAt(0)) + id.slice(1)),
  },
  {
    title: 'a percent-encoded character in each segment',
    spell: (path) => path.replace(words, (word) => encode(word.charAt(0)) + word.slice(1)),
  },
  { title: 'two slashes at the start', spell: (path) => `/${path}` },
  { title: 'two slashes after the version', spell: (path) => path.replace(/^(\/v\d+)\//, '$1//') },
  { title: 'a slash at the end', spell: (path) => `${path}/` },
  {
    title: 'words in capitals',
    spell: (path) => path.replace(/(?<=\/)(?:v\d+|[a-z]+)(?=\/|$)/g, (word) => word.toUpperCase()),
  },
  {
    title: 'a parameter after the first segment',
    spell: (path) => path.replace(/(?<=\/)[a-z]+(?=\/)/, (word) => `${word};a=b`),
  },
  { title: 'a parameter at the end', spell: (path) => `${path};jsessionid=1` },
  { title: 'an encoded space at the end', spell: (path) => `${path}%20` },
  { title: '.json at the end', spell: (path) => `${path}.json` },
  {
    title: 'an encoded dot between two slashes',
    spell: (path) => path.replace(/^(\/v\d+)\//, '$1/%2e/'),
  },
];

/**
 * Headers that services may trust as proof of an internal request: addresses of this machine and of private networks from
 * proxies, and headers of browsers for sessions and preflight requests.
 */
const inside: readonly Disguise[] = [
  ...['X-Forwarded-For', 'X-Real-IP', 'X-Client-IP', 'True-Client-IP', 'X-Originating-IP'].map(
    (name) => ({ title: `${name}: 127.0.0.1`, headers: { [name]: '127.0.0.1' } }),
  ),
  { title: 'Forwarded: for=127.0.0.1', headers: { Forwarded: 'for=127.0.0.1' } },
  { title: 'X-Forwarded-Host: localhost', headers: { 'X-Forwarded-Host': 'localhost' } },
  { title: 'a session cookie', headers: { Cookie: 'session=1; sid=1; connect.sid=1' } },
  {
    title: 'the headers of a preflight request',
    headers: { Origin: 'http://localhost', 'Access-Control-Request-Method': 'GET' },
  },
];

/** Headers that make some frameworks use a different path or method. */
const rerouted: readonly Disguise[] = [
  ...['X-Original-URL', 'X-Rewrite-URL'].map((name) => ({
    title: `${name}: /`,
    headers: { [name]: '/' },
  })),
  ...['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'].map((name) => ({
    title: `${name}: OPTIONS`,
    headers: { [name]: 'OPTIONS' },
  })),
];

/** Longer than one network packet, and than the part of a body that services read before they check the key. */
const longBody: readonly Disguise[] = [{ title: 'a body of more than 16 KB', padding: 17_000 }];

/**
 * Key check and routing may interpret a path differently. The interface does not say whether other spellings of a path work,
 * but does say that every request needs the key.
 */
export function createBypassChecks({ operations }: Contract): Check[] {
  const secured = operations.filter((operation) => operation.secured);
  return [
    ...secured.map(createSpellingCheck),
    ...secured.map(createDisguiseCheck),
    observation({
      id: 'service/observes-spellings-of-paths',
      operation: 'service',
      title: 'Which spellings of a path are accepted',
      requirement: 'path-spellings-are-not-shown',
      sends: 'a list with limit=0, with the key, under several spellings of its path',
      writes: false,
      run: observeSpellings,
    }),
  ];
}

const refused: Pick<Check, 'requirements' | 'expects'> = {
  requirements: ['key-is-required'],
  expects: 'a refusal each time (with any 4xx status), and no effect',
};

function createSpellingCheck(operation: Operation): Check {
  return {
    ...frame(operation),
    ...refused,
    id: `${operation.id}/refuses-spelled-paths-without-a-key`,
    title: 'Another spelling of a path is also refused without a key',
    sends: `valid requests without a key, and with ${spellings.map(({ title }) => title).join(', ')}`,
    async run(scope) {
      const picked = scope.run.probes.pick(scope, 'spellings', spellings, 0);
      await sendEach(operation, picked, async (spelling) => {
        const { title } = spelling;
        return judge(scope, operation, { ...spelling, title: `a path with ${title}` }, isSuccess);
      });
    },
  };
}

/** Other parts of a request must not disable the key check. */
function createDisguiseCheck(operation: Operation): Check {
  const hasBody = operation.requestBody !== undefined;
  const groups = [inside, rerouted, ...(hasBody ? [longBody] : [])];
  const titles = groups.map((group) => group.map(({ title }) => title).join(', '));
  return {
    ...frame(operation),
    ...refused,
    id: `${operation.id}/refuses-disguised-requests-without-a-key`,
    title: `Headers of proxies${hasBody ? ' and a long body' : ''} do not replace the key`,
    sends: `valid requests without a key, each with a group of these: ${titles.join('; ')}. If one is accepted, each member of its group separately`,
    async run(scope) {
      const picked = scope.run.probes.pick(scope, 'disguises', groups, 0);
      await sendEach(operation, picked, (group) => sendGroup(scope, operation, group));
    },
  };
}

/** @returns whether the request took effect */
async function sendGroup(
  scope: Scope,
  operation: Operation,
  group: readonly Disguise[],
): Promise<boolean> {
  const together: Disguise = {
    title: group.map(({ title }) => title).join(', '),
    headers: Object.assign({}, ...group.map(({ headers }) => headers)),
    padding: group.reduce((sum, { padding = 0 }) => sum + padding, 0),
  };
  return judge(
    scope,
    operation,
    together,
    (sent) => showsResource(scope, operation, sent),
    () => findEffective(scope, operation, group),
  );
}

/** Finds the member of a group that bypasses the key check: it changes the status. Uses only requests that create nothing. */
async function findEffective(
  scope: Scope,
  operation: Operation,
  group: readonly Disguise[],
): Promise<string | undefined> {
  const isCreating = createdKinds[operation.id] !== undefined;
  const body = isCreating ? { name: 0, pathname: 0, url: 0 } : undefined;
  const ask = async (disguise: Disguise) =>
    (await sendWithoutKey(scope, operation, disguise, body)).reply?.status;
  const refused = await ask({ title: 'nothing else' });
  for (const one of group.length > 1 ? group : [])
    if ((await ask(one)) !== refused) return one.title;
  return undefined;
}

/**
 * Whether the response is from this operation. A service that reads another path or method from a header may respond to that
 * instead.
 */
function showsResource({ run }: Scope, operation: Operation, sent: Sent): boolean {
  const { status, mediaType } = successReply(operation);
  const { validators } = run.contract;
  if (mediaType === undefined) return isSuccess(sent);
  return isSuccess(sent) && validators.reply(operation.id, status, sent.reply?.json).length === 0;
}

/** @returns whether the request took effect */
async function judge(
  scope: Scope,
  operation: Operation,
  disguise: Disguise,
  isCarriedOut: (sent: Sent) => boolean,
  findTitle: () => Promise<string | undefined> = async () => undefined,
): Promise<boolean> {
  const sent = await sendWithoutKey(scope, operation, disguise);
  if (isSuccess(sent) && !isCarriedOut(sent)) return false;
  // At its limit of records, the run sends no more requests that may create one.
  const found = isSuccess(sent) ? await findTitle().catch(ignoreInconclusive) : undefined;
  const title = found ?? disguise.title;
  await judgeRefusal(scope, sent, `no Authorization header, and ${title}`);
  return isSuccess(sent);
}

function ignoreInconclusive(error: unknown): undefined {
  if (!(error instanceof Inconclusive)) throw error;
}

async function sendWithoutKey(
  scope: Scope,
  operation: Operation,
  { spell, headers, padding = 0 }: Disguise,
  given?: unknown,
): Promise<Sent> {
  const body = given ?? makeRefusedBody(scope, operation);
  return call(scope, {
    operation: operation.id,
    path: await usePath(scope, operation),
    spell,
    headers,
    body:
      padding === 0 ? body : new TextEncoder().encode(JSON.stringify(body) + ' '.repeat(padding)),
    credential: { value: undefined, shown: undefined },
    intent: 'unauthorised',
  });
}

async function observeSpellings(scope: Scope): Promise<void> {
  const asked = await Promise.all(
    scope.run.probes.pick(scope, 'spellings', spellings).map(async ({ title, spell }) => ({
      title,
      sent: await probe(scope, {
        operation: 'listSites',
        path: { workspaceId: scope.run.options.workspace },
        query: 'limit=0',
        spell,
      }),
    })),
  );
  const answered = asked.filter(({ sent }) => sent.reply !== undefined);
  if (answered.length === 0) throw new Inconclusive('no such request got a response');
  for (const [isServed, word] of [
    [true, 'served'],
    [false, 'not served'],
  ] as const) {
    const titles = answered.filter(({ sent }) => isSuccess(sent) === isServed);
    if (titles.length > 0)
      scope.observe(`paths are ${word} with ${titles.map(({ title }) => title).join(', ')}`);
  }
}
