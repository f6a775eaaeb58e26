import { createHash } from 'node:crypto';
import { answerStatus, changeReply } from '../deviations/replies.ts';
import { demandField } from '../deviations/rules.ts';
import type { Entry } from '../entry.ts';
import type { Exchange } from '../service/exchange.ts';
import { isObject } from '../service/field-rules.ts';
import { Refusal, type RefusalReason } from '../service/refusal.ts';
import type { Deviation } from '../service/service.ts';
import type { SiteRecord } from '../service/store.ts';

const orderBy =
  (keyOf: (site: SiteRecord) => string): Deviation =>
  (service) => {
    service.order = (sites) =>
      sites
        .map((site) => ({ site, key: keyOf(site) }))
        .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
        .map(({ site }) => site);
  };

const hashOf = (text: string): string => createHash('sha1').update(text).digest('hex');

const nameCopies =
  (nameCopy: (original: SiteRecord) => string): Deviation =>
  (service) => {
    service.nameCopy = nameCopy;
  };

/** Refuses requests that meet a condition, right before the operation. */
const refuseWhen =
  (reason: RefusalReason, isRefused: (exchange: Exchange) => boolean, status?: number): Deviation =>
  (service) => {
    const { checkBody } = service;
    service.checkBody = (exchange) => {
      checkBody(exchange);
      if (isRefused(exchange))
        throw new Refusal(reason, 'refused by a rule of this deployment', status);
    };
  };

const isEmptyUpdate = ({ operationId, body }: Exchange): boolean =>
  (operationId === 'updateSite' || operationId === 'updateRoute') &&
  isObject(body) &&
  Object.keys(body).length === 0;

const knownQueries: Readonly<Record<string, readonly string[]>> = {
  listSites: ['limit', 'after'],
  createRoute: ['skipValidation'],
  updateRoute: ['skipValidation'],
};

const unknownCursor =
  (answer: 'empty' | 'first'): Deviation =>
  (service) => {
    const { paginate } = service;
    service.paginate = (sites, query, exchange) => {
      if (query.after === undefined || sites.some(({ id }) => id === query.after)) {
        return paginate(sites, query, exchange);
      }
      if (answer === 'empty') return { sites: [], hasMore: false };
      return paginate(sites, { ...query, after: undefined }, exchange);
    };
  };

const fractions =
  (round: (limit: number) => number): Deviation =>
  (service) => {
    const { readLimit } = service;
    service.readLimit = (text, exchange) =>
      readLimit(
        text !== null && /^\d+\.\d+$/.test(text) ? String(round(Number(text))) : text,
        exchange,
      );
  };

const knownWorkspaces =
  (status: number, isAsked: (exchange: Exchange) => boolean): Deviation =>
  (service) => {
    const known = new Set<string>(service.workspaceIds);
    const owners = new Set(['listSites', 'createSite', 'createWebhook']);
    refuseWhen(
      'not-found',
      (exchange) =>
        owners.has(exchange.operationId) &&
        isAsked(exchange) &&
        !known.has(exchange.resourceId.toLowerCase()),
      status,
    )(service);
  };

