import { Failed, Inconclusive } from '../../../conformance/outcomes.ts';
import { uuids } from '../../../conformance/runner/client.ts';
import { isLocal } from '../../../conformance/runner/proxy.ts';
import { type Contract, type Operation, successResponse } from '../../../contract/index.ts';
import { call } from '../model/call.ts';
import { listWrongCredentials, swapCase, type WrongCredential } from '../model/credentials.ts';
import { takeSnapshot } from '../model/judge-lists.ts';
import type { Check, Scope } from '../model/scope.ts';
import { unknownUuid, useVictim } from '../model/shared.ts';
import {
  frame,
  judgeRefusal,
  makeRefusedBody,
  sendEach,
  usePath,
} from './refusals/judge-refusal.ts';

// Requests without the right key. Everything else about them is valid, so an effect would be visible.

interface Group {
  slug: string;
  title: string;
  requirement: 'key-is-required' | 'key-is-checked' | 'key-is-not-the-site-key';
  credentials: readonly string[];
  /** Whether one of these is tried in all variations, even on a distant target. */
  isEverywhere?: true;
  /** Credentials that are tried only on reads. Operations do not differ in these, and reads create nothing. */
  onReads?: readonly string[];
}

const groups: readonly Group[] = [
  {
    slug: 'requests-without-a-key',
    title: 'A request without a key is refused',
    requirement: 'key-is-required',
    credentials: ['none', 'empty', 'scheme-alone'],
    isEverywhere: true,
  },
  {
    slug: 'wrong-keys',
    title: 'A wrong key is refused, however similar to the right one',
    requirement: 'key-is-checked',
    isEverywhere: true,
    // biome-ignore format: several a line
    credentials: [
      'unknown', 'half', 'second-half', 'workspace-id', 'longer', 'prefixed', 'last-character',
      'first-character', 'case',
    ],
    onReads: ['hyphen', 'not-ascii', 'word-null', 'word-undefined', 'word-Bearer', 'word-quotes'],
  },
  {
    slug: 'other-schemes',
    title: 'The key is refused with another scheme or outside the Authorization header',
    requirement: 'key-is-checked',
    credentials: ['no-scheme', 'basic', 'basic-plain', 'token', 'other-header'],
    // URLs are logged, so keys in URLs are sent only to this machine.
    onReads: ['colon', 'equals', 'no-space', 'access_token', 'api_key'],
  },
  {
    slug: 'the-key-of-a-site',
    title: "A site's apiKey does not authenticate requests",
    requirement: 'key-is-not-the-site-key',
    credentials: ['site-key'],
  },
];

function createGroupCheck(operation: Operation, group: Group): Check {
  const { slug, title, requirement, credentials, onReads = [] } = group;
  const isRead = operation.method === 'GET';
  const { uses = [], writes, ...common } = frame(operation);
  const needsSite = slug === 'the-key-of-a-site' && uses.length === 0;
  return {
    ...common,
    id: `${operation.id}/refuses-${slug}`,
    title,
    requirements: [requirement],
    sends: `a valid request with each of these credentials: ${[...credentials, ...(isRead ? onReads : [])].join(', ')}`,
    expects: 'a refusal each time (with any 4xx status), and no effect',
    writes: writes || needsSite,
    uses: needsSite ? ['victim'] : uses,
    run: (scope) => tryGroup(scope, operation, group),
  };
}

async function tryGroup(scope: Scope, operation: Operation, group: Group): Promise<void> {
  const { probes } = scope.run;
  const isRead = operation.method === 'GET';
  const path = await usePath(scope, operation);
  if (isRead) await fillCache(scope, operation, path);
  const credentials = probes.pick(scope, group.slug, await listCredentials(scope, group, isRead));
  // Whether a request is checked for keys does not depend on the wrong key: one is tried in all variations, others in one.
  const isEverywhere = probes.areAllSent() || group.isEverywhere === true;
  const [plain, ...variations] = listVariations(scope, operation, path);
  const trials = credentials.map((credential) => ({ ...plain, credential }));
  const [credential] = credentials;
  if (isEverywhere && credential !== undefined)
    for (const variation of variations) trials.push({ ...variation, credential });
  await sendEach(operation, trials, async (trial) => {
    const body = makeRefusedBody(scope, operation);
    const request = { operation: operation.id, ...trial, body } as const;
    const sent = await call(scope, { ...request, intent: 'unauthorised' });
    return judgeRefusal(scope, sent, `the credential is ${trial.credential.title}`);
  });
}

async function listCredentials(
  { run, ...scope }: Scope,
  { credentials, onReads = [] }: Group,
  isRead: boolean,
): Promise<WrongCredential[]> {
  const needsSite = credentials.includes('site-key');
  const siteKey = needsSite ? (await useVictim({ run, ...scope })).apiKey : undefined;
  const ids = [...credentials, ...(isRead ? onReads : [])];
  return listWrongCredentials(run.options.apiKey, siteKey, run.options.workspace).filter(
    ({ id, parameter }) =>
      ids.includes(id) && (parameter === undefined || isLocal(run.target.baseUrl)),
  );
}

/**
 * Requests a list with the right key, which a service may cache, and must not return without it. Waits until the run has
 * created its sites, since those writes would empty the cache.
 */
async function fillCache(
  scope: Scope,
  { id }: Operation,
  path: Record<string, string>,
): Promise<void> {
  try {
    await takeSnapshot(scope);
  } catch (error) {
    // Other checks report an unreadable list.
    if (!(error instanceof Failed || error instanceof Inconclusive)) throw error;
  }
  await call(scope, { operation: id, path });
}

