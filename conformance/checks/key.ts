import type { Contract, Operation } from '../../contract/index.ts';
import { listWrongCredentials, type WrongCredential } from '../model/credentials.ts';
import { createdKinds } from '../model/record-writes.ts';
import type { Check, Scope } from '../model/scope.ts';
import { unknownUuid, useVictim } from '../model/shared.ts';
import { takeSnapshot } from '../model/snapshot.ts';
import { Failed, Inconclusive } from '../results.ts';
import { isSuccess } from '../runner/journal.ts';
import { isLocal } from '../runner/proxy.ts';
import { call } from '../runner/run.ts';
import { judgeRefusal, listPathSites, makeRefusedBody, usePath } from './refusals/judge-refusal.ts';

interface Group {
  slug: string;
  title: string;
  requirement: 'key-is-required' | 'key-is-checked' | 'key-is-not-the-site-key';
  credentials: readonly string[];
  /** Whether one of these is tried in all places, even on a distant target. */
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
    credentials: [
      'unknown',
      'half',
      'second-half',
      'workspace-id',
      'longer',
      'prefixed',
      'last-character',
      'first-character',
      'case',
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

/** Creates the checks of the key for every operation. Only the key of each request is wrong, so its effect would be visible. */
export function createKeyChecks(contract: Contract): Check[] {
  return contract.operations
    .filter(({ secured }) => secured)
    .flatMap((operation) =>
      groups.map(
        (group): Check => ({
          id: `${operation.id}/refuses-${group.slug}`,
          title: group.title,
          operation: operation.id,
          level: 'MUST',
          refuses: true,
          long: group.slug === 'wrong-keys',
          requirements: [group.requirement],
          sends: `a valid request with each of these credentials: ${[...group.credentials, ...(operation.method === 'GET' ? (group.onReads ?? []) : [])].join(', ')}`,
          expects: 'a refusal each time (with any 4xx status), and no effect',
          // Lists are requested while nothing is written, because a response cached for the key must not be returned without
          // it.
          stage: operation.method === 'GET' ? 'listing' : 'calls',
          ...toNeeds(operation, group.slug === 'the-key-of-a-site'),
          run: (scope) => tryGroup(scope, operation, group),
        }),
      ),
    );
}

async function tryGroup(scope: Scope, operation: Operation, group: Group): Promise<void> {
  const { probes } = scope.run;
  const isRead = operation.method === 'GET';
  const path = await usePath(scope, operation);
  if (isRead) await fillCache(scope, operation, path);
  // Whether a place checks keys at all does not depend on the wrong key.
  const isEverywhere = probes.areAllSent() || group.isEverywhere === true;
  const places = listPlaces(scope, operation, path).slice(0, isEverywhere ? undefined : 1);
  // One wrong key is tried in all places, the others in one.
  const tryKey = (credential: WrongCredential, at: number) =>
    tryCredential(scope, operation, credential, at === 0 ? places : places.slice(0, 1), at > 0);
  const all = await pickCredentials(scope, group, operation);
  const credentials = probes.pick(scope, group.slug, all);
  if (isRead) await Promise.all(credentials.map(tryKey));
  else for (const [at, one] of credentials.entries()) if (!(await tryKey(one, at))) return;
}

/**
 * Requests a list with the right key, which a service may cache. Waits until the run has created its sites, since those
 * writes would empty the cache.
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

/** @returns whether to continue: one record that cannot be deleted is enough evidence */
async function tryCredential(
  scope: Scope,
  operation: Operation,
  credential: WrongCredential,
  places: readonly Place[],
  isLater: boolean,
): Promise<boolean> {
  const isCreating = createdKinds[operation.id] !== undefined;
  const [{ path } = { path: {} }] = places;
  if (isLater && (await isRefusedEarly(scope, operation, path, credential))) return true;
  const body = makeRefusedBody(scope, operation);
  for (const place of places) {
    const sent = await call(scope, {
      operation: operation.id,
      ...place,
      body,
      credential,
      intent: 'unauthorised',
    });
    await judgeRefusal(scope, sent, `the credential is ${credential.title}`);
    if (isSuccess(sent) && isCreating) return false;
  }
  return true;
}

/**
 * Determines what a check needs. Conforming targets write nothing without the key, so reading with a wrong key does not need
 * permission to write.
 */
function toNeeds(
  operation: Operation,
  needsSite: boolean,
): Required<Pick<Check, 'writes' | 'uses'>> {
  const path = listPathSites(operation);
  const uses = needsSite && path.length === 0 ? ['victim'] : path;
  return { uses, writes: operation.method !== 'GET' || uses.length > 0 };
}

/**
 * Whether the target refuses a wrong key even for a request that cannot create a site. A refused request may still take
 * effect, and sites cannot be deleted, so such requests are sent for all but the first wrong key. If the status is not that
 * of a wrong key, the caller sends the valid request.
 */
async function isRefusedEarly(
  scope: Scope,
  operation: Operation,
  path: Record<string, string>,
  credential: WrongCredential,
): Promise<boolean> {
  if (createdKinds[operation.id] !== 'site') return false;
  const isCopy = operation.id === 'duplicateSite';
  const { reply } = await call(scope, {
    operation: operation.id,
    path: isCopy ? { siteId: unknownUuid(scope, 'original without a key') } : path,
    body: { name: 0 },
    credential,
    intent: 'unauthorised',
  });
  // For an unknown site, 403 may mean that it is hidden.
  return reply?.status === 401 || (reply?.status === 403 && !isCopy);
}

interface Place {
  path: Record<string, string>;
  query: string;
}

/**
 * Lists places to try: the plain request, one for each enum value, a minimum, a cursor, and the other workspace. None of
 * these may disable the key check.
 */
function listPlaces(
  scope: Scope,
  { parameters }: Operation,
  path: Record<string, string>,
): Place[] {
  const { otherWorkspace } = scope.run.options;
  const queries: string[] = [];
  for (const { in: place, name, schema } of parameters) {
    if (place !== 'query') continue;
    if (schema.enum !== undefined) queries.push(...schema.enum.map((value) => `${name}=${value}`));
    else if (schema.minimum !== undefined) queries.push(`${name}=${schema.minimum}`);
    else if (schema.format === 'uuid') queries.push(`${name}=${findCursor(scope)}`);
  }
  return [
    { path, query: '' },
    ...queries.map((query) => ({ path, query })),
    ...(path['workspaceId'] === undefined || otherWorkspace === undefined
      ? []
      : [{ path: { ...path, workspaceId: otherWorkspace }, query: '' }]),
  ];
}

/** The id of a site of the run, or any UUID if there is none: both must be refused. */
function findCursor(scope: Scope): string {
  const { workspace } = scope.run.options;
  const site = [...scope.run.ledger.sites.values()].find((made) => made.workspace === workspace);
  return site?.id ?? unknownUuid(scope, 'cursor without a key');
}

async function pickCredentials(
  scope: Scope,
  { credentials, onReads = [] }: Group,
  { method }: Operation,
): Promise<WrongCredential[]> {
  const siteKey = credentials.includes('site-key') ? (await useVictim(scope)).apiKey : undefined;
  const ids = [...credentials, ...(method === 'GET' ? onReads : [])];
  return listWrongCredentials(
    scope.run.options.apiKey,
    siteKey,
    scope.run.options.workspace,
  ).filter(
    ({ id, parameter }) =>
      ids.includes(id) && (parameter === undefined || isLocal(scope.run.target.baseUrl)),
  );
}
