import { Inconclusive } from '../../../conformance/outcomes.ts';
import { describeHang, hangs } from '../../../conformance/runner/hangs.ts';
import { isSuccess } from '../../../conformance/runner/journal.ts';
import type { Sent } from '../../../conformance/runner/target.ts';
import type { Contract, Operation } from '../../../contract/index.ts';
import {
  brokenBodies,
  listStrangeQueries,
  mislabelledBodies,
  type Nonsense,
  strangeIds,
  strangeUpdates,
} from '../data/nonsense.ts';
import { assertMayWrite, call, fillPath, sendProbe, sendTo, statusOf } from '../model/call.ts';
import { createdKinds, recordWrite } from '../model/ledger.ts';
import type { Check, Scope } from '../model/scope.ts';
import { borrow, makeRoute, unknownUuid, useOriginal } from '../model/shared.ts';
import { fillParameters } from './refusals/judge-refusal.ts';

/** The interface does not document responses to malformed requests, but a 5xx response is never valid. */
export function createNonsenseChecks({ operations }: Contract): Check[] {
  return [...operations.map(createCheck), strangePaths, version];
}

function createCheck(operation: Operation): Check {
  const isRead = operation.requestBody === undefined;
  // All operations on a record share the router that parses its id.
  const ids = isRead ? strangeIds : strangeIds.slice(0, 4);
  const bodies = isRead ? [] : [...brokenBodies, ...mislabelledBodies];
  const makeUpdates = strangeUpdates[operation.id] ?? (() => []);
  const faults = new Set([...bodies, ...makeUpdates('x')].map(({ fault }) => fault));
  const queries = operation.parameters.filter((parameter) => parameter.in === 'query');
  const names = queries.map(({ name }) => `; ${name} twice, and in brackets`);
  return {
    id: `${operation.id}/copes-with-nonsense`,
    title: 'Malformed requests never cause a 5xx response',
    operation: operation.id,
    level: 'MUST',
    requirements: ['no-server-errors'],
    sends: `${isRead ? '' : `requests with ${[...faults].join(', ')}; `}malformed ids (${ids.join(' ')}); an unknown query parameter${names.join('')}`,
    expects: 'a status below 500 each time',
    stage: isRead ? 'listing' : 'calls',
    writes: !isRead,
    uses: operation.id === 'updateSite' ? ['subject'] : isRead ? [] : ['original'],
    async run(scope) {
      const { probes } = scope.run;
      const body = isRead ? undefined : Buffer.from('{}');
      await usePlace(scope, operation, async (path) => {
        const plain = await call(scope, { operation: operation.id, path, body, intent: 'probe' });
        if (statusOf(plain) >= 500)
          throw new Inconclusive(
            `the same request without a fault fails as well; ${operation.id}/never-fails-itself reports that`,
          );
        const updates = makeUpdates(scope.unique());
        for (const nonsense of [
          ...probes.pick(scope, 'bodies', bodies),
          ...probes.pick(scope, 'updates', updates),
        ]) {
          const sent = await sendNonsense(scope, operation, path, nonsense);
          judge(scope, sent, nonsense.fault, nonsense.isLong);
          // Each malformed request that is accepted creates a site.
          if (isSuccess(sent) && createdKinds[operation.id] === 'site') return;
        }
        const request = { operation: operation.id, path, body, query: 'extra=%27' } as const;
        const extra = await call(scope, { ...request, intent: 'probe' });
        judge(scope, extra, 'an unknown query parameter');
        const strange = listStrangeQueries(operation, unknownUuid(scope, 'query'));
        for (const query of probes.pick(scope, 'queries', strange)) {
          const target = `${fillPath(operation, path)}?${query}`;
          judge(scope, await sendRaw(scope, operation.method, target, body), `the query ${query}`);
        }
      });
      for (const id of probes.pick(scope, 'ids', ids)) {
        const path = operation.path.replaceAll(/\{[^}]+\}/g, () => id);
        const sent = await sendRaw(scope, operation.method, path, body, operation.id);
        judge(scope, sent, `the malformed id ${id}`);
      }
    },
  };
}

/**
 * Chooses the target of malformed requests: for updates, a record of the run that is restored at the end; otherwise a place
 * where nothing can be created because a required field is missing, or an unknown id.
 */
