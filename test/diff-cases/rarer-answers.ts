import {
  after,
  type DiffCase,
  edit,
  hooks,
  json,
  limit,
  move,
  parameters,
  route,
  schemas,
  set,
  site,
  sites,
  text,
} from './edit.ts';

/** Breaking changes of addresses, credentials, responses and events. */

const addressing: readonly DiffCase[] = [
  set('limit is described by content', limit, {
    name: 'limit',
    in: 'query',
    content: { 'application/json': { schema: { type: 'number', minimum: 0, maximum: 100 } } },
  }),
  set('limit becomes a list', [...limit, 'schema'], { type: 'array', items: { type: 'number' } }),
  set('limit becomes an enum', [...limit, 'schema'], { enum: [10, 20, 50, 100], default: 20 }),
  set('after is a UUID of version 4', [...after, 'schema'], {
    type: 'string',
    format: 'uuid',
    pattern: '^.{8}-.{4}-4',
  }),
  set('after moves into a cookie', [...after, 'in'], 'cookie'),
  set('after is required', [...after, 'required'], true),
  edit('after is called cursor', (document) => document.set([...after, 'name'], 'cursor')),
  set('skipValidation takes one value', [...parameters, 'skipValidation', 'schema'], {
    const: 'false',
  }),
  edit('skipValidation moves into the body', (document) => {
    document.list(...route, 'parameters').pop();
    document.set([...schemas, 'RouteUpdate', 'properties', 'skipValidation'], { type: 'boolean' });
  }),
  set('a path parameter in matrix style', [...parameters, 'siteId', 'style'], 'matrix'),
  set('a path parameter with a label', [...parameters, 'routeId', 'style'], 'label'),
  set('ids of workspaces are short', [...parameters, 'workspaceId', 'schema'], {
    type: 'string',
    pattern: '^ws_[a-z]+$',
  }),
  edit('a required header for each operation of a path', (document) =>
    document
      .list(...site, 'parameters')
      .push({ name: 'If-Match', in: 'header', required: true, schema: text }),
  ),
  edit('a path with a slash at its end', (document) =>
    move(document, site, ['paths', '/v1/sites/{siteId}/']),
  ),
  edit('a path in another case', (document) =>
    move(
      document,
      ['paths', '/v1/sites/{siteId}/duplicate'],
      ['paths', '/v1/sites/{siteId}/Duplicate'],
    ),
  ),
  edit('a path with one parameter more', (document) =>
    move(document, site, ['paths', '/v1/workspaces/{workspaceId}/sites/{siteId}']),
  ),
  edit('POST in place of PATCH', (document) =>
    move(document, [...site, 'patch'], [...site, 'post']),
  ),
  set('a fixed server', ['servers'], [{ url: 'https://api.example.com' }]),
  set(
    'a server of few names',
    ['servers', 0, 'variables', 'baseUrl', 'enum'],
    ['http://127.0.0.1:4010'],
  ),
  set(
    'an operation with its own server',
    [...hooks, 'servers'],
    [{ url: 'https://hooks.example.com' }],
  ),
  set('basic credentials', ['components', 'securitySchemes', 'apiKey', 'scheme'], 'basic'),
  set('a key in the query', ['components', 'securitySchemes', 'apiKey'], {
    type: 'apiKey',
    in: 'query',
    name: 'key',
  }),
  edit('one operation needs a token of another kind', (document) => {
    document.set(['components', 'securitySchemes', 'oauth'], {
      type: 'oauth2',
      flows: { clientCredentials: { tokenUrl: 'https://id.example/token', scopes: { w: 'w' } } },
    });
    document.set([...sites, 'post', 'security'], [{ oauth: ['w'] }]);
  }),
];

