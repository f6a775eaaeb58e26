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
    'skipValidation as a boolean, which is the same text',
    [...parameters, 'skipValidation', 'schema'],
    {
      type: 'boolean',
    },
  ),
  set(
    'skipValidation has a default',
    [...parameters, 'skipValidation', 'schema', 'default'],
    'false',
  ),
  set('the values of skipValidation as constants', [...parameters, 'skipValidation', 'schema'], {
    anyOf: [{ const: 'true' }, { const: 'false' }],
  }),
  set(
    'skipValidation takes more',
    [...parameters, 'skipValidation', 'schema', 'enum'],
    ['true', 'false', '1'],
  ),
  set('a locale has a default', [...creation, 'properties', 'locale', 'default'], 'en-GB'),
  set('a locale may be null', [...creation, 'properties', 'locale', 'type'], ['string', 'null']),
  set('a host may be null or a URI', [...creation, 'properties', 'hostUrl'], {
    oneOf: [{ $ref: '#/components/schemas/HostUrl' }, { type: 'null' }],
  }),
  set('a host may be any text', [...schemas, 'HostUrl'], text),
  set('required fields are fewer', [...creation, 'required'], []),
  set(
    'a hook may have more types',
    [...schemas, 'WebhookCreation', 'properties', 'eventType'],
    text,
  ),
  set('a hook is shown with fewer types', [...schemas, 'Webhook', 'properties', 'eventType'], {
    enum: ['page.created', 'site.published'],
  }),
  add('a condition that always holds', creation, {
    if: true,
    then: { type: 'object' },
    else: false,
  }),
  add('dependencies that say nothing', creation, {
    dependentRequired: { locale: [] },
    dependentSchemas: { locale: true },
    patternProperties: {},
    minProperties: 1,
  }),
  add('fields with a prefix are texts', creation, { patternProperties: { '^x-': text } }),
  add('twice not', [...schemas, 'SiteName'], { not: { not: text } }),
  add('a union of all there is', [...schemas, 'SiteName'], {
    anyOf: [{ maxLength: 10 }, { minLength: 10 }],
  }),
  edit('two parts for one object', (document) => {
    const { properties, required } = document.at(...routing);
    const { pathname, localizedVariants } = Object(properties);
    document.set(routing, {
      allOf: [
        { type: 'object', properties: { pathname } },
        { required, properties: { localizedVariants } },
      ],
    });
  }),
  edit('definitions inside a schema', (document) => {
    document.set([...creation, '$defs'], {
      Locale: document.at(...creation, 'properties', 'locale'),
    });
    document.set([...creation, 'properties', 'locale'], {
      $ref: '#/components/schemas/SiteCreation/$defs/Locale',
    });
  }),
  edit('a path item as a component', (document) => {
    document.set(['components', 'pathItems'], { Site: document.at(...site) });
    document.set(site, { $ref: '#/components/pathItems/Site' });
  }),
  edit('parameters in place of references', (document) => {
    const inlined = structuredClone(document.at(...parameters, 'skipValidation'));
    document.set([...route, 'parameters'], [inlined]);
    document.remove(...parameters, 'skipValidation', 'description');
  }),
  edit('each client error on its own', (document) => {
    for (const status of ['400', '401', '404', '409', '422'])
      document.set([...sites, 'post', 'responses', status], {
        $ref: '#/components/responses/Refusal',
      });
    document.remove(...sites, 'post', 'responses', '4XX');
  }),
  edit('an answer for everything else', (document) => {
    document.set([...sites, 'post', 'responses', 'default'], {
      $ref: '#/components/responses/Refusal',
    });
    document.remove(...sites, 'post', 'responses', '4XX');
  }),
  set('server errors as a range', [...sites, 'post', 'responses', '5XX'], {
    description: 'Failed.',
  }),
  set('a charset', ['components', 'responses', 'Refusal', 'content'], {
    'application/problem+json; charset=utf-8': { schema: { $ref: '#/components/schemas/Problem' } },
  }),
  edit('a media type in another case', (document) =>
    move(
      document,
      [...hooks, 'requestBody', ...json],
      [...hooks, 'requestBody', 'content', 'Application/JSON'],
    ),
  ),
  set('everything JSON is taken', [...hooks, 'requestBody', 'content', 'application/*+json'], {
    schema: { $ref: '#/components/schemas/WebhookCreation' },
  }),
  set('problems have an instance', [...schemas, 'Problem', 'properties', 'instance'], text),
  add('problems say more', [...schemas, 'Problem'], {
    required: ['type', 'title', 'status', 'detail'],
  }),
  add('names in responses are shorter', [...schemas, 'Site', 'properties', 'name'], {
    minLength: 1,
    maxLength: 80,
  }),
  add('pages are short', [...schemas, 'SitePage', 'properties', 'data'], {
    maxItems: 100,
    uniqueItems: true,
  }),
  add('pages are closed', [...schemas, 'SitePage'], { additionalProperties: false }),
  set('no operation needs a key', ['security'], []),
  set('one operation is open', [...sites, 'get', 'security'], [{}, { apiKey: [] }]),
  set(
    'the form of the key is told',
    ['components', 'securitySchemes', 'apiKey', 'bearerFormat'],
    'opaque',
  ),
  set('a server has a description', ['servers', 0, 'description'], 'Anywhere.'),
  edit('a variable of a server has another name', (document) =>
    document.set(
      ['servers'],
      [{ url: '{root}', variables: { root: { default: 'http://127.0.0.1:4010' } } }],
    ),
  ),
  set('links of a response', [...sites, 'post', 'responses', '201', 'links'], {
    update: { operationId: 'updateSite', parameters: { siteId: '$response.body#/id' } },
  }),
  set('a parameter is deprecated', [...limit, 'deprecated'], true),
  set('a field is deprecated', [...creation, 'properties', 'locale', 'deprecated'], true),
  set('only the version', ['info', 'version'], '1.0.1'),
  set('another version of OpenAPI', ['openapi'], '3.1.1'),
  set(
    'a dialect said aloud',
    ['jsonSchemaDialect'],
    'https://spec.openapis.org/oas/3.1/dialect/base',
  ),
  edit('a tag is renamed', (document) => document.set(['tags', 0, 'name'], 'Websites')),
  set('an event says what it holds', [...schemas, 'Event'], {
    type: 'object',
    required: ['type'],
    properties: { type: text },
  }),
  set('a receiver may answer otherwise', ['webhooks', 'page.created', 'post', 'responses', '3XX'], {
    description: 'Elsewhere.',
  }),
  edit('a path parameter of another name everywhere', (document) => {
    move(document, sites, ['paths', '/v1/workspaces/{workspace}/sites']);
    document.set(['paths', '/v1/workspaces/{workspace}/sites', 'parameters', 0], {
      ...document.at(...parameters, 'workspaceId'),
      name: 'workspace',
    });
  }),
  set('a constant as an enum of one', [...schemas, 'Event'], { description: 'Anything.' }),
  set('an optional header', [...sites, 'parameters', 1], {
    name: 'X-Request-Id',
    in: 'header',
    schema: text,
  }),
  set('a style that is the default', [...parameters, 'siteId', 'style'], 'simple'),
  set(
    'content encoding as a note',
    [...creation, 'properties', 'locale', 'contentMediaType'],
    'text/plain',
  ),
];