async function usePlace(
  scope: Scope,
  operation: Operation,
  act: (path: Record<string, string>) => Promise<void>,
): Promise<void> {
  if (operation.id === 'updateSite')
    return borrow(scope, 1, async (site) => {
      const before = {
        name: scope.unique(),
        ...(site.hostUrl === null ? {} : { hostUrl: site.hostUrl }),
      };
      await act({ siteId: site.id });
      const sent = await sendProbe(scope, 'updateSite', site.id, before);
      if (isSuccess(sent)) recordWrite(site, before, sent);
      else site.uncertain = new Set(Object.keys(site));
    });
  if (operation.id === 'updateRoute') return act({ routeId: (await makeRoute(scope)).id });
  const needsField = (operation.requestBody?.schema.required ?? []).length > 0;
  const path = await fillParameters(operation, async (name) => {
    if (name === 'workspaceId') return scope.run.options.workspace;
    if (needsField) return (await useOriginal(scope)).id;
    return unknownUuid(scope, `nonsense ${operation.id}`);
  });
  return act(path);
}

function sendNonsense(
  scope: Scope,
  operation: Operation,
  path: Record<string, string>,
  { bytes, mediaType, query = '', isLong }: Nonsense,
): Promise<Sent> {
  const headers = mediaType === undefined ? {} : { 'Content-Type': mediaType };
  // Not judged as a call, because the target may close the connection.
  if (isLong === true) {
    const target = fillPath(operation, path) + (query === '' ? '' : `?${query}`);
    return sendRaw(scope, operation.method, target, bytes);
  }
  const request = { operation: operation.id, path, query, body: bytes, headers } as const;
  return call(scope, { ...request, intent: 'probe' });
}

/**
 * Sends a request that does not belong to any operation of the contract.
 * @param like the operation that a lenient target may take it for, and so create a site
 */
async function sendRaw(
  { run }: Scope,
  method: string,
  path: string,
  body?: Uint8Array,
  like = '',
): Promise<Sent> {
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const headers = { Accept: 'application/json', ...type };
  const request = { method, path, headers, credential: run.credential, body };
  assertMayWrite(run, request);
  const ticket = await run.budget.take(like, 'invalid');
  const sent = await run.target.send(request, ticket);
  ticket.settle(sent);
  return sent;
}

/** @param mayHangUp whether the target may close the connection during a long body */
function judge(scope: Scope, sent: Sent, fault: string, mayHangUp = false): void {
  const { reply, loss, isFatal, earlier = [] } = sent;
  // 501 is valid for an unrecognised method (RFC 9110, section 15.6.2).
  if (reply !== undefined && (reply.status < 500 || reply.status === 501)) return;
  if (hangs(scope.run, sent)) {
    const flaw = describeHang(scope.run, sent);
    scope.fail({ ...flaw, message: `${flaw.message}: ${fault}`, exchange: scope.run.show(sent) });
    return;
  }
  const isClosed = loss === 'lost' && isFatal !== true;
  if (mayHangUp && isClosed) return;
  // A request that was not repeated may have met a single accident of the network.
  const isAccident = isClosed && earlier.length === 0;
  if (loss === 'refused' || loss === 'unreached' || loss === 'timeout' || isAccident)
    throw new Inconclusive(sent.error ?? 'a request got no response');
  scope.fail({
    message: `a malformed request made the service fail: ${fault}`,
    expected: 'a status below 500',
    received: reply === undefined ? (sent.error ?? 'no response') : `status ${reply.status}`,
    exchange: scope.run.show(sent),
  });
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
      const sent = await sendRaw(scope, method, path, hasBody ? Buffer.from('{}') : undefined);
      judge(scope, sent, `${method} ${path}`);
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
    const documented = await sendTo(scope, 'listSites', workspace, undefined, { query: 'limit=1' });
    if (isSuccess(documented)) return;
    const status = documented.reply?.status ?? 'none';
    for (const prefix of ['', '/v2']) {
      const unversioned = await sendRaw(
        scope,
        'GET',
        documented.request.path.replace(/^\/v1/, prefix),
      );
      if (!isSuccess(unversioned)) continue;
      scope.fail({
        message: `the service responds under ${prefix === '' ? 'no version' : prefix} and not under /v1`,
        expected: `a response to ${documented.request.path}`,
        received: `status ${status}, and ${statusOf(unversioned)} for ${unversioned.request.path}`,
        exchange: scope.run.show(documented),
      });
      return;
    }
    throw new Inconclusive('no version of the path returns the list');
  },
};
