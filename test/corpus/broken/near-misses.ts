import { alsoLetIn, alsoTakeKey } from '../deviations/authorising.ts';
import { takeHost } from '../deviations/forms.ts';
import { changeInput } from '../deviations/inputs.ts';
import { alsoAccept, together } from '../deviations/rules.ts';
import type { Entry } from '../entry.ts';
import {
  type Asked,
  ask,
  list,
  makePaths,
  updateRoute,
  updateSite,
  withoutKey,
} from '../probe/ask.ts';
import { type OperationId, operationIds, type TextField } from '../service/exchange.ts';
import { isObject, isText } from '../service/field-rules.ts';
import type { Deviation } from '../service/service.ts';

const readLimitAs =
  (read: (text: string) => number | undefined): Deviation =>
  (service) => {
    const { readLimit } = service;
    service.readLimit = (text, exchange) =>
      (text === null ? undefined : read(text)) ?? readLimit(text, exchange);
  };

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

const wrapped: readonly (readonly [OperationId, TextField, Asked])[] = [
  [
    'createSite',
    'hostUrl',
    ['POST', list(''), { body: { name: 'B', hostUrl: ['https://b.example.com'] } }],
  ],
  ['updateSite', 'name', updateSite({ name: ['B'] })],
  ['updateRoute', 'pathname', updateRoute({ pathname: ['/b'] })],
  [
    'createWebhook',
    'url',
    [
      'POST',
      ({ workspace }) => `${workspace}/webhooks`,
      { body: { url: ['https://b.example.com/'], eventType: 'page.created' } },
    ],
  ],
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
    proof: ask(['GET', list('?after=00000000-0000-4000-8000-000000000000'), withoutKey]),
  },
  {
    id: 'keys/not-asked-for-other-workspace',
    title: 'No key is required in the list of the second workspace.',
    deviate: alsoLetIn(
      (header, { operationId, resourceId }, { workspaceIds }) =>
        header === '' && operationId === 'listSites' && resourceId === workspaceIds[1],
    ),
    proof: ask(['GET', ({ otherWorkspace }) => `${otherWorkspace}/sites`, withoutKey]),
  },
  {
    id: 'keys/other-header',
    title: 'The key is also accepted from a header X-API-Key.',
    deviate: alsoLetIn((_, { request }, { apiKey }) => request.headers['x-api-key'] === apiKey),
    proof: async (client) => {
      const headers = { 'x-api-key': client.apiKey };
      return ask(['GET', list(''), { ...withoutKey, headers }])(client);
    },
  },
  {
    id: 'keys/query-parameter',
    title: 'The key is also accepted from the query.',
    deviate: alsoLetIn((_, { request }, { apiKey }) => request.query.get('api_key') === apiKey),
    proof: async (client) => ask(['GET', list(`?api_key=${client.apiKey}`), withoutKey])(client),
  },
  {
    id: 'keys/punctuation-ignored',
    title: 'Only the letters and digits of the key are compared.',
    deviate: alsoTakeKey((key, apiKey) => plainly(key) === plainly(apiKey)),
    proof: async (client) =>
      ask(['GET', list(''), { authorization: `Bearer -${client.apiKey}` }])(client),
  },
];

/** Values next to allowed ones. */
const values: readonly Entry[] = [
  ...wrapped.map(([operationId, field, asked]) => ({
    id: `bad-values/${operationId}-${field}-wrapped`,
    title: `In ${operationId}, an array of one text is accepted as ${field}.`,
    deviate: takeWrapped(operationId, field),
    proof: ask(asked),
  })),
  {
    id: 'bad-values/createWebhook-event-type-any-of-site',
    title: 'Any event type that starts with "site." is accepted.',
    deviate: alsoAccept(
      'createWebhook',
      'eventType',
      (value) => isText(value) && value.startsWith('site.'),
    ),
    proof: ask([
      'POST',
      ({ workspace }) => `${workspace}/webhooks`,
      { body: { url: 'https://b.example.com/', eventType: 'site.created' } },
    ]),
  },
  {
    id: 'limits/infinity-is-the-most',
    title: 'A limit of Infinity or 1e9 returns as many sites as a page can have.',
    deviate: readLimitAs((text) => (/^(?:Infinity|1e9)$/.test(text) ? 100 : undefined)),
    proof: ask(['GET', list('?limit=Infinity'), {}]),
  },
  {
    id: 'limits/beyond-integers-crashes',
    title: 'A limit that exceeds 32 bits gets status 500.',
    deviate: readLimitAs((text) => {
      if (Number(text) > 2 ** 31) throw new Error('limit');
      return undefined;
    }),
    proof: ask(['GET', list('?limit=9223372036854775808'), {}]),
  },
  {
    id: 'bad-forms/updateSite-host-with-user',
    title: 'updateSite accepts a host with a user in front and keeps both.',
    deviate: takeHost(['updateSite'], (hostUrl) => hostUrl.includes('@')),
    proof: ask(updateSite({ hostUrl: 'https://user:secret@b.example.com' })),
  },
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
    proof: ask(updateSite({ hostUrl: '' })),
  },
  {
    id: 'bad-forms/createRoute-pathname-empty-as-root',
    title: 'createRoute accepts an empty pathname for the root.',
    deviate: together(
      alsoAccept('createRoute', 'pathname', (value) => value === ''),
      changeInput(['createRoute'], (input) => ({ ...input, pathname: input.pathname || '/' })),
    ),
    proof: ask(['POST', ({ site }) => `${site}/routes`, { body: { pathname: '' } }]),
  },
];

const requests: readonly Entry[] = [
  {
    id: 'bad-requests/record-id-with-more-behind',
    title: 'Anything after the id of a site or a route in the path is ignored.',
    deviate: changeId((id) => id.slice(0, 36)),
    proof: ask(['PATCH', ({ site }) => `${site}xyz`, { body: { name: 'B' } }]),
  },
  {
    id: 'bad-requests/workspace-id-as-its-first-site',
    title: 'The id of a workspace is accepted as that of its first site.',
    deviate: changeId((id, first) => first(id) ?? id),
    proof: async (client) => {
      await makePaths(client);
      const path = `/v1/sites/${client.workspaceIds[0]}`;
      return (await client.call('PATCH', path, { body: { name: 'B' } })).status;
    },
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
    proof: ask(['PATCH', ({ site }) => site, { body: Buffer.from('{"name":"B"} end') }]),
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
    proof: ask(
      updateRoute({ pathname: 'b' }, '?skipValidation=true'),
      updateRoute({ pathname: 'c' }),
    ),
  },
];

export const nearMisses: readonly Entry[] = [...keys, ...values, ...requests];
