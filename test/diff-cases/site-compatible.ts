import { creation, type DiffCase, json, limit, remove, schemas, set, sites } from './edit.ts';

/** Changes of the contract of the service itself that do not break clients. */
const site = [...schemas, 'Site'];

export const compatible: readonly DiffCase[] = [
  set('a description', ['info', 'description'], 'Other words.'),
  set('a title', ['info', 'title'], 'Another title'),
  set(
    'an example is added',
    [...sites, 'post', 'requestBody', ...json, 'examples', 'named', 'value'],
    {
      name: 'Other',
    },
  ),
  set('a summary', [...sites, 'post', 'summary'], 'Other'),
  set('tags', [...sites, 'post', 'tags'], ['Other']),
  set('the operationId', [...sites, 'post', 'operationId'], 'addSite'),
  set('an optional field of a request is added', [...creation, 'properties', 'owner'], {
    type: 'string',
  }),
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
  set('the maximum of limit increases', [...limit, 'schema', 'maximum'], 200),
  set('the minimum of limit decreases', [...limit, 'schema', 'minimum'], -1),
  remove('limit loses its maximum', [...limit, 'schema', 'maximum']),
  set(
    'a name in a response gets a maximum length',
    [...site, 'properties', 'name', 'maxLength'],
    100,
  ),
  set('a host in a response is never null', [...site, 'properties', 'hostUrl', 'type'], 'string'),
  {
    title: 'a single status replaces a range',
    edit: (document) => {
      const path = ['paths', '/v1/sites/{siteId}', 'patch', 'responses'];
      document.set([...path, '200'], document.at(...path, '2XX'));
      document.remove(...path, '2XX');
    },
  },
  {
    title: 'a single error status is documented',
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
    title: 'an allOf of one schema replaces a reference',
    edit: (document) =>
      document.set([...creation, 'properties', 'name'], {
        allOf: [{ $ref: '#/components/schemas/SiteName' }],
      }),
  },
  {
    title: 'an object is split into an allOf',
    edit: (document) => {
      const { properties, required } = document.at(...site);
      document.set([...schemas, 'Site'], { allOf: [{ type: 'object', properties }, { required }] });
    },
  },
  {
    title: 'oneOf with constants replaces an enum',
    edit: (document) => {
      const values = document.list(...schemas, 'EventType', 'enum');
      document.set([...schemas, 'EventType'], { oneOf: values.map((value) => ({ const: value })) });
    },
  },
  {
    title: 'anyOf with typed constants replaces an enum',
    edit: (document) => {
      const values = document.list(...schemas, 'EventType', 'enum');
      document.set([...schemas, 'EventType'], {
        anyOf: values.map((value) => ({ type: 'string', const: value })),
      });
    },
  },
  set('a type becomes a list of one type', [...schemas, 'SiteName', 'type'], ['string']),
  set('anyOf with null replaces a type list', [...site, 'properties', 'hostUrl'], {
    anyOf: [
      { type: 'string', format: 'uri', pattern: '^[A-Za-z][A-Za-z0-9+.\\-]*://[^/?#@\\s]+$' },
      { type: 'null' },
    ],
  }),
  set(
    'the required fields are in another order',
    [...site, 'required'],
    ['apiKey', 'hostUrl', 'name', 'id'],
  ),
  {
    title: 'the values of an enum are in another order',
    edit: (document) => document.list(...schemas, 'EventType', 'enum').reverse(),
  },
  set('additionalProperties is set to its default', [...creation, 'additionalProperties'], true),
  set('minLength 0', [...schemas, 'SiteName', 'minLength'], 0),
  set('an assumption changes', ['x-assumptions', 'list-order', 'value'], 'newest-first'),
  set('an extension is added', ['x-other'], { a: 1 }),
  set(
    'a parameter has another description',
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
    title: 'a security scheme is renamed',
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
    title: 'another security scheme is also accepted',
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
  set('a required body becomes optional', [...sites, 'post', 'requestBody', 'required'], false),
  {
    title: 'a parameter moves to the path item',
    edit: (document) => {
      const [first] = document.list(...sites, 'get', 'parameters');
      document.list(...sites, 'get', 'parameters').shift();
      document.list(...sites, 'parameters').push(first);
    },
  },
  set('an operation is deprecated', [...sites, 'post', 'deprecated'], true),
  set(
    'a response has another description',
    ['components', 'responses', 'Refusal', 'description'],
    'x',
  ),
  {
    title: 'a reference replaces a response',
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
