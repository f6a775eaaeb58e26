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
  set('limit gets a content instead of a schema', limit, {
    name: 'limit',
    in: 'query',
    content: { 'application/json': { schema: { type: 'number', minimum: 0, maximum: 100 } } },
  }),
  set('limit becomes a list', [...limit, 'schema'], { type: 'array', items: { type: 'number' } }),
  set('limit becomes an enum', [...limit, 'schema'], { enum: [10, 20, 50, 100], default: 20 }),
  set('after must be a UUID of version 4', [...after, 'schema'], {
    type: 'string',
    format: 'uuid',
    pattern: '^.{8}-.{4}-4',
  }),
  set('after moves to a cookie', [...after, 'in'], 'cookie'),
  set('after becomes required', [...after, 'required'], true),
  edit('after is renamed to cursor', (document) => document.set([...after, 'name'], 'cursor')),
  set('skipValidation accepts only one value', [...parameters, 'skipValidation', 'schema'], {
    const: 'false',
  }),
  edit('skipValidation moves into the body', (document) => {
    document.list(...route, 'parameters').pop();
    document.set([...schemas, 'RouteUpdate', 'properties', 'skipValidation'], { type: 'boolean' });
  }),
  set('a path parameter gets the style matrix', [...parameters, 'siteId', 'style'], 'matrix'),
  set('a path parameter gets the style label', [...parameters, 'routeId', 'style'], 'label'),
  set('the ids of workspaces get another format', [...parameters, 'workspaceId', 'schema'], {
    type: 'string',
    pattern: '^ws_[a-z]+$',
  }),
  edit('a required header is added to a path', (document) =>
    document
      .list(...site, 'parameters')
      .push({ name: 'If-Match', in: 'header', required: true, schema: text }),
  ),
  edit('a path gets a trailing slash', (document) =>
    move(document, site, ['paths', '/v1/sites/{siteId}/']),
  ),
  edit('a path changes its case', (document) =>
    move(
      document,
      ['paths', '/v1/sites/{siteId}/duplicate'],
      ['paths', '/v1/sites/{siteId}/Duplicate'],
    ),
  ),
  edit('a path gets another parameter', (document) =>
    move(document, site, ['paths', '/v1/workspaces/{workspaceId}/sites/{siteId}']),
  ),
  edit('POST replaces PATCH', (document) => move(document, [...site, 'patch'], [...site, 'post'])),
  set('a fixed server replaces a variable', ['servers'], [{ url: 'https://api.example.com' }]),
  set(
    'the values of a server variable are restricted',
    ['servers', 0, 'variables', 'baseUrl', 'enum'],
    ['http://127.0.0.1:4010'],
  ),
  set(
    'an operation gets its own server',
    [...hooks, 'servers'],
    [{ url: 'https://hooks.example.com' }],
  ),
  set(
    'the scheme bearer becomes basic',
    ['components', 'securitySchemes', 'apiKey', 'scheme'],
    'basic',
  ),
  set('the API key moves to the query', ['components', 'securitySchemes', 'apiKey'], {
    type: 'apiKey',
    in: 'query',
    name: 'key',
  }),
  edit('one operation requires another kind of token', (document) => {
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
  set('hasMore becomes a number', [...schemas, 'SitePage', 'properties', 'hasMore'], {
    type: 'integer',
    enum: [0, 1],
  }),
  set('sites on a page may be null', [...schemas, 'SitePage', 'properties', 'data', 'items'], {
    anyOf: [{ $ref: '#/components/schemas/Site' }, { type: 'null' }],
  }),
  set('a page becomes an array', [...sites, 'get', 'responses', '201', ...json, 'schema'], {
    type: 'array',
    items: { $ref: '#/components/schemas/Site' },
  }),
  set(
    'a response may have another schema',
    [...sites, 'post', 'responses', '201', ...json, 'schema'],
    {
      oneOf: [
        { $ref: '#/components/schemas/Site' },
        { type: 'object', required: ['job'], properties: { job: text }, not: { required: ['id'] } },
      ],
    },
  ),
  set('a response may be any value', [...sites, 'post', 'responses', '201', ...json, 'schema'], {}),
  set('an id becomes a number', [...schemas, 'Site', 'properties', 'id'], { type: 'integer' }),
  set(
    'a response field becomes write-only',
    [...schemas, 'Site', 'properties', 'apiKey', 'writeOnly'],
    true,
  ),
  edit('a field is only returned by creation', (document) => {
    document.set([...schemas, 'SiteShown'], structuredClone(document.at(...schemas, 'Site')));
    document.list(...schemas, 'SiteShown', 'required').pop();
    document.set([...schemas, 'SitePage', 'properties', 'data', 'items'], {
      $ref: '#/components/schemas/SiteShown',
    });
  }),
  set('an origin may be any URI', [...schemas, 'Site', 'properties', 'hostUrl'], {
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
    'localizedVariants may be null in responses',
    [...schemas, 'Route', 'properties', 'localizedVariants', 'type'],
    ['array', 'null'],
  ),
  set(
    'localizedVariants becomes an object keyed by locale',
    [...schemas, 'Route', 'properties', 'localizedVariants'],
    {
      type: 'object',
      additionalProperties: text,
    },
  ),
  set(
    'the event type of a webhook may be any string',
    [...schemas, 'Webhook', 'properties', 'eventType'],
    text,
  ),
  set(
    'an object replaces the id of a workspace',
    [...schemas, 'Webhook', 'properties', 'workspaceId'],
    {
      type: 'object',
      properties: { id: text },
    },
  ),
  set(
    'the media type of problems becomes application/json',
    ['components', 'responses', 'Refusal', 'content'],
    {
      'application/json': { schema: { $ref: '#/components/schemas/Problem' } },
    },
  ),
  set(
    'the status in a problem becomes a string',
    [...schemas, 'Problem', 'properties', 'status'],
    text,
  ),
  edit('the status in a problem loses its maximum', (document) =>
    document.remove(...schemas, 'Problem', 'properties', 'status', 'maximum'),
  ),
  edit('a success status becomes a range', (document) =>
    move(document, [...sites, 'post', 'responses', '201'], [...sites, 'post', 'responses', '2XX']),
  ),
  set('a redirect is added', [...sites, 'post', 'responses', '303'], { description: 'See other.' }),
  edit('204 replaces the response of an update', (document) => {
    document.remove(...route, 'responses', '200');
    document.set([...route, 'responses', '204'], { description: 'Done.' });
  }),
  set('a status without a body is added to a range', [...site, 'patch', 'responses', '204'], {
    description: 'Done.',
  }),
  set(
    'the body of an event may be missing',
    ['components', 'requestBodies', 'Event', 'required'],
    false,
  ),
  edit('events are sent with PUT', (document) =>
    move(document, ['webhooks', 'site.published', 'post'], ['webhooks', 'site.published', 'put']),
  ),
  edit('receivers must respond with 204', (document) => {
    const answers = ['webhooks', 'page.created', 'post', 'responses'];
    move(document, [...answers, '2XX'], [...answers, '204']);
  }),
  set('events become XML', ['components', 'requestBodies', 'Event', 'content'], {
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
