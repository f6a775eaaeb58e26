import { type DiffCase, remove, schemas, set } from './edit.ts';

/** Changes of an OpenAPI 3.0 document with features that the contract of the service does not use. */
const pets = ['paths', '/pets'];
const parameter = (index: number): (string | number)[] => [...pets, 'get', 'parameters', index];
const pet = [...schemas, 'Pet', 'allOf', 1];
const base = [...schemas, 'Base'];
const flows = ['components', 'securitySchemes', 'oauth', 'flows'];
const implicit = { authorizationUrl: 'https://pets.example/login', scopes: { read: 'r' } };
const found = [...pets, 'get', 'responses', '200'];

export const breaking: readonly DiffCase[] = [
  set('a list is separated by commas', [...parameter(0), 'explode'], false),
  set('the items of a list become numbers', [...parameter(0), 'schema', 'items'], {
    type: 'integer',
  }),
  set('a list gets a maximum length', [...parameter(0), 'schema', 'maxItems'], 3),
  set('a default changes', [...parameter(1), 'schema', 'default'], 0),
  set('a deepObject parameter becomes a form', [...parameter(2), 'style'], 'form'),
  set('a header gets a shorter maximum length', [...parameter(3), 'schema', 'maxLength'], 10),
  set('a header becomes required', [...parameter(3), 'required'], true),
  {
    title: 'an enum value of a cookie is removed',
    edit: (document) => document.list(...parameter(4), 'schema', 'enum').pop(),
  },
  set(
    'the format of a path parameter becomes int32',
    ['paths', '/pets/{petId}', 'parameters', 0, 'schema', 'format'],
    'int32',
  ),
  set(
    'a path parameter gets a maximum',
    ['paths', '/pets/{petId}', 'parameters', 0, 'schema', 'maximum'],
    1000,
  ),
  set('null is no longer accepted', [...base, 'properties', 'note', 'nullable'], false),
  set(
    'an exclusive minimum becomes inclusive',
    [...base, 'properties', 'weight', 'exclusiveMinimum'],
    false,
  ),
  set('a minimum increases', [...base, 'properties', 'weight', 'minimum'], 1),
  remove('a response field loses its format', [...base, 'properties', 'born', 'format']),
  set('the format date becomes date-time', [...base, 'properties', 'born', 'format'], 'date-time'),
  {
    title: 'a kind is added to responses',
    edit: (document) => document.list(...schemas, 'Kind', 'enum').push('bird'),
  },
  {
    title: 'a kind is removed',
    edit: (document) => document.list(...schemas, 'Kind', 'enum').pop(),
  },
  {
    title: 'an optional field becomes required',
    edit: (document) => document.list(...base, 'required').push('born'),
  },
  set('a required field becomes optional', [...base, 'required'], ['kind']),
  set('the id becomes optional', [...pet, 'required'], []),
  set('a nested field becomes optional', [...schemas, 'Owner', 'required'], []),
  set(
    'an alternative changes its type',
    [...schemas, 'Owner', 'properties', 'address', 'oneOf', 2],
    {
      type: 'string',
    },
  ),
  set('an object becomes a string', [...schemas, 'Box', 'properties', 'box', 'type'], 'string'),
  set(
    'a writable field becomes read-only',
    [...schemas, 'NewPet', 'allOf', 1, 'properties', 'callback', 'readOnly'],
    true,
  ),
  remove('the maximum length of a response list is removed', [
    ...found,
    'content',
    'application/json',
    'schema',
    'maxItems',
  ]),
  remove('a media type of a response is removed', [...found, 'content', 'text/csv']),
  remove('a required header of a response is removed', [...found, 'headers', 'X-Total']),
  set(
    'a required response header becomes optional',
    [...found, 'headers', 'X-Total', 'required'],
    false,
  ),
  set(
    'a response header becomes a string',
    [...found, 'headers', 'X-Total', 'schema', 'type'],
    'string',
  ),
  remove('a media type of a request is removed', [
    ...pets,
    'post',
    'requestBody',
    'content',
    'application/x-www-form-urlencoded',
  ]),
  set('another scope is required', ['security'], [{ key: [] }, { oauth: ['read', 'write'] }]),
  set('an API key is no longer enough', ['security'], [{ oauth: ['read'] }]),
  remove('an anonymous operation requires a key', ['paths', '/pets/{petId}', 'delete', 'security']),
  set(
    'the token URL changes',
    ['components', 'securitySchemes', 'oauth', 'flows', 'clientCredentials', 'tokenUrl'],
    'https://other.example/token',
  ),
  set('the API key moves to the query', ['components', 'securitySchemes', 'key', 'in'], 'query'),
  set('a server is replaced', ['servers', 0, 'url'], 'https://pets.example/v2'),
  set('a field of an error becomes optional', [...schemas, 'Error', 'required'], []),
  set(
    'a field of an error becomes a number',
    [...schemas, 'Error', 'properties', 'code', 'type'],
    'integer',
  ),
  set(
    'a response with a body replaces a 204',
    ['paths', '/pets/{petId}', 'delete', 'responses', '200'],
    {
      description: 'Gone.',
    },
  ),
  set(
    'the body of a callback becomes optional',
    [
      ...pets,
      'post',
      'callbacks',
      'added',
      '{$request.body#/callback}',
      'post',
      'requestBody',
      'required',
    ],
    false,
  ),
  remove('a callback is removed', [...pets, 'post', 'callbacks', 'added']),
  set('the items of a list become strings', [...pet, 'properties', 'friends', 'items'], {
    type: 'string',
  }),
  {
    title: 'a success status is added to a single one',
    edit: (document) =>
      document.set(['paths', '/pets/{petId}', 'get', 'responses', '206'], { description: 'Part.' }),
  },
  {
    title: 'a success status changes, and "default" covers errors',
    edit: (document) => {
      document.set([...pets, 'post', 'responses', '202'], { description: 'Later.' });
      document.remove(...pets, 'post', 'responses', '201');
    },
  },
  {
    title: 'a success status is added, and "default" covers errors',
    edit: (document) =>
      document.set([...pets, 'get', 'responses', '204'], { description: 'Nothing.' }),
  },
  remove('the only success status is removed, and only "default" is left', [
    ...pets,
    'post',
    'responses',
    '201',
  ]),
  {
    title: 'an OAuth flow is removed',
    before: (document) => document.set([...flows, 'implicit'], implicit),
    edit: (document) => document.remove(...flows, 'implicit'),
  },
];

