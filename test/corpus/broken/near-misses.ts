import { alsoLetIn, alsoTakeKey } from '../deviations/authorising.ts';
import { takeHost } from '../deviations/forms.ts';
import { changeInput } from '../deviations/inputs.ts';
import { alsoAccept, together } from '../deviations/rules.ts';
import type { Entry } from '../entry.ts';
import { type OperationId, operationIds, type TextField } from '../service/exchange.ts';
import { isObject, isText } from '../service/field-rules.ts';
import type { Deviation } from '../service/service.ts';

/** Accepts an array with a single item in place of a text field. */
const takeWrapped = (operationId: OperationId, field: TextField): Deviation => {
  const isWrapped = (value: unknown): value is [string] =>
    Array.isArray(value) && value.length === 1 && isText(value[0]);
  return together(
    alsoAccept(operationId, field, isWrapped),
    changeInput([operationId], (input, { body }) => {
      const value = isObject(body) ? body[field] : undefined;
      return isWrapped(value) ? { ...input, [field]: value[0] } : input;
    }),
  );
};

const wrapped: readonly (readonly [OperationId, TextField])[] = [
  ['createSite', 'hostUrl'],
  ['updateSite', 'name'],
  ['updateRoute', 'pathname'],
  ['createWebhook', 'url'],
];

/** Changes the id in the path before the lookup. */
const changeId =
  (toId: (id: string, first: (workspaceId: string) => string | undefined) => string): Deviation =>
  (service) => {
    const isKnown = service.isIdentifier;
    const isOfWorkspaces = /^(?:listSites|createSite|createWebhook)$/;
    const none = () => undefined;
    service.isIdentifier = (text, exchange) =>
      isKnown(isOfWorkspaces.test(exchange.operationId) ? text : toId(text, none), exchange);
    for (const operationId of operationIds) {
      if (isOfWorkspaces.test(operationId)) continue;
      const plain = service.operations[operationId];
      service.operations[operationId] = (exchange) => {
        exchange.resourceId = toId(exchange.resourceId, (id) => service.store.sitesOf(id)[0]?.id);
        return plain(exchange);
      };
    }
  };

const plainly = (key: string): string => key.replace(/[^A-Za-z0-9]/g, '');

/** Keys in the wrong place, and paths that need no key. */
const keys: readonly Entry[] = [
  {
    id: 'keys/not-asked-for-later-pages',
    title: 'No key is required where a cursor is given.',
    deviate: alsoLetIn((header, { request }) => header === '' && request.query.has('after')),
  },
  {
    id: 'keys/other-header',
    title: 'The key is also accepted from a header X-API-Key.',
    deviate: alsoLetIn((_, { request }, { apiKey }) => request.headers['x-api-key'] === apiKey),
  },
  {
    id: 'keys/query-parameter',
    title: 'The key is also accepted from the query.',
    deviate: alsoLetIn((_, { request }, { apiKey }) => request.query.get('api_key') === apiKey),
  },
  {
    id: 'keys/punctuation-ignored',
    title: 'Only the letters and digits of the key are compared.',
    deviate: alsoTakeKey((key, apiKey) => plainly(key) === plainly(apiKey)),
  },
];

/** Values next to allowed ones. */
const values: readonly Entry[] = [
  ...wrapped.map(([operationId, field]) => ({
    id: `bad-values/${operationId}-${field}-wrapped`,
    title: `In ${operationId}, an array of one text is accepted as ${field}.`,
    deviate: takeWrapped(operationId, field),
  })),
  {
    id: 'bad-forms/updateSite-host-empty-clears',
    title: 'updateSite accepts an empty string as a host and takes the host away.',
    deviate: (service) => {
      takeHost(['updateSite'], (hostUrl) => hostUrl === '')(service);
      const plain = service.represent.site;
      service.represent.site = (site, exchange) => ({
        ...plain(site, exchange),
        ...(site.hostUrl === '' ? { hostUrl: null } : {}),
      });
    },
  },
  {
    id: 'bad-forms/createRoute-pathname-empty-as-root',
    title: 'createRoute accepts an empty pathname for the root.',
    deviate: together(
      alsoAccept('createRoute', 'pathname', (value) => value === ''),
      changeInput(['createRoute'], (input) => ({ ...input, pathname: input.pathname || '/' })),
    ),
  },
];

const requests: readonly Entry[] = [
  {
    id: 'bad-requests/record-id-with-more-behind',
    title: 'Anything after the id of a site or a route in the path is ignored.',
    deviate: changeId((id) => id.slice(0, 36)),
  },
  {
    id: 'bad-requests/words-behind-json',
    title: 'Text after the last brace of a body is ignored.',
    deviate: (service) => {
      const { readBody } = service;
      service.readBody = (exchange) => {
        const { request } = exchange;
        const end = request.bytes.lastIndexOf('}') + 1;
        const bytes = end === 0 ? request.bytes : request.bytes.subarray(0, end);
        return readBody({ ...exchange, request: { ...request, bytes } });
      };
    },
  },
  {
    id: 'skip-validation/stays-on-for-its-route',
    title: 'A route whose validation was skipped once is never validated again.',
    deviate: (service) => {
      const skipped = new Set<string>();
      const { readSkipValidation } = service;
      service.readSkipValidation = (text, exchange) => {
        const isOn = readSkipValidation(text, exchange);
        if (exchange.operationId !== 'updateRoute') return isOn;
        if (isOn) skipped.add(exchange.resourceId);
        return skipped.has(exchange.resourceId);
      };
    },
  },
];

export const nearMisses: readonly Entry[] = [...keys, ...values, ...requests];
