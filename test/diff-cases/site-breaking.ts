import { creation, type DiffCase, json, limit, remove, schemas, set, sites } from './edit.ts';

/** Breaking changes of the contract of the service itself. */
const site = [...schemas, 'Site'];
const property = (...path: (string | number)[]) => [...creation, 'properties', ...path];

export const breaking: readonly DiffCase[] = [
  set('a name gets a maximum length', [...schemas, 'SiteName', 'maxLength'], 100),
  set('a name may not be empty', [...schemas, 'SiteName', 'minLength'], 1),
  set('a name gets a pattern', [...schemas, 'SiteName', 'pattern'], '^[A-Z]'),
  set('a name gets a format', [...schemas, 'SiteName', 'format'], 'email'),
  set('a name must be a number', [...schemas, 'SiteName', 'type'], 'integer'),
  set('a creation requires a host', [...creation, 'required'], ['name', 'hostUrl']),
  set('a creation requires a new field', creation, {
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
  set('the locale must be one of two', property('locale', 'enum'), ['en-GB', 'de-DE']),
  set('the locale gets a pattern', property('locale', 'pattern'), '^[a-z]{2}-[A-Z]{2}$'),
  set('the locale must have one value', property('locale', 'const'), 'en-GB'),
  set('a creation requires at least two fields', [...creation, 'minProperties'], 2),
  set('a creation allows at most two fields', [...creation, 'maxProperties'], 2),
  set('a locale requires a host', [...creation, 'dependentRequired'], { locale: ['hostUrl'] }),
  set('a locale and a host exclude each other', [...creation, 'not'], {
    required: ['locale', 'hostUrl'],
  }),
  {
    title: 'a locale requires an https host',
    edit: (document) => {
      document.set([...creation, 'if'], { required: ['locale'] });
      document.set([...creation, 'then'], {
        required: ['hostUrl'],
        properties: { hostUrl: { pattern: '^https:' } },
      });
    },
  },
  set('a host must be https', property('hostUrl'), {
    type: 'string',
    format: 'uri',
    pattern: '^https://',
  }),
  set('field names get a maximum length', [...creation, 'propertyNames'], { maxLength: 7 }),
  set('the maximum of limit decreases', [...limit, 'schema', 'maximum'], 50),
  set('the minimum of limit increases', [...limit, 'schema', 'minimum'], 1),
  set('limit must be an integer', [...limit, 'schema', 'type'], 'integer'),
  set('the default of limit changes', [...limit, 'schema', 'default'], 10),
  remove('limit loses its default', [...limit, 'schema', 'default']),
  set('limit becomes required', [...limit, 'required'], true),
  set('limit must be a multiple of 10', [...limit, 'schema', 'multipleOf'], 10),
  set('the maximum of limit becomes exclusive', [...limit, 'schema', 'exclusiveMaximum'], 100),
  set('limit is renamed', [...limit, 'name'], 'pageSize'),
  set('limit moves to a header', [...limit, 'in'], 'header'),
  set('after becomes a number', [...sites, 'get', 'parameters', 1, 'schema'], {
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
    'an optional body becomes required',
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
  set('a response field becomes optional', [...site, 'required'], ['id', 'name', 'hostUrl']),
  set(
    'a field of a response may be null',
    [...site, 'properties', 'name', 'type'],
    ['string', 'null'],
  ),
  set('a response field becomes a number', [...site, 'properties', 'name', 'type'], 'number'),
  {
    title: 'a field of a response loses its format',
    edit: (document) => document.set([...site, 'properties', 'id'], { type: 'string' }),
  },
  remove('a field of a response loses its pattern', [...site, 'properties', 'hostUrl', 'pattern']),
  set(
    'hasMore becomes a string',
    [...schemas, 'SitePage', 'properties', 'hasMore', 'type'],
    'string',
  ),
  set('hasMore becomes optional', [...schemas, 'SitePage', 'required'], ['data']),
  set('data becomes an object', [...schemas, 'SitePage', 'properties', 'data'], { type: 'object' }),
  {
    title: 'hasMore is renamed',
    edit: (document) => {
      document.remove(...schemas, 'SitePage', 'properties', 'hasMore');
      document.set([...schemas, 'SitePage', 'properties', 'more'], { type: 'boolean' });
      document.set([...schemas, 'SitePage', 'required'], ['data', 'more']);
    },
  },
  {
    title: 'a success status changes',
    edit: (document) => {
      document.set(
        [...sites, 'get', 'responses', '200'],
        document.at(...sites, 'get', 'responses', '201'),
      );
      document.remove(...sites, 'get', 'responses', '201');
    },
  },
  set('a success status is added', [...sites, 'post', 'responses', '202'], {
    description: 'Accepted.',
  }),
  remove('the only success status is removed', [...sites, 'post', 'responses', '201']),
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
  remove('the body of a response is removed', [...sites, 'post', 'responses', '201', 'content']),
  {
    title: 'an event type is removed',
    edit: (document) => document.list(...schemas, 'EventType', 'enum').pop(),
  },
  {
    title: 'an event type is added, and responses contain it',
    edit: (document) => document.list(...schemas, 'EventType', 'enum').push('page.archived'),
  },
  remove('an event is removed', ['webhooks', 'page.created']),
  set('another security scheme is required', ['components', 'securitySchemes', 'apiKey'], {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
  }),
  {
    title: 'a second security scheme is required',
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
    'a value of skipValidation is removed',
    ['components', 'parameters', 'skipValidation', 'schema'],
    { type: 'string', enum: ['true'] },
  ),
  set(
    'the variants get a maximum length',
    [...schemas, 'RouteCreation', 'properties', 'localizedVariants', 'maxItems'],
    10,
  ),
  set(
    'the variants get a minimum length',
    [...schemas, 'RouteCreation', 'properties', 'localizedVariants', 'minItems'],
    1,
  ),
  set(
    'the variants must be unique',
    [...schemas, 'RouteCreation', 'properties', 'localizedVariants', 'uniqueItems'],
    true,
  ),
  set(
    'the locale of a variant gets a pattern',
    [...schemas, 'LocalizedVariant', 'properties', 'locale', 'pattern'],
    '^[a-z]{2}-[A-Z]{2}$',
  ),
  set(
    'a variant requires a title',
    [...schemas, 'LocalizedVariant', 'required'],
    ['locale', 'pathname', 'title'],
  ),
  set(
    'the default of variants changes',
    [...schemas, 'RouteCreation', 'properties', 'localizedVariants', 'default'],
    [{ locale: 'en-GB', pathname: '/' }],
  ),
  remove('the fields of a variant become optional', [...schemas, 'LocalizedVariant', 'required']),
  set('a name must be short or long', [...schemas, 'SiteName'], {
    oneOf: [
      { type: 'string', maxLength: 10 },
      { type: 'string', minLength: 20 },
    ],
  }),
  set('a name must not be a reserved word', [...schemas, 'SiteName', 'not'], { enum: ['admin'] }),
  set('a path parameter becomes a number', ['components', 'parameters', 'siteId', 'schema'], {
    type: 'integer',
  }),
  set('the host gets a maximum length', [...creation, 'properties', 'hostUrl'], {
    type: 'string',
    format: 'uri',
    maxLength: 50,
  }),
  set(
    'a field of a problem becomes optional',
    [...schemas, 'Problem', 'required'],
    ['type', 'title'],
  ),
];
