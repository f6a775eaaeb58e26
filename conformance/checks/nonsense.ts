import type { Contract, Operation } from '../../contract/index.ts';
import {
  brokenBodies,
  listStrangeQueries,
  mislabelledBodies,
  type Nonsense,
  strangeIds,
  strangeUpdates,
} from '../data/nonsense.ts';
import { writable } from '../model/ledger.ts';
import { createdKinds } from '../model/record-writes.ts';
import { prepareRoute } from '../model/routes.ts';
import type { Check, Scope } from '../model/scope.ts';
import { takeTurn, unknownUuid, useOriginal, useSubject } from '../model/shared.ts';
import { tryUpdateSite } from '../model/trials.ts';
import { Inconclusive } from '../results.ts';
import { isSuccess } from '../runner/journal.ts';
import { call, fillPath, probe } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';
import { fillParameters } from './refusals/judge-refusal.ts';

const encoder = new TextEncoder();

/** The interface does not document responses to malformed requests, but a 5xx response is never valid. */
export function createNonsenseChecks({ operations }: Contract): Check[] {
  return [...operations.map(createCheck), strangePaths, version];
}

function createCheck(operation: Operation): Check {
  const isRead = operation.requestBody === undefined;
  const makeUpdates = strangeUpdates[operation.id];
  // All operations on a record share the router that parses its id.
  const ids = isRead ? strangeIds : strangeIds.slice(0, 4);
  const bodies = isRead ? [] : [...brokenBodies, ...mislabelledBodies];
  const queryNames = operation.parameters.flatMap(({ in: place, name }) =>
    place === 'query' ? [name] : [],
  );
  const sent = [...bodies, ...(makeUpdates?.('x') ?? [])].map(({ fault }) => fault);
  return {
    id: `${operation.id}/copes-with-nonsense`,
    title: 'Malformed requests never cause a 5xx response',
    operation: operation.id,
    level: 'MUST',
    requirements: ['no-server-errors'],
    sends: `${isRead ? '' : `requests with ${[...new Set(sent)].join(', ')}; `}malformed ids (${ids.join(' ')}); an unknown query parameter${queryNames.length === 0 ? '' : `; ${queryNames.join(' and ')} twice, and in brackets`}`,
    expects: 'a status below 500 each time',
    stage: isRead ? 'listing' : 'calls',
    long: true,
    writes: !isRead,
    uses:
      makeUpdates === undefined ? [] : operation.id === 'updateSite' ? ['subject'] : ['original'],
    async run(scope) {
      await usePlace(scope, operation, async (path, adopt) => {
        const updates = makeUpdates?.(scope.unique()) ?? [];
        const { probes } = scope.run;
        for (const nonsense of [
          ...probes.pick(scope, 'bodies', bodies),
          ...probes.pick(scope, 'updates', updates),
        ]) {
          const sent = await send(scope, operation, path, nonsense);
          adopt(judge(scope, sent, nonsense));
          // Each malformed request that is accepted creates a site.
          if (isSuccess(sent) && createdKinds[operation.id] === 'site') return;
        }
        const bytes = encoder.encode('{}');
        const strange = { fault: '', bytes, query: 'extra=%27' };
        adopt(judge(scope, await send(scope, operation, path, strange, isRead)));
        const queries = listStrangeQueries(operation, unknownUuid(scope, 'query'));
        for (const query of probes.pick(scope, 'queries', queries)) {
          const target = `${fillPath(operation, path)}?${query}`;
          const body = isRead ? undefined : bytes;
          const sent = await sendRaw(scope, operation.method, target, body);
          judge(scope, sent, { fault: `the query ${query}` });
        }
      });
      const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? '');
      const template = fillPath(operation, Object.fromEntries(names.map((name) => [name, 'ID'])));
      const body = isRead ? undefined : encoder.encode('{}');
      const answers: [string, Sent][] = [];
      for (const id of scope.run.probes.pick(scope, 'ids', ids)) {
        const path = template.replaceAll('/ID', `/${id}`);
        answers.push([id, await sendRaw(scope, operation.method, path, body)]);
      }
      const isAny = answers.length > 2 && answers.every(([, { reply }]) => isFailing(reply));
      for (const [id, sent] of answers)
        judge(scope, sent, {
          fault: isAny ? `an id in the path that is not a UUID` : `the malformed id ${id}`,
        });
    },
  };
}

/** Records that a request may have changed something. */
type Adopt = (sent: Sent) => void;

type Act = (path: Record<string, string>, adopt: Adopt) => Promise<void>;

/**
 * Chooses the target of malformed requests: for updates, a record of the run that is restored at the end; otherwise a place
 * where nothing can be created because a required field is missing, or an unknown id.
 */
async function usePlace(scope: Scope, operation: Operation, act: Act): Promise<void> {
  if (operation.id === 'updateSite') return useSubjectSite(scope, act);
  if (operation.id === 'updateRoute') {
    const site = await useOriginal(scope);
    const { id } = await prepareRoute(scope, site.id, { pathname: scope.pathname() });
    return act({ routeId: id }, () => {});
  }
  const needsField = (operation.requestBody?.schema.required ?? []).length > 0;
  const path = await fillParameters(operation, async (name) => {
    if (name === 'workspaceId') return scope.run.options.workspace;
    return needsField
      ? (await useOriginal(scope)).id
      : unknownUuid(scope, `nonsense ${operation.id}`);
  });
  return act(path, () => {});
}

