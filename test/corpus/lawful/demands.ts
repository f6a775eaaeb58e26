import {
  isEmptyUpdate,
  knownQueries,
  knownWorkspaces,
  refuseWhen,
} from '../deviations/choosing.ts';
import { changeReply } from '../deviations/replies.ts';
import { demandField } from '../deviations/rules.ts';
import type { Entry } from '../entry.ts';
import { isObject } from '../service/field-rules.ts';
import { Refusal } from '../service/refusal.ts';

export const demands: readonly Entry[] = [
  {
    id: 'choices/empty-parameters-left-out',
    title: 'An empty limit, and an empty cursor, are treated as none.',
    deviate: (service) => {
      const { readAfter, readLimit } = service;
      service.readAfter = (text, exchange) => readAfter(text || null, exchange);
      service.readLimit = (text, exchange) => readLimit(text || null, exchange);
    },
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
    title: 'Only the two given workspaces exist; others get status 404.',
    deviate: knownWorkspaces(404, () => true),
  },
  {
    id: 'choices/unknown-workspaces-403',
    title: 'Only the two given workspaces exist; others get status 403.',
    deviate: knownWorkspaces(403, () => true),
  },
  {
    id: 'choices/unknown-workspaces-410',
    title: 'Only the two given workspaces exist; others get status 410.',
    deviate: knownWorkspaces(410, () => true),
  },
  {
    id: 'choices/unknown-workspaces-listed-empty',
    title: 'Unknown workspaces list no sites and accept no requests that write.',
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
    title: 'Duplicating without any body is refused; an empty object is accepted.',
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
    title: 'A body that is not labelled application/json gets status 415.',
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
    title: 'A body without a Content-Length gets status 411.',
    deviate: refuseWhen(
      'malformed',
      ({ request }) => request.headers['transfer-encoding'] !== undefined,
      411,
    ),
  },
  {
    id: 'choices/head-is-served',
    title: 'HEAD is returned like GET, without a body.',
    deviate: (service) => {
      const { matchOperation } = service;
      service.matchOperation = (request) =>
        matchOperation(request.method === 'HEAD' ? { ...request, method: 'GET' } : request);
    },
  },
  {
    id: 'choices/method-405',
    title: 'A method that a path does not have gets status 405 with Allow.',
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