const responses: readonly DiffCase[] = [
  set(
    'hasMore may be null',
    [...schemas, 'SitePage', 'properties', 'hasMore', 'type'],
    ['boolean', 'null'],
  ),
  set('hasMore is a number', [...schemas, 'SitePage', 'properties', 'hasMore'], {
    type: 'integer',
    enum: [0, 1],
  }),
  set('sites on a page may be null', [...schemas, 'SitePage', 'properties', 'data', 'items'], {
    anyOf: [{ $ref: '#/components/schemas/Site' }, { type: 'null' }],
  }),
  set('a page is a list', [...sites, 'get', 'responses', '201', ...json, 'schema'], {
    type: 'array',
    items: { $ref: '#/components/schemas/Site' },
  }),
  set('a site has another form, too', [...sites, 'post', 'responses', '201', ...json, 'schema'], {
    oneOf: [
      { $ref: '#/components/schemas/Site' },
      { type: 'object', required: ['job'], properties: { job: text }, not: { required: ['id'] } },
    ],
  }),
  set('a site is anything', [...sites, 'post', 'responses', '201', ...json, 'schema'], {}),
  set('an id is a number', [...schemas, 'Site', 'properties', 'id'], { type: 'integer' }),
  set('a key is not told', [...schemas, 'Site', 'properties', 'apiKey', 'writeOnly'], true),
  edit('a key is only told to who creates', (document) => {
    document.set([...schemas, 'SiteShown'], structuredClone(document.at(...schemas, 'Site')));
    document.list(...schemas, 'SiteShown', 'required').pop();
    document.set([...schemas, 'SitePage', 'properties', 'data', 'items'], {
      $ref: '#/components/schemas/SiteShown',
    });
  }),
  set('an origin is any URI', [...schemas, 'Site', 'properties', 'hostUrl'], {
    type: ['string', 'null'],
    format: 'uri',
  }),
  set('an origin may be empty', [...schemas, 'Site', 'properties', 'hostUrl'], {
    anyOf: [
      {
        type: ['string', 'null'],
        format: 'uri',
        pattern: '^[A-Za-z][A-Za-z0-9+.\\-]*://[^/?#@\\s]+$',
      },
      { const: '' },
    ],
  }),
  set(
    'variants of a route may be null',
    [...schemas, 'Route', 'properties', 'localizedVariants', 'type'],
    ['array', 'null'],
  ),
  set('variants of a route by locale', [...schemas, 'Route', 'properties', 'localizedVariants'], {
    type: 'object',
    additionalProperties: text,
  }),
  set('a hook may have any type', [...schemas, 'Webhook', 'properties', 'eventType'], text),
  set(
    'a hook has an object in place of an id',
    [...schemas, 'Webhook', 'properties', 'workspaceId'],
    {
      type: 'object',
      properties: { id: text },
    },
  ),
  set('a problem is plain JSON', ['components', 'responses', 'Refusal', 'content'], {
    'application/json': { schema: { $ref: '#/components/schemas/Problem' } },
  }),
  set('the status of a problem is a text', [...schemas, 'Problem', 'properties', 'status'], text),
  edit('the status of a problem has no bounds', (document) =>
    document.remove(...schemas, 'Problem', 'properties', 'status', 'maximum'),
  ),
  edit('a success of any number', (document) =>
    move(document, [...sites, 'post', 'responses', '201'], [...sites, 'post', 'responses', '2XX']),
  ),
  set('a redirection', [...sites, 'post', 'responses', '303'], { description: 'See other.' }),
  edit('nothing is answered to an update', (document) => {
    document.remove(...route, 'responses', '200');
    document.set([...route, 'responses', '204'], { description: 'Done.' });
  }),
  set('one exact status without a body beside a range', [...site, 'patch', 'responses', '204'], {
    description: 'Done.',
  }),
  set(
    'the body of an event may be missing',
    ['components', 'requestBodies', 'Event', 'required'],
    false,
  ),
  edit('an event comes by PUT', (document) =>
    move(document, ['webhooks', 'site.published', 'post'], ['webhooks', 'site.published', 'put']),
  ),
  edit('a receiver has to answer 204', (document) => {
    const answers = ['webhooks', 'page.created', 'post', 'responses'];
    move(document, [...answers, '2XX'], [...answers, '204']);
  }),
  set('an event is XML', ['components', 'requestBodies', 'Event', 'content'], {
    'application/xml': {},
  }),
  {
    title: 'an event loses its schema',
    before: (document) =>
      document.set([...schemas, 'Event'], {
        type: 'object',
        required: ['type'],
        properties: { type: text },
      }),
    edit: (document) => document.set([...schemas, 'Event'], {}),
  },
];

export const breaking: readonly DiffCase[] = [...addressing, ...responses];
