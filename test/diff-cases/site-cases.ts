import { creation, type DiffCase, json, limit, remove, schemas, set, sites } from './edit.ts';

/** Changes of the contract of the service itself. */
const site = [...schemas, 'Site'];
const property = (...path: (string | number)[]) => [...creation, 'properties', ...path];

export const breaking: readonly DiffCase[] = [
  set('a name is limited', [...schemas, 'SiteName', 'maxLength'], 100),
  set('a name may not be empty', [...schemas, 'SiteName', 'minLength'], 1),
  set('a name has a pattern', [...schemas, 'SiteName', 'pattern'], '^[A-Z]'),
  set('a name has a format', [...schemas, 'SiteName', 'format'], 'email'),
  set('a name may be a number only', [...schemas, 'SiteName', 'type'], 'integer'),
  set('a creation needs a host', [...creation, 'required'], ['name', 'hostUrl']),
  set('a creation needs a new field', creation, {
    type: 'object',
    required: ['name', 'owner'],
    properties: {
      name: { type: 'string' },
      hostUrl: { type: 'string', format: 'uri' },
      locale: { type: 'string' },
      owner: { type: 'string' },
    },
  }),
  set('unknown fields are refused', [...creation, 'additionalProperties'], false),
  remove('a field of a creation is removed', property('hostUrl')),
  set('the locale is one of few', property('locale', 'enum'), ['en-GB', 'de-DE']),
  set('the locale has a pattern', property('locale', 'pattern'), '^[a-z]{2}-[A-Z]{2}$'),
  set('the locale is a constant', property('locale', 'const'), 'en-GB'),
  set('a creation has at least two fields', [...creation, 'minProperties'], 2),
  set('a creation has at most two fields', [...creation, 'maxProperties'], 2),
  set('a locale needs a host', [...creation, 'dependentRequired'], { locale: ['hostUrl'] }),
  set('a locale and a host exclude each other', [...creation, 'not'], {
    required: ['locale', 'hostUrl'],
  }),
  {
    title: 'a locale needs a secure host',
    edit: (document) => {
      document.set([...creation, 'if'], { required: ['locale'] });
      document.set([...creation, 'then'], {
        required: ['hostUrl'],
        properties: { hostUrl: { pattern: '^https:' } },
      });
    },
  },
  set('a host of one scheme', property('hostUrl'), {
    type: 'string',
    format: 'uri',
    pattern: '^https://',
  }),
  set('names of fields are short', [...creation, 'propertyNames'], { maxLength: 7 }),
  set('the maximum of limit falls', [...limit, 'schema', 'maximum'], 50),
  set('the minimum of limit rises', [...limit, 'schema', 'minimum'], 1),
  set('limit is whole', [...limit, 'schema', 'type'], 'integer'),
  set('the default of limit changes', [...limit, 'schema', 'default'], 10),
  remove('limit has no default any more', [...limit, 'schema', 'default']),
  set('limit is required', [...limit, 'required'], true),
  set('limit is a multiple', [...limit, 'schema', 'multipleOf'], 10),
  set('limit is exclusive', [...limit, 'schema', 'exclusiveMaximum'], 100),
  set('limit is renamed', [...limit, 'name'], 'pageSize'),
  set('limit moves into a header', [...limit, 'in'], 'header'),
  set('after is a number instead of a UUID', [...sites, 'get', 'parameters', 1, 'schema'], {
    type: 'integer',
  }),
  {
    title: 'a new required parameter',
    edit: (document) =>
      document
        .list(...sites, 'get', 'parameters')
        .push({ name: 'sort', in: 'query', required: true, schema: { type: 'string' } }),
  },
  {
    title: 'a new required header',
    edit: (document) =>
      document
        .list(...sites, 'get', 'parameters')
        .push({ name: 'X-Tenant', in: 'header', required: true, schema: { type: 'string' } }),
  },
  {
    title: 'limit is removed',
    edit: (document) => document.list(...sites, 'get', 'parameters').shift(),
  },
  remove('an operation is removed', ['paths', '/v1/routes/{routeId}', 'patch']),
  remove('a path is removed', ['paths', '/v1/sites/{siteId}/duplicate']),
  {
    title: 'a path is renamed',
    edit: (document) => {
      document.set(
        ['paths', '/v2/sites/{siteId}/duplicate'],
        document.at('paths', '/v1/sites/{siteId}/duplicate'),
      );
      document.remove('paths', '/v1/sites/{siteId}/duplicate');
    },
  },
  {
    title: 'a method changes',
    edit: (document) => {
      document.set(
        ['paths', '/v1/sites/{siteId}', 'put'],
        document.at('paths', '/v1/sites/{siteId}', 'patch'),
      );
      document.remove('paths', '/v1/sites/{siteId}', 'patch');
    },
  },
  set(
    'an optional body is required',
    ['paths', '/v1/sites/{siteId}', 'patch', 'requestBody', 'required'],
    true,
  ),
  remove('a body is removed', ['paths', '/v1/sites/{siteId}/duplicate', 'post', 'requestBody']),
  {
    title: 'the media type of a request changes',
    edit: (document) => {
      document.set(
        [...sites, 'post', 'requestBody', 'content', 'application/xml'],
        document.at(...sites, 'post', 'requestBody', ...json),
      );
      document.remove(...sites, 'post', 'requestBody', ...json);
    },
  },
  remove('a field of a response is removed', [...site, 'properties', 'apiKey']),
  set('a field of a response is optional', [...site, 'required'], ['id', 'name', 'hostUrl']),
  set(
    'a field of a response may be null',
    [...site, 'properties', 'name', 'type'],
    ['string', 'null'],
  ),
  set('a field of a response is a number', [...site, 'properties', 'name', 'type'], 'number'),
  {
    title: 'a field of a response loses its format',
    edit: (document) => document.set([...site, 'properties', 'id'], { type: 'string' }),
  },
  remove('a field of a response loses its pattern', [...site, 'properties', 'hostUrl', 'pattern']),
  set('hasMore is a text', [...schemas, 'SitePage', 'properties', 'hasMore', 'type'], 'string'),
  set('hasMore is optional', [...schemas, 'SitePage', 'required'], ['data']),
  set('data is an object', [...schemas, 'SitePage', 'properties', 'data'], { type: 'object' }),
  {
    title: 'hasMore is renamed',
    edit: (document) => {
      document.remove(...schemas, 'SitePage', 'properties', 'hasMore');
      document.set([...schemas, 'SitePage', 'properties', 'more'], { type: 'boolean' });
      document.set([...schemas, 'SitePage', 'required'], ['data', 'more']);
    },
  },
  {
    title: 'the status of a success changes',
    edit: (document) => {
      document.set(
        [...sites, 'get', 'responses', '200'],
        document.at(...sites, 'get', 'responses', '201'),
      );
      document.remove(...sites, 'get', 'responses', '201');
    },
  },
  set('another success is answered', [...sites, 'post', 'responses', '202'], {
    description: 'Accepted.',
  }),
  remove('no success is left', [...sites, 'post', 'responses', '201']),
  {
    title: 'the media type of a response changes',
    edit: (document) => {
      document.set(
        [...sites, 'get', 'responses', '201', 'content', 'application/hal+json'],
        document.at(...sites, 'get', 'responses', '201', ...json),
      );
      document.remove(...sites, 'get', 'responses', '201', ...json);
    },
  },
  remove('a response has no body any more', [...sites, 'post', 'responses', '201', 'content']),
  {
    title: 'an event type is removed',
    edit: (document) => document.list(...schemas, 'EventType', 'enum').pop(),
  },
  {
    title: 'an event type is added, and answered',
    edit: (document) => document.list(...schemas, 'EventType', 'enum').push('page.archived'),
  },
  remove('an event is removed', ['webhooks', 'page.created']),
  set('another scheme is needed', ['components', 'securitySchemes', 'apiKey'], {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
  }),
  {
    title: 'a second scheme is needed',
    edit: (document) => {
      document.set(['components', 'securitySchemes', 'tenant'], {
        type: 'apiKey',
        in: 'header',
        name: 'X-Tenant',
      });
      document.set(['security'], [{ apiKey: [], tenant: [] }]);
    },
  },
  set(
    'skipValidation is a boolean, and not a text of any case',
    ['components', 'parameters', 'skipValidation', 'schema'],
    { type: 'string', enum: ['true'] },
  ),
  set(
    'variants are at most ten',
    [...schemas, 'RouteCreation', 'properties', 'localizedVariants', 'maxItems'],
    10,
  ),
  set(
    'variants are at least one',
    [...schemas, 'RouteCreation', 'properties', 'localizedVariants', 'minItems'],
    1,
  ),
  set(
    'variants are unique',
    [...schemas, 'RouteCreation', 'properties', 'localizedVariants', 'uniqueItems'],
    true,
  ),
  set(
    'the locale of a variant has a pattern',
    [...schemas, 'LocalizedVariant', 'properties', 'locale', 'pattern'],
    '^[a-z]{2}-[A-Z]{2}$',
  ),
  set(
    'a variant needs a title',
    [...schemas, 'LocalizedVariant', 'required'],
    ['locale', 'pathname', 'title'],
  ),
  set(
    'the default of variants changes',
    [...schemas, 'RouteCreation', 'properties', 'localizedVariants', 'default'],
    [{ locale: 'en-GB', pathname: '/' }],
  ),
  remove('a variant in a response may lack its locale', [
    ...schemas,
    'LocalizedVariant',
    'required',
  ]),
  set('a name is one of two forms', [...schemas, 'SiteName'], {
    oneOf: [
      { type: 'string', maxLength: 10 },
      { type: 'string', minLength: 20 },
    ],
  }),
  set('a name is not a reserved word', [...schemas, 'SiteName', 'not'], { enum: ['admin'] }),
  set('the path parameter is a number', ['components', 'parameters', 'siteId', 'schema'], {
    type: 'integer',
  }),
  set('the host of a site is never null', [...creation, 'properties', 'hostUrl'], {
    type: 'string',
    format: 'uri',
    maxLength: 50,
  }),
  set('the problem loses its status', [...schemas, 'Problem', 'required'], ['type', 'title']),
];