export const choices: readonly Entry[] = [
  {
    id: 'choices/newest-first',
    title: 'The list is ordered newest first.',
    deviate: (service) => {
      service.order = (sites) => [...sites].reverse();
    },
  },
  {
    id: 'choices/ordered-by-name',
    title: 'The list is ordered by name, then by id.',
    deviate: orderBy(({ name, id }) => `${name}\0${id}`),
  },
  {
    id: 'choices/ordered-by-name-ignoring-case',
    title: 'The list is ordered by name without regard to case, then by id.',
    deviate: orderBy(({ name, id }) => `${name.toLowerCase()}\0${id}`),
  },
  {
    id: 'choices/ordered-by-id',
    title: 'The list is ordered by id.',
    deviate: orderBy(({ id }) => id),
  },
  {
    id: 'choices/ordered-by-hash',
    title: 'The list stands in an order that nobody can guess and that never changes.',
    deviate: orderBy(({ id }) => hashOf(id)),
  },
  {
    id: 'choices/update-site-201',
    title: 'Updating a site answers 201.',
    deviate: answerStatus('updateSite', 201),
  },
  {
    id: 'choices/update-site-202',
    title: 'Updating a site answers 202.',
    deviate: answerStatus('updateSite', 202),
  },
  {
    id: 'choices/copy-numbered',
    title: 'An unnamed copy is called like the original with a number behind it.',
    deviate: nameCopies(({ name }) => `${name} (2)`),
  },
  {
    id: 'choices/copy-same-name',
    title: 'An unnamed copy is called like the original.',
    deviate: nameCopies(({ name }) => name),
  },
  {
    id: 'choices/copy-untitled',
    title: 'An unnamed copy is called Untitled.',
    deviate: nameCopies(() => 'Untitled'),
  },
  {
    id: 'choices/copy-named-by-id',
    title: 'An unnamed copy has a name that is never the same.',
    deviate: nameCopies(({ id }) => `site-${hashOf(`${id}${Math.random()}`).slice(0, 12)}`),
  },
  {
    id: 'choices/copy-empty-name',
    title: 'An unnamed copy has an empty name.',
    deviate: nameCopies(() => ''),
  },
  {
    id: 'choices/fraction-floored',
    title: 'A limit that is not whole is rounded down.',
    deviate: fractions(Math.floor),
  },
  {
    id: 'choices/fraction-rounded-up',
    title: 'A limit that is not whole is rounded up.',
    deviate: fractions(Math.ceil),
  },
  {
    id: 'choices/limit-scientific',
    title: 'A limit may be written as 1e1.',
    deviate: (service) => {
      const { readLimit } = service;
      service.readLimit = (text, exchange) =>
        readLimit(text !== null && /^\de\d$/.test(text) ? String(Number(text)) : text, exchange);
    },
    proof: async (client) =>
      (await client.call('GET', `/v1/workspaces/${client.workspaceIds[0]}/sites?limit=1e1`)).status,
  },
  {
    id: 'choices/last-limit-counts',
    title: 'Of several limits the last counts.',
    deviate: (service) => {
      const { readLimit } = service;
      service.readLimit = (_, exchange) =>
        readLimit(exchange.request.query.getAll('limit').at(-1) ?? null, exchange);
    },
    proof: async (client) =>
      (await client.call('GET', `/v1/workspaces/${client.workspaceIds[0]}/sites?limit=abc&limit=1`))
        .status,
  },
  {
    id: 'choices/several-limits-refused',
    title: 'Several limits in one query are refused.',
    deviate: refuseWhen('bad-query', ({ request }) => request.query.getAll('limit').length > 1),
    proof: async (client) =>
      (await client.call('GET', `/v1/workspaces/${client.workspaceIds[0]}/sites?limit=1&limit=1`))
        .status,
  },
  {
    id: 'choices/unknown-cursor-empty',
    title: 'A cursor that names no site of the workspace answers an empty page.',
    deviate: unknownCursor('empty'),
  },
  {
    id: 'choices/unknown-cursor-first',
    title: 'A cursor that names no site of the workspace answers the first page.',
    deviate: unknownCursor('first'),
  },
  {
    id: 'choices/limit-zero-has-no-more',
    title: 'A page of no sites says that nothing follows.',
    deviate: (service) => {
      const { paginate } = service;
      service.paginate = (sites, query, exchange) =>
        query.limit === 0 ? { sites: [], hasMore: false } : paginate(sites, query, exchange);
    },
  },
  {
    id: 'choices/limit-zero-has-more',
    title: 'A page of no sites says that more follow.',
    deviate: (service) => {
      const { paginate } = service;
      service.paginate = (sites, query, exchange) =>
        query.limit === 0 ? { sites: [], hasMore: true } : paginate(sites, query, exchange);
    },
    proof: async (client) =>
      (await client.call('GET', `/v1/workspaces/${client.workspaceIds[0]}/sites?limit=0`)).text,
  },
  {
    id: 'choices/unknown-queries-refused',
    title: 'Unknown query parameters are refused.',
    deviate: refuseWhen('bad-query', ({ operationId, request }) =>
      [...request.query.keys()].some((name) => !(knownQueries[operationId] ?? []).includes(name)),
    ),
  },
  {
    id: 'choices/unknown-fields-refused',
    title: 'Unknown fields of a body are refused.',
    deviate: (service) =>
      refuseWhen(
        'invalid',
        ({ operationId, body }) =>
          operationId !== 'unmatched' &&
          operationId !== 'listSites' &&
          isObject(body) &&
          Object.keys(body).some((name) => !(name in service.fieldRules[operationId])),
      )(service),
  },
  {
    id: 'choices/unknown-workspaces-404',
    title: 'Only the two given workspaces exist; others answer 404.',
    deviate: knownWorkspaces(404, () => true),
  },
  {
    id: 'choices/unknown-workspaces-403',
    title: 'Only the two given workspaces exist; others answer 403.',
    deviate: knownWorkspaces(403, () => true),
  },
  {
    id: 'choices/unknown-workspaces-listed-empty',
    title: 'Unknown workspaces list nothing and take nothing.',
    deviate: knownWorkspaces(404, ({ operationId }) => operationId !== 'listSites'),
  },
  {
    id: 'choices/empty-update-refused',
    title: 'An update without any field is refused.',
    deviate: refuseWhen('invalid', isEmptyUpdate),
  },
  {
    id: 'choices/site-update-needs-name',
    title:
      'An update of a site needs a name; the interface does not show which fields it requires.',
    deviate: demandField('updateSite', 'name'),
  },
  {
    id: 'choices/site-update-needs-name-and-host',
    title: 'An update of a site needs name and host.',
    deviate: (service) => {
      demandField('updateSite', 'name')(service);
      demandField('updateSite', 'hostUrl')(service);
    },
  },
  {
    id: 'choices/copy-needs-body',
    title: 'Duplicating without any body is refused; an empty object is taken.',
    deviate: (service) => {
      const { readBody } = service;
      service.readBody = (exchange) => {
        if (exchange.operationId === 'duplicateSite' && exchange.request.bytes.length === 0) {
          throw new Refusal('malformed', 'a body is required');
        }
        return readBody(exchange);
      };
    },
  },
  {
    id: 'choices/content-type-required',
    title: 'A body that is not labelled application/json answers 415.',
    deviate: refuseWhen(
      'malformed',
      ({ operationId, request }) =>
        operationId !== 'listSites' &&
        request.bytes.length > 0 &&
        !/^application\/json\b/i.test(request.headers['content-type'] ?? ''),
      415,
    ),
  },
  {
    id: 'choices/length-required',
    title: 'A body without a Content-Length answers 411.',
    deviate: refuseWhen(
      'malformed',
      ({ request }) => request.headers['transfer-encoding'] !== undefined,
      411,
    ),
    proof: async (client) => {
      const path = `/v1/workspaces/${client.workspaceIds[0]}/sites`;
      const headers = { 'transfer-encoding': 'chunked' };
      return (await client.call('POST', path, { body: { name: 'A' }, headers })).status;
    },
  },
  {
    id: 'choices/head-is-served',
    title: 'HEAD is answered like GET, without a body.',
    deviate: (service) => {
      const { matchOperation } = service;
      service.matchOperation = (request) =>
        matchOperation(request.method === 'HEAD' ? { ...request, method: 'GET' } : request);
    },
    proof: async (client) =>
      (await client.call('HEAD', `/v1/workspaces/${client.workspaceIds[0]}/sites`)).status,
  },
  {
    id: 'choices/method-405',
    title: 'A method that a path does not have answers 405 with Allow.',
    deviate: (service) => {
      const { refuse } = service;
      service.refuse = (exchange, refusal) => {
        const reply = refuse(exchange, refusal);
        return refusal.reason === 'no-operation'
          ? { ...reply, status: 405, headers: { ...reply.headers, allow: 'GET, POST, PATCH' } }
          : reply;
      };
    },
  },
  {
    id: 'choices/location-header',
    title: 'What is created is also named by a Location header.',
    deviate: changeReply(
      ['createSite', 'createRoute', 'createWebhook', 'duplicateSite'],
      (reply) => ({
        ...reply,
        headers: { ...reply.headers, location: '/v1/created' },
      }),
    ),
  },
  {
    id: 'choices/other-operations-exist',
    title: 'A single site can be read, though the interface does not show it.',
    deviate: (service) => {
      const { respond } = service;
      service.respond = async (request) => {
        const id = request.method === 'GET' && request.path.match(/^\/v1\/sites\/([^/]+)$/)?.[1];
        const site = id && service.store.findSite(id);
        if (!site || request.headers.authorization !== `Bearer ${service.apiKey}`)
          return respond(request);
        const { name, hostUrl, apiKey } = site;
        const bytes = Buffer.from(JSON.stringify({ id: site.id, name, hostUrl, apiKey }));
        return { status: 200, headers: { 'content-type': 'application/json' }, bytes };
      };
    },
  },
];
