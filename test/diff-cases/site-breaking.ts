import { creation, type DiffCase, json, limit, remove, schemas, set, sites } from './edit.ts';

/** Breaking changes of the contract of the service itself. */
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
    title: 'a locale requires a secure host',
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
    title: 'an event type is added, and responses contain it',
    edit: (document) => document.list(...schemas, 'EventType', 'enum').push('page.archived'),
  },
  remove('an event is removed', ['webhooks', 'page.created']),
  set('another scheme is needed', ['components', 'securitySchemes', 'apiKey'], {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
  }),
  {
    title: 'a second scheme is required',
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
