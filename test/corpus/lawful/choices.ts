import {
  fractions,
  hashOf,
  isEmptyUpdate,
  knownQueries,
  knownWorkspaces,
  nameCopies,
  orderBy,
  refuseWhen,
  unknownCursor,
} from '../deviations/lists.ts';
import { copyAs, updateSiteAs } from '../deviations/records.ts';
import { answerStatus, changeReply } from '../deviations/replies.ts';
import { alsoAccept, demandField, together } from '../deviations/requests.ts';
import { type Entry, entries } from '../entry.ts';
import { Refusal } from '../service/exchange.ts';
import { isObject } from '../service/field-rules.ts';
import { around, type Deviation, type SiteRecord } from '../service/service.ts';

/** Accepts null as the host in updates, which is then read as a text. */
const takeNullHost = (change: (site: SiteRecord) => SiteRecord): Deviation =>
  together(
    alsoAccept('updateSite', 'hostUrl', (value) => value === null),
    updateSiteAs((site, old, input) =>
      input.hostUrl === 'null' ? change({ ...site, hostUrl: old.hostUrl }) : site,
    ),
  );

/** In milliseconds. */
const lagOfCount = 500;

export const choices: readonly Entry[] = entries({
  'choices/newest-first: The list is ordered newest first.': (service) => {
    service.order = (sites) => [...sites].reverse();
  },
  'choices/ordered-by-name: The list is ordered by name, then by id.': orderBy(
    ({ name, id }) => `${name}\0${id}`,
  ),
  'choices/ordered-by-name-ignoring-case: The list is ordered by name without regard to case, then by id.':
    orderBy(({ name, id }) => `${name.toLowerCase()}\0${id}`),
  'choices/ordered-by-id: The list is ordered by id.': orderBy(({ id }) => id),
  'choices/ordered-by-hash: The list has an unpredictable order that never changes.': orderBy(
    ({ id }) => hashOf(id),
  ),
  'choices/update-site-201: Updating a site returns 201.': answerStatus('updateSite', 201),
  'choices/update-site-202: Updating a site returns 202.': answerStatus('updateSite', 202),
  'choices/copy-numbered: An unnamed copy is called like the original with a number after it.':
    nameCopies(({ name }) => `${name} (2)`),
  'choices/copy-same-name: An unnamed copy is called like the original.': nameCopies(
    ({ name }) => name,
  ),
  'choices/copy-untitled: An unnamed copy is called Untitled.': nameCopies(() => 'Untitled'),
  'choices/copy-named-by-id: An unnamed copy has a name that is never the same.': nameCopies(
    ({ id }) => `site-${hashOf(`${id}${Math.random()}`).slice(0, 12)}`,
  ),
  'choices/copy-empty-name: An unnamed copy has an empty name.': nameCopies(() => ''),
  'choices/copy-shares-api-key: A copy has the apiKey of its original.': copyAs(
    (copy, original) => ({ ...copy, apiKey: original.apiKey }),
  ),
  'choices/null-removes-host: An update with null as hostUrl removes the host.': takeNullHost(
    (site) => ({ ...site, hostUrl: null }),
  ),
  'choices/null-keeps-host: An update with null as hostUrl leaves the host unchanged.':
    takeNullHost((site) => site),
  'choices/fraction-floored: A limit that is not whole is rounded down.': fractions(Math.floor),
  'choices/fraction-rounded-up: A limit that is not whole is rounded up.': fractions(Math.ceil),
  'choices/limit-scientific: A limit may be written as 1e1.': around(
    'readLimit',
    (readLimit) => (text, exchange) =>
      readLimit(text !== null && /^\de\d$/.test(text) ? String(Number(text)) : text, exchange),
  ),
  'choices/last-limit-counts: Of several limits the last counts.': around(
    'readLimit',
    (readLimit) => (_, exchange) =>
      readLimit(exchange.request.query.getAll('limit').at(-1) ?? null, exchange),
  ),
  'choices/several-limits-refused: Several limits in one query are refused.': refuseWhen(
    'bad-query',
    ({ request }) => request.query.getAll('limit').length > 1,
  ),
  'choices/unknown-cursor-empty: A cursor that names no site of the workspace returns an empty page.':
    unknownCursor('empty'),
  'choices/unknown-cursor-first: A cursor that names no site of the workspace returns the first page.':
    unknownCursor('first'),
  'choices/limit-zero-has-no-more: A page of no sites says that nothing follows.': around(
    'paginate',
    (paginate) => (sites, query, exchange) =>
      query.limit === 0 ? { sites: [], hasMore: false } : paginate(sites, query, exchange),
  ),
  'choices/has-more-lags-500: hasMore counts only sites that were created at least half a second ago.':
    (service) => {
      const createdAt = new Map<string, number>();
      const { insertSite } = service.store;
      service.store.insertSite = (site) => {
        createdAt.set(site.id, Date.now());
        insertSite(site);
      };
      const { paginate } = service;
      service.paginate = (sites, query, exchange) => {
        const page = paginate(sites, query, exchange);
        const last = page.sites.at(-1)?.id ?? query.after?.toLowerCase();
        const following = sites.slice(sites.findIndex(({ id }) => id.toLowerCase() === last) + 1);
        const isCounted = ({ id }: { id: string }) =>
          Date.now() - (createdAt.get(id) ?? 0) > lagOfCount;
        return { ...page, hasMore: following.some(isCounted) };
      };
    },
  'choices/method-override-honoured: A POST with X-HTTP-Method-Override is treated as a request with that method.':
    around('respond', (respond) => (request) => {
      const method = request.headers['x-http-method-override'];
      const isOverridden = request.method === 'POST' && typeof method === 'string';
      return respond(isOverridden ? { ...request, method } : request);
    }),
});