export const compatible: readonly DiffCase[] = [
  set('a description', ['info', 'description'], 'Other words.'),
  set('a title', ['info', 'title'], 'Another title'),
  set('an example', [...sites, 'post', 'requestBody', ...json, 'examples', 'named', 'value'], {
    name: 'Other',
  }),
  set('a summary', [...sites, 'post', 'summary'], 'Other'),
  set('tags', [...sites, 'post', 'tags'], ['Other']),
  set('the operationId', [...sites, 'post', 'operationId'], 'addSite'),
  set('an optional field of a request is added', property('owner'), { type: 'string' }),
  set('an optional field of a response is added', [...site, 'properties', 'owner'], {
    type: 'string',
  }),
  {
    title: 'a required field of a response is added',
    edit: (document) => {
      document.set([...site, 'properties', 'owner'], { type: 'string' });
      document.list(...site, 'required').push('owner');
    },
  },
  {
    title: 'an optional parameter is added',
    edit: (document) =>
      document
        .list(...sites, 'get', 'parameters')
        .push({ name: 'sort', in: 'query', schema: { type: 'string' } }),
  },
  set('an operation is added', ['paths', '/v1/sites/{siteId}', 'options'], {
    operationId: 'describeSite',
    responses: { '200': { description: 'ok' } },
  }),
  set('a path is added', ['paths', '/v1/health'], {
    get: { responses: { '200': { description: 'ok' } } },
  }),
  set('an error status is added', [...sites, 'post', 'responses', '409'], {
    description: 'Conflict.',
  }),
  set('a server error is added', [...sites, 'post', 'responses', '503'], { description: 'Away.' }),
  set('the maximum of limit rises', [...limit, 'schema', 'maximum'], 200),
  set('the minimum of limit falls', [...limit, 'schema', 'minimum'], -1),
  remove('limit has no maximum', [...limit, 'schema', 'maximum']),
  set('a name of a response is limited', [...site, 'properties', 'name', 'maxLength'], 100),
  set('a host of a response is never null', [...site, 'properties', 'hostUrl', 'type'], 'string'),
  {
    title: 'a status becomes exact',
    edit: (document) => {
      const path = ['paths', '/v1/sites/{siteId}', 'patch', 'responses'];
      document.set([...path, '200'], document.at(...path, '2XX'));
      document.remove(...path, '2XX');
    },
  },
  {
    title: 'errors become exact',
    edit: (document) => {
      const path = [...sites, 'get', 'responses'];
      document.set([...path, '404'], document.at(...path, '4XX'));
    },
  },
  {
    title: 'a schema is inlined',
    edit: (document) =>
      document.set(
        [...creation, 'properties', 'name'],
        structuredClone(document.at(...schemas, 'SiteName')),
      ),
  },
  {
    title: 'a schema is renamed',
    edit: (document) => {
      document.set([...schemas, 'NameOfSite'], document.at(...schemas, 'SiteName'));
      document.remove(...schemas, 'SiteName');
      for (const name of ['SiteCreation', 'SiteUpdate', 'SiteDuplication'])
        document.set(
          [...schemas, name, 'properties', 'name', '$ref'],
          '#/components/schemas/NameOfSite',
        );
    },
  },
  {
    title: 'an allOf of one',
    edit: (document) =>
      document.set([...creation, 'properties', 'name'], {
        allOf: [{ $ref: '#/components/schemas/SiteName' }],
      }),
  },
  {
    title: 'an object is cut into an allOf',
    edit: (document) => {
      const { properties, required } = document.at(...site);
      document.set([...schemas, 'Site'], { allOf: [{ type: 'object', properties }, { required }] });
    },
  },
  {
    title: 'an enum as oneOf of constants',
    edit: (document) => {
      const values = document.list(...schemas, 'EventType', 'enum');
      document.set([...schemas, 'EventType'], { oneOf: values.map((value) => ({ const: value })) });
    },
  },
  {
    title: 'an enum as anyOf of constants with types',
    edit: (document) => {
      const values = document.list(...schemas, 'EventType', 'enum');
      document.set([...schemas, 'EventType'], {
        anyOf: values.map((value) => ({ type: 'string', const: value })),
      });
    },
  },
  set('a type as a list', [...schemas, 'SiteName', 'type'], ['string']),
  set('null as an anyOf', [...site, 'properties', 'hostUrl'], {
    anyOf: [
      { type: 'string', format: 'uri', pattern: '^[A-Za-z][A-Za-z0-9+.\\-]*://[^/?#@\\s]+$' },
      { type: 'null' },
    ],
  }),
  set('required in another order', [...site, 'required'], ['apiKey', 'hostUrl', 'name', 'id']),
  {
    title: 'an enum in another order',
    edit: (document) => document.list(...schemas, 'EventType', 'enum').reverse(),
  },
  set('additionalProperties said aloud', [...creation, 'additionalProperties'], true),
  set('minLength 0', [...schemas, 'SiteName', 'minLength'], 0),
  set('an assumption', ['x-assumptions', 'list-order', 'value'], 'newest-first'),
  set('an extension', ['x-other'], { a: 1 }),
  set(
    'a path parameter has another name',
    ['components', 'parameters', 'routeId', 'description'],
    'Other.',
  ),
  {
    title: 'a path parameter is renamed',
    edit: (document) => {
      document.set(['paths', '/v1/routes/{id}'], document.at('paths', '/v1/routes/{routeId}'));
      document.remove('paths', '/v1/routes/{routeId}');
      document.set(['components', 'parameters', 'routeId', 'name'], 'id');
    },
  },
  {
    title: 'the scheme has another name',
    edit: (document) => {
      document.set(
        ['components', 'securitySchemes', 'bearer'],
        document.at('components', 'securitySchemes', 'apiKey'),
      );
      document.remove('components', 'securitySchemes', 'apiKey');
      document.set(['security'], [{ bearer: [] }]);
    },
  },
  {
    title: 'another scheme is enough, too',
    edit: (document) => {
      document.set(['components', 'securitySchemes', 'other'], {
        type: 'apiKey',
        in: 'header',
        name: 'X-Key',
      });
      document.list('security').push({ other: [] });
    },
  },
  set(
    'a media type of requests is added',
    [...sites, 'post', 'requestBody', 'content', 'application/cbor'],
    {},
  ),
  {
    title: 'a media type of responses is added',
    edit: (document) =>
      document.set([...sites, 'post', 'responses', '201', 'content', 'application/cbor'], {}),
  },
  {
    title: 'an event is added',
    edit: (document) =>
      document.set(
        ['webhooks', 'page.archived'],
        structuredClone(document.at('webhooks', 'page.created')),
      ),
  },
  set('a server is added', ['servers', 1], { url: 'https://example.com' }),
  set('a required body is optional', [...sites, 'post', 'requestBody', 'required'], false),
  {
    title: 'a parameter moves to its path item',
    edit: (document) => {
      const [first] = document.list(...sites, 'get', 'parameters');
      document.list(...sites, 'get', 'parameters').shift();
      document.list(...sites, 'parameters').push(first);
    },
  },
  set('an operation is deprecated', [...sites, 'post', 'deprecated'], true),
  set(
    'the media type of a problem has parameters',
    ['components', 'responses', 'Refusal', 'description'],
    'x',
  ),
  {
    title: 'everything through references',
    edit: (document) => {
      document.set(
        ['components', 'responses', 'SitePage'],
        document.at(...sites, 'get', 'responses', '201'),
      );
      document.set([...sites, 'get', 'responses', '201'], {
        $ref: '#/components/responses/SitePage',
      });
    },
  },
  {
    title: 'a response header is added',
    edit: (document) =>
      document.set([...sites, 'post', 'responses', '201', 'headers'], {
        Location: { schema: { type: 'string' } },
      }),
  },
];
