import {
  add,
  creation,
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

/** Changes of rarer features that do not break clients. */

const routing = [...schemas, 'RouteCreation'];

export const compatible: readonly DiffCase[] = [
  set(
    'skipValidation becomes a boolean, which is sent the same way',
    [...parameters, 'skipValidation', 'schema'],
    {
      type: 'boolean',
    },
  ),
  set(
    'skipValidation gets a default',
    [...parameters, 'skipValidation', 'schema', 'default'],
    'false',
  ),
  set('constants replace the enum of skipValidation', [...parameters, 'skipValidation', 'schema'], {
    anyOf: [{ const: 'true' }, { const: 'false' }],
  }),
  set(
    'skipValidation accepts another value',
    [...parameters, 'skipValidation', 'schema', 'enum'],
    ['true', 'false', '1'],
  ),
  set('a field gets a default', [...creation, 'properties', 'locale', 'default'], 'en-GB'),
  set('a locale may be null', [...creation, 'properties', 'locale', 'type'], ['string', 'null']),
  set('a host may be null or a URI', [...creation, 'properties', 'hostUrl'], {
    oneOf: [{ $ref: '#/components/schemas/HostUrl' }, { type: 'null' }],
  }),
  set('a host may be any text', [...schemas, 'HostUrl'], text),
  set('a required field becomes optional', [...creation, 'required'], []),
  set(
    'a webhook may be created for more event types',
    [...schemas, 'WebhookCreation', 'properties', 'eventType'],
    text,
  ),
  set('fewer event types are returned', [...schemas, 'Webhook', 'properties', 'eventType'], {
    enum: ['page.created', 'site.published'],
  }),
  add('a condition that is always true', creation, {
    if: true,
    then: { type: 'object' },
    else: false,
  }),
  add('dependencies without effect', creation, {
    dependentRequired: { locale: [] },
    dependentSchemas: { locale: true },
    patternProperties: {},
    minProperties: 1,
  }),
  add('fields with a prefix must be strings', creation, { patternProperties: { '^x-': text } }),
  add('a double negation', [...schemas, 'SiteName'], { not: { not: text } }),
  add('a union that allows every value', [...schemas, 'SiteName'], {
    anyOf: [{ maxLength: 10 }, { minLength: 10 }],
  }),
  edit('an allOf of two parts replaces an object', (document) => {
    const { properties, required } = document.at(...routing);
    const { pathname, localizedVariants } = Object(properties);
    document.set(routing, {
      allOf: [
        { type: 'object', properties: { pathname } },
        { required, properties: { localizedVariants } },
      ],
    });
  }),
  edit('a property moves to $defs', (document) => {
    document.set([...creation, '$defs'], {
      Locale: document.at(...creation, 'properties', 'locale'),
    });
    document.set([...creation, 'properties', 'locale'], {
      $ref: '#/components/schemas/SiteCreation/$defs/Locale',
    });
  }),
  edit('a path item becomes a component', (document) => {
    document.set(['components', 'pathItems'], { Site: document.at(...site) });
    document.set(site, { $ref: '#/components/pathItems/Site' });
  }),
  edit('a parameter replaces its reference', (document) => {
    const inlined = structuredClone(document.at(...parameters, 'skipValidation'));
    document.set([...route, 'parameters'], [inlined]);
    document.remove(...parameters, 'skipValidation', 'description');
  }),
  edit('single statuses replace the range of client errors', (document) => {
    for (const status of ['400', '401', '404', '409', '422'])
      document.set([...sites, 'post', 'responses', status], {
        $ref: '#/components/responses/Refusal',
      });
    document.remove(...sites, 'post', 'responses', '4XX');
  }),
  edit('"default" replaces the range of client errors', (document) => {
    document.set([...sites, 'post', 'responses', 'default'], {
      $ref: '#/components/responses/Refusal',
    });
    document.remove(...sites, 'post', 'responses', '4XX');
  }),
  set('a range of server errors is documented', [...sites, 'post', 'responses', '5XX'], {
    description: 'Failed.',
  }),
  set('a media type gets a charset', ['components', 'responses', 'Refusal', 'content'], {
    'application/problem+json; charset=utf-8': { schema: { $ref: '#/components/schemas/Problem' } },
  }),
  edit('a media type changes its case', (document) =>
    move(
      document,
      [...hooks, 'requestBody', ...json],
      [...hooks, 'requestBody', 'content', 'Application/JSON'],
    ),
  ),
  set(
    'all JSON media types are accepted',
    [...hooks, 'requestBody', 'content', 'application/*+json'],
    {
      schema: { $ref: '#/components/schemas/WebhookCreation' },
    },
  ),
  set(
    'an optional field is added to problems',
    [...schemas, 'Problem', 'properties', 'instance'],
    text,
  ),
  add('an optional field of problems becomes required', [...schemas, 'Problem'], {
    required: ['type', 'title', 'status', 'detail'],
  }),
  add('names in responses are limited', [...schemas, 'Site', 'properties', 'name'], {
    minLength: 1,
    maxLength: 80,
  }),
  add('pages are limited to unique items', [...schemas, 'SitePage', 'properties', 'data'], {
    maxItems: 100,
    uniqueItems: true,
  }),
  add('pages have no additional properties', [...schemas, 'SitePage'], {
    additionalProperties: false,
  }),
  set('no operation requires a key', ['security'], []),
  set(
    'one operation no longer requires a key',
    [...sites, 'get', 'security'],
    [{}, { apiKey: [] }],
  ),
  set(
    'the format of the key is documented',
    ['components', 'securitySchemes', 'apiKey', 'bearerFormat'],
    'opaque',
  ),
  set('a server has a description', ['servers', 0, 'description'], 'Anywhere.'),
  edit('a server variable is renamed', (document) =>
    document.set(
      ['servers'],
      [{ url: '{root}', variables: { root: { default: 'http://127.0.0.1:4010' } } }],
    ),
  ),
  set('links are added to a response', [...sites, 'post', 'responses', '201', 'links'], {
    update: { operationId: 'updateSite', parameters: { siteId: '$response.body#/id' } },
  }),
  set('a parameter is deprecated', [...limit, 'deprecated'], true),
  set('a field is deprecated', [...creation, 'properties', 'locale', 'deprecated'], true),
  set('only the version changes', ['info', 'version'], '1.0.1'),
  set('the OpenAPI version changes', ['openapi'], '3.1.1'),
  set(
    'the default dialect is named',
    ['jsonSchemaDialect'],
    'https://spec.openapis.org/oas/3.1/dialect/base',
  ),
  edit('a tag is renamed', (document) => document.set(['tags', 0, 'name'], 'Websites')),
  set('the schema of an event becomes stricter', [...schemas, 'Event'], {
    type: 'object',
    required: ['type'],
    properties: { type: text },
  }),
  set(
    'receivers may respond with another status',
    ['webhooks', 'page.created', 'post', 'responses', '3XX'],
    {
      description: 'Elsewhere.',
    },
  ),
  edit('a path parameter is renamed everywhere', (document) => {
    move(document, sites, ['paths', '/v1/workspaces/{workspace}/sites']);
    document.set(['paths', '/v1/workspaces/{workspace}/sites', 'parameters', 0], {
      ...document.at(...parameters, 'workspaceId'),
      name: 'workspace',
    });
  }),
  set('a schema gets a description', [...schemas, 'Event'], { description: 'Anything.' }),
  set('an optional header is added', [...sites, 'parameters', 1], {
    name: 'X-Request-Id',
    in: 'header',
    schema: text,
  }),
  set('a style is removed, which had its default', [...parameters, 'siteId', 'style'], 'simple'),
  set(
    'contentEncoding as an annotation',
    [...creation, 'properties', 'locale', 'contentMediaType'],
    'text/plain',
  ),
];