export const demands: readonly Entry[] = entries({
  'choices/empty-parameters-left-out: An empty limit, and an empty cursor, are treated as none.': (
    service,
  ) => {
    const { readAfter, readLimit } = service;
    service.readAfter = (text, exchange) => readAfter(text || null, exchange);
    service.readLimit = (text, exchange) => readLimit(text || null, exchange);
  },
  'choices/unknown-queries-refused: Unknown query parameters are refused.': refuseWhen(
    'bad-query',
    ({ operationId, request }) =>
      [...request.query.keys()].some((name) => !(knownQueries[operationId] ?? []).includes(name)),
  ),
  'choices/unknown-fields-refused: Unknown fields of a body are refused.': (service) =>
    refuseWhen(
      'invalid',
      ({ operationId, body }) =>
        operationId !== 'unmatched' &&
        operationId !== 'listSites' &&
        isObject(body) &&
        Object.keys(body).some((name) => !(name in service.fieldRules[operationId])),
    )(service),
  'choices/unknown-workspaces-404: Only the two given workspaces exist; others get status 404.':
    knownWorkspaces(404, () => true),
  'choices/unknown-workspaces-403: Only the two given workspaces exist; others get status 403.':
    knownWorkspaces(403, () => true),
  'choices/unknown-workspaces-410: Only the two given workspaces exist; others get status 410.':
    knownWorkspaces(410, () => true),
  'choices/unknown-workspaces-listed-empty: Unknown workspaces list no sites and accept no requests that write.':
    knownWorkspaces(404, ({ operationId }) => operationId !== 'listSites'),
  'choices/empty-update-refused: An update without any field is refused.': refuseWhen(
    'invalid',
    isEmptyUpdate,
  ),
  'choices/site-update-needs-name: An update of a site needs a name; the interface does not show which fields it requires.':
    demandField('updateSite', 'name'),
  'choices/site-update-needs-name-and-host: An update of a site needs name and host.': (
    service,
  ) => {
    demandField('updateSite', 'name')(service);
    demandField('updateSite', 'hostUrl')(service);
  },
  'choices/copy-needs-body: Duplicating without any body is refused; an empty object is accepted.':
    around('readBody', (readBody) => (exchange) => {
      if (exchange.operationId === 'duplicateSite' && exchange.request.bytes.length === 0) {
        throw new Refusal('malformed', 'a body is required');
      }
      return readBody(exchange);
    }),
  'choices/content-type-required: A body that is not labelled application/json gets status 415.':
    refuseWhen(
      'malformed',
      ({ operationId, request }) =>
        operationId !== 'listSites' &&
        request.bytes.length > 0 &&
        !/^application\/json\b/i.test(request.headers['content-type'] ?? ''),
      415,
    ),
  'choices/length-required: A body without a Content-Length gets status 411.': refuseWhen(
    'malformed',
    ({ request }) => request.headers['transfer-encoding'] !== undefined,
    411,
  ),
  'choices/head-is-served: HEAD is returned like GET, without a body.': around(
    'matchOperation',
    (matchOperation) => (request) =>
      matchOperation(request.method === 'HEAD' ? { ...request, method: 'GET' } : request),
  ),
  'choices/method-405: A method that a path does not have gets status 405 with Allow.': around(
    'refuse',
    (refuse) => (exchange, refusal) => {
      const reply = refuse(exchange, refusal);
      return refusal.reason === 'no-operation'
        ? { ...reply, status: 405, headers: { ...reply.headers, allow: 'GET, POST, PATCH' } }
        : reply;
    },
  ),
  'choices/location-header: What is created is also named by a Location header.': changeReply(
    ['createSite', 'createRoute', 'createWebhook', 'duplicateSite'],
    (reply) => ({
      ...reply,
      headers: { ...reply.headers, location: '/v1/created' },
    }),
  ),
  'choices/other-operations-exist: A single site can be read, though the interface does not show it.':
    around('respond', (respond, service) => async (request) => {
      const id = request.method === 'GET' && request.path.match(/^\/v1\/sites\/([^/]+)$/)?.[1];
      const site = id && service.store.findSite(id);
      if (!site || request.headers.authorization !== `Bearer ${service.apiKey}`)
        return respond(request);
      const { name, hostUrl, apiKey, further } = site;
      const bytes = Buffer.from(JSON.stringify({ id: site.id, name, hostUrl, apiKey, ...further }));
      return { status: 200, headers: { 'content-type': 'application/json' }, bytes };
    }),
});