function useSubjectSite(scope: Scope, act: Act): Promise<void> {
  return takeTurn(
    scope,
    'subject',
    async () => {
      const site = await useSubject(scope);
      const { hostUrl } = site;
      const before = { name: scope.unique(), ...(hostUrl === null ? {} : { hostUrl }) };
      let isChanged = false;
      await act({ siteId: site.id }, (sent) => {
        // A request with a 5xx response may still have taken effect.
        isChanged ||= isSuccess(sent) || sent.reply === undefined || sent.reply.status >= 500;
      });
      if (!isChanged) return;
      const put = await tryUpdateSite(scope, site.id, before);
      site.writers.push(scope.check.id);
      if (isSuccess(put)) Object.assign(site, before);
      else site.uncertain = new Set(writable);
    },
    scope.run.probes.count(22) + 2,
  );
}

function send(
  scope: Scope,
  operation: Operation,
  path: Record<string, string>,
  { bytes, mediaType, query = '', isLong }: Nonsense,
  isRead = false,
): Promise<Sent> {
  const headers = mediaType === undefined ? {} : { 'Content-Type': mediaType };
  // Sent separately, because the target may close the connection.
  if (isLong === true) {
    const target = fillPath(operation, path) + (query === '' ? '' : `?${query}`);
    return sendRaw(scope, operation.method, target, bytes);
  }
  return probe(scope, {
    operation: operation.id,
    path,
    query,
    body: isRead ? undefined : bytes,
    headers,
  });
}

/** Sends a request that does not belong to any operation of the contract. */
function sendRaw(
  { run, check }: Scope,
  method: string,
  path: string,
  body?: Uint8Array,
): Promise<Sent> {
  if (!run.mayWrite && method !== 'GET')
    throw new Inconclusive('writing is not allowed: the target is not on this machine');
  const request = {
    method,
    path,
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    credential: run.credential,
    body,
  };
  return run.target.send(request, { isUrgent: run.urgent.has(check.id) });
}

/** Whether the target closed the connection during a long body, without crashing. */
function isHungUp({ loss, isFatal }: Sent): boolean {
  return loss === 'lost' && isFatal !== true;
}

/** Whether a response is a 5xx other than 501, which is valid for an unrecognised method (RFC 9110, section 15.6.2). */
function isFailing(reply: Sent['reply']): boolean {
  return reply !== undefined && reply.status >= 500 && reply.status !== 501;
}

function judge(scope: Scope, sent: Sent, { fault = '', isLong }: Partial<Nonsense> = {}): Sent {
  const { reply } = sent;
  if (reply !== undefined && !isFailing(reply)) return sent;
  if (sent.loss === 'refused' || sent.loss === 'unreached')
    throw new Inconclusive(sent.error ?? 'a request got no response');
  if (isLong === true && isHungUp(sent)) return sent;
  scope.fail({
    message: `a malformed request made the service fail${fault === '' ? '' : `: ${fault}`}`,
    expected: 'a status below 500',
    received: reply === undefined ? (sent.error ?? 'no response') : `status ${reply.status}`,
    exchange: scope.run.show(sent),
  });
  return sent;
}

const strangePaths: Check = {
  id: 'service/copes-with-unknown-paths-and-methods',
  title: 'Undocumented paths and methods never cause a 5xx response',
  operation: 'service',
  level: 'MUST',
  requirements: ['no-server-errors'],
  sends:
    'GET requests for undocumented paths, and undocumented methods on documented paths, without ids of existing resources',
  expects: 'a status below 500 each time',
  stage: 'calls',
  writes: true,
  async run(scope) {
    const nothing = unknownUuid(scope, 'unknown paths');
    const { workspace } = scope.run.options;
    const requests = [
      ['GET', '/v1/path-that-nobody-knows'],
      ['GET', '/v1/'],
      ['GET', `/v1/sites/${nothing}`],
      ['GET', `/v1/routes/${nothing}`],
      ['PUT', `/v1/sites/${nothing}`],
      ['DELETE', `/v1/sites/${nothing}`],
      ['POST', `/v1/routes/${nothing}`],
      ['PATCH', `/v1/workspaces/${workspace}/sites`],
      ['GET', `/v1//workspaces/${workspace}/sites`],
      ['GET', '/v1/%zz'],
    ] as const;
    for (const [method, path] of scope.run.probes.pick(scope, 'paths', requests, 0)) {
      const hasBody = method !== 'GET' && method !== 'DELETE';
      const body = hasBody ? encoder.encode('{}') : undefined;
      judge(scope, await sendRaw(scope, method, path, body));
    }
  },
};

const version: Check = {
  id: 'service/serves-under-the-version',
  locates: true,
  title: 'Paths start with the documented version',
  operation: 'service',
  level: 'MUST',
  requirements: ['version-prefix'],
  sends:
    'the list under its documented path; if that does not exist, the same path without a version and with the next version',
  expects: 'a response under the documented path, not only under another',
  stage: 'calls',
  writes: false,
  async run(scope) {
    const { workspace } = scope.run.options;
    const documented = await call(scope, {
      operation: 'listSites',
      path: { workspaceId: workspace },
      query: 'limit=1',
    });
    if (isSuccess(documented)) return;
    for (const prefix of ['', '/v2']) {
      const other = await sendRaw(scope, 'GET', documented.request.path.replace(/^\/v1/, prefix));
      if (!isSuccess(other)) continue;
      scope.fail({
        message: `the service responds under ${prefix === '' ? 'no version' : prefix} and not under /v1`,
        expected: `a response to ${documented.request.path}`,
        received: `status ${documented.reply?.status ?? 'none'}, and ${other.reply?.status} for ${other.request.path}`,
        exchange: scope.run.show(documented),
      });
      return;
    }
    throw new Inconclusive('no version of the path returns the list');
  },
};