interface Variation {
  path: Record<string, string>;
  query: string;
}

/**
 * Lists variations of a request: the plain one, one for each enum value, a minimum, a cursor, and the other workspace. None of
 * these may disable the key check.
 */
function listVariations(
  scope: Scope,
  { parameters }: Operation,
  path: Variation['path'],
): [Variation, ...Variation[]] {
  const { workspace, otherWorkspace } = scope.run.options;
  const queries: string[] = [];
  for (const { in: location, name, schema } of parameters) {
    if (location !== 'query') continue;
    if (schema.enum !== undefined) queries.push(...schema.enum.map((value) => `${name}=${value}`));
    else if (schema.minimum !== undefined) queries.push(`${name}=${schema.minimum}`);
    else if (schema.format === 'uuid') {
      const sites = [...scope.run.ledger.sites.values()];
      const site = sites.find((candidate) => candidate.workspace === workspace);
      queries.push(`${name}=${site?.id ?? unknownUuid(scope, 'cursor without a key')}`);
    }
  }
  return [
    { path, query: '' },
    ...queries.map((query) => ({ path, query })),
    ...(path['workspaceId'] === undefined || otherWorkspace === undefined
      ? []
      : [{ path: { ...path, workspaceId: otherWorkspace }, query: '' }]),
  ];
}

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

const words = /(?<=\/)[a-z]+(?=\/|$)/g;
const toEscape = (text: string) => `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`;

/**
 * The case of a UUID (RFC 9562, section 4) and an escaped unreserved character (RFC 3986, section 6.2.2.2) do not change the
 * resource. The server decides what other spellings mean.
 */
const spellings: readonly (Disguise & { spell: (path: string) => string })[] = [
  { title: 'the id in upper or lower case', spell: (path) => path.replace(uuids, swapCase) },
  {
    title: 'a percent-encoded character in the id',
    spell: (path) => path.replace(uuids, toEscape),
  },
  {
    title: 'a percent-encoded character in each segment',
    spell: (path) => path.replace(words, toEscape),
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
 * Headers that services may trust as proof of an internal request, headers that make some frameworks use a different path or
 * method, and a body longer than one network packet. Each group is one request.
 */
const disguises: readonly Disguise[] = [
  {
    title: 'headers of proxies and browsers for 127.0.0.1',
    headers: {
      'X-Forwarded-For': '127.0.0.1',
      'X-Real-IP': '127.0.0.1',
      'X-Client-IP': '127.0.0.1',
      'True-Client-IP': '127.0.0.1',
      'X-Originating-IP': '127.0.0.1',
      Forwarded: 'for=127.0.0.1',
      'X-Forwarded-Host': 'localhost',
      Cookie: 'session=1; sid=1; connect.sid=1',
      Origin: 'http://localhost',
      'Access-Control-Request-Method': 'GET',
    },
  },
  {
    title: 'headers that name another path or method',
    headers: {
      'X-Original-URL': '/',
      'X-Rewrite-URL': '/',
      'X-HTTP-Method-Override': 'OPTIONS',
      'X-HTTP-Method': 'OPTIONS',
      'X-Method-Override': 'OPTIONS',
    },
  },
  { title: 'a body of more than 16 KB', padding: 17_000 },
];

/** Key check and routing may interpret a request differently. Every request needs the key, however it is spelled. */
function createDisguiseCheck(
  operation: Operation,
  slug: string,
  title: string,
  all: readonly Disguise[],
): Check {
  return {
    ...frame(operation),
    id: `${operation.id}/refuses-${slug}-without-a-key`,
    title,
    requirements: ['key-is-required'],
    sends: `valid requests without a key, and with ${all.map((disguise) => disguise.title).join(', ')}`,
    expects: 'a refusal each time (with any 4xx status), and no effect',
    async run(scope) {
      const { contract, probes } = scope.run;
      const path = await usePath(scope, operation);
      const { status, mediaType } = successResponse(operation);
      await sendEach(operation, probes.pick(scope, slug, all, 0), async (disguise) => {
        const { padding = 0, spell, headers } = disguise;
        const body = makeRefusedBody(scope, operation);
        const sent = await call(scope, {
          operation: operation.id,
          path,
          spell,
          headers,
          body: padding === 0 ? body : Buffer.from(JSON.stringify(body) + ' '.repeat(padding)),
          credential: { value: undefined },
          intent: 'unauthorised',
        });
        // A service that reads another path or method from a header may respond to that instead.
        const isOther =
          headers !== undefined &&
          mediaType !== undefined &&
          contract.validators.reply(operation.id, status)(sent.reply?.json).length > 0;
        if (isOther) return true;
        return judgeRefusal(scope, sent, `no Authorization header, and ${disguise.title}`);
      });
    },
  };
}

export function createKeyChecks({ operations }: Contract): Check[] {
  const secured = operations.filter((operation) => operation.secured);
  const createGroupChecks = (operation: Operation) =>
    groups.map((group) => createGroupCheck(operation, group));
  return [
    ...secured.flatMap(createGroupChecks),
    ...secured.flatMap((operation) => [
      createDisguiseCheck(
        operation,
        'spelled-paths',
        'Another spelling of a path is also refused without a key',
        spellings,
      ),
      createDisguiseCheck(
        operation,
        'disguised-requests',
        'Headers of proxies and a long body do not replace the key',
        disguises.filter(({ padding }) => padding === undefined || operation.requestBody),
      ),
    ]),
  ];
}