export const compatible: readonly DiffCase[] = [
  set('an OAuth flow is added', [...flows, 'implicit'], implicit),
  {
    title: 'a query parameter may be repeated',
    before: (document) =>
      document.set([...parameter(0), 'schema'], { type: 'string', enum: ['a', 'b'] }),
    edit: (document) =>
      document.set([...parameter(0), 'schema'], {
        type: 'array',
        items: { type: 'string', enum: ['a', 'b'] },
      }),
  },
  set('the OpenAPI version changes', ['openapi'], '3.0.2'),
  set('allowReserved is set to its default', [...parameter(0), 'allowReserved'], false),
  remove('explode is removed, which had its default', [...parameter(0), 'explode']),
  remove('a style is removed, which had its default', [...parameter(0), 'style']),
  set('a minimum decreases', [...parameter(1), 'schema', 'minimum'], 0),
  set('a number in a query becomes a string', [...parameter(1), 'schema'], {
    type: 'string',
    default: 1,
  }),
  set('a header name changes its case', [...parameter(3), 'name'], 'x-trace'),
  {
    title: 'an enum value of a cookie is added',
    edit: (document) => document.list(...parameter(4), 'schema', 'enum').push('auto'),
  },
  {
    title: 'an optional field is added to a part of an allOf',
    edit: (document) => document.set([...pet, 'properties', 'colour'], { type: 'string' }),
  },
  {
    title: 'a required read-only field is added',
    edit: (document) => {
      document.set([...base, 'properties', 'made'], { type: 'string', readOnly: true });
      document.list(...base, 'required').push('made');
    },
  },
  {
    title: 'the parts of an allOf are merged',
    edit: (document) => {
      const { properties, required } = document.at(...base);
      const own = document.at(...pet);
      document.set([...schemas, 'Pet'], {
        type: 'object',
        required: [...(required as string[]), 'id'],
        properties: { ...(properties as object), ...(own['properties'] as object) },
      });
    },
  },
  {
    title: 'the parts of an allOf are in another order',
    edit: (document) => document.list(...schemas, 'Pet', 'allOf').reverse(),
  },
  {
    title: 'the branches of a oneOf are in another order',
    edit: (document) =>
      document.list(...schemas, 'Owner', 'properties', 'address', 'oneOf').reverse(),
  },
  set(
    'branches of a oneOf in a response are removed',
    [...schemas, 'Owner', 'properties', 'address'],
    { oneOf: [{ $ref: '#/components/schemas/Street' }] },
  ),
  set(
    'the maximum length of a response list decreases',
    [...found, 'content', 'application/json', 'schema', 'maxItems'],
    50,
  ),
  set('a response header becomes required', [...found, 'headers', 'X-Next', 'required'], true),
  set('a status that "default" covered is documented', [...pets, 'get', 'responses', '429'], {
    $ref: '#/components/responses/Error',
  }),
  set('a client error is documented', ['paths', '/pets/{petId}', 'get', 'responses', '403'], {
    description: 'Forbidden.',
  }),
  remove('an error is no longer documented', ['paths', '/pets/{petId}', 'get', 'responses', '404']),
  set('a path gets a summary', ['paths', '/pets', 'summary'], 'Pets'),
  set(
    'a property gets a description',
    [...schemas, 'Owner', 'properties', 'address', 'description'],
    'Where.',
  ),
  set(
    'an operation also accepts the API key',
    [...pets, 'post', 'security'],
    [{ oauth: ['write'] }, { key: [] }],
  ),
  set('fewer scopes are required', [...pets, 'post', 'security'], [{ oauth: [] }]),
  {
    title: 'the alternatives are in another order',
    edit: (document) => document.list('security').reverse(),
  },
  set(
    'a scope is documented',
    ['components', 'securitySchemes', 'oauth', 'flows', 'clientCredentials', 'scopes', 'admin'],
    'a',
  ),
  set('a server URL gets a trailing slash', ['servers', 0, 'url'], 'https://pets.example/v1/'),
  set('an unused schema is added', [...schemas, 'Unused'], { type: 'string' }),
  set(
    'an example is added',
    [...pets, 'post', 'requestBody', 'content', 'application/json', 'example'],
    {
      name: 'Tom',
      kind: 'cat',
    },
  ),
  {
    title: 'a reference replaces a parameter',
    edit: (document) => {
      document.set(['components', 'parameters'], { page: document.at(...parameter(1)) });
      document.set(parameter(1), { $ref: '#/components/parameters/page' });
    },
  },
  {
    title: 'the parameters are in another order',
    edit: (document) => document.list(...pets, 'get', 'parameters').reverse(),
  },
  {
    title: 'the same document in OpenAPI 3.1',
    edit: (document) => {
      document.set(['openapi'], '3.1.0');
      document.set([...base, 'properties', 'note'], { type: ['string', 'null'] });
      document.set([...base, 'properties', 'weight'], { type: 'number', exclusiveMinimum: 0 });
      document.set([...pet, 'properties', 'owner'], {
        anyOf: [{ $ref: '#/components/schemas/Owner' }, { type: 'null' }],
      });
    },
  },
];
