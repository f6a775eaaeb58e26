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
  set('a list is written with commas', [...parameter(0), 'explode'], false),
  set('a list of numbers', [...parameter(0), 'schema', 'items'], { type: 'integer' }),
  set('a list has a maximum', [...parameter(0), 'schema', 'maxItems'], 3),
  set('a default of a page', [...parameter(1), 'schema', 'default'], 0),
  set('an object is not a deep one any more', [...parameter(2), 'style'], 'form'),
  set('a header is shorter', [...parameter(3), 'schema', 'maxLength'], 10),
  set('a header is required', [...parameter(3), 'required'], true),
  {
    title: 'a cookie loses a value',
    edit: (document) => document.list(...parameter(4), 'schema', 'enum').pop(),
  },
  set(
    'a path parameter is smaller',
    ['paths', '/pets/{petId}', 'parameters', 0, 'schema', 'format'],
    'int32',
  ),
  set(
    'a path parameter has a maximum',
    ['paths', '/pets/{petId}', 'parameters', 0, 'schema', 'maximum'],
    1000,
  ),
  set('null is not taken any more', [...base, 'properties', 'note', 'nullable'], false),
  set(
    'a bound is inclusive in responses',
    [...base, 'properties', 'weight', 'exclusiveMinimum'],
    false,
  ),
  set('a bound rises', [...base, 'properties', 'weight', 'minimum'], 1),
  remove('a format is lost in responses', [...base, 'properties', 'born', 'format']),
  set('a date has a time', [...base, 'properties', 'born', 'format'], 'date-time'),
  {
    title: 'a kind is added to responses',
    edit: (document) => document.list(...schemas, 'Kind', 'enum').push('bird'),
  },
  {
    title: 'a kind is removed',
    edit: (document) => document.list(...schemas, 'Kind', 'enum').pop(),
  },
  {
    title: 'a base must be a date',
    edit: (document) => document.list(...base, 'required').push('born'),
  },
  set('a base does not need a name', [...base, 'required'], ['kind']),
  set('the id is optional', [...pet, 'required'], []),
  set('an owner may lack a name', [...schemas, 'Owner', 'required'], []),
  set('an address has another form', [...schemas, 'Owner', 'properties', 'address', 'oneOf', 2], {
    type: 'string',
  }),
  set('a box is a text', [...schemas, 'Box', 'properties', 'box', 'type'], 'string'),
  set(
    'a writable field is read only',
    [...schemas, 'NewPet', 'allOf', 1, 'properties', 'callback', 'readOnly'],
    true,
  ),
  remove('a list may be longer', [...found, 'content', 'application/json', 'schema', 'maxItems']),
  remove('a media type of a response is removed', [...found, 'content', 'text/csv']),
  remove('a required header of a response is removed', [...found, 'headers', 'X-Total']),
  set(
    'a required header of a response is optional',
    [...found, 'headers', 'X-Total', 'required'],
    false,
  ),
  set(
    'a header of a response is a text',
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
  set('a scope is needed', ['security'], [{ key: [] }, { oauth: ['read', 'write'] }]),
  set('a key is not enough any more', ['security'], [{ oauth: ['read'] }]),
  remove('an anonymous operation needs a key', ['paths', '/pets/{petId}', 'delete', 'security']),
  set(
    'tokens come from elsewhere',
    ['components', 'securitySchemes', 'oauth', 'flows', 'clientCredentials', 'tokenUrl'],
    'https://other.example/token',
  ),
  set('the key moves', ['components', 'securitySchemes', 'key', 'in'], 'query'),
  set('a server is replaced', ['servers', 0, 'url'], 'https://pets.example/v2'),
  set('the error loses its code', [...schemas, 'Error', 'required'], []),
  set(
    'the code of an error is a number',
    [...schemas, 'Error', 'properties', 'code', 'type'],
    'integer',
  ),
  set('a body with a 204', ['paths', '/pets/{petId}', 'delete', 'responses', '200'], {
    description: 'Gone.',
  }),
  set(
    'a callback may lack its body',
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
  set('friends are texts', [...pet, 'properties', 'friends', 'items'], { type: 'string' }),
  {
    title: 'a default response where only one status was',
    edit: (document) =>
      document.set(['paths', '/pets/{petId}', 'get', 'responses', '206'], { description: 'Part.' }),
  },
  {
    title: 'a status changes beside a default for errors',
    edit: (document) => {
      document.set([...pets, 'post', 'responses', '202'], { description: 'Later.' });
      document.remove(...pets, 'post', 'responses', '201');
    },
  },
  {
    title: 'a success is added beside a default',
    edit: (document) =>
      document.set([...pets, 'get', 'responses', '204'], { description: 'Nothing.' }),
  },
  remove('the only success is left to the default', [...pets, 'post', 'responses', '201']),
  set(
    'tokens come from elsewhere',
    [...flows, 'clientCredentials', 'tokenUrl'],
    'https://other.example/token',
  ),
  {
    title: 'one way to get a token is removed',
    before: (document) => document.set([...flows, 'implicit'], implicit),
    edit: (document) => document.remove(...flows, 'implicit'),
  },
];

export const compatible: readonly DiffCase[] = [
  set('another way to a token', [...flows, 'implicit'], implicit),
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
  set('the version of OpenAPI', ['openapi'], '3.0.2'),
  set('a form that was the default', [...parameter(0), 'allowReserved'], false),
  remove('explode is the default of form', [...parameter(0), 'explode']),
  remove('a style that is the default', [...parameter(0), 'style']),
  set('a page of any number', [...parameter(1), 'schema', 'minimum'], 0),
  set('a number as a text in a query', [...parameter(1), 'schema'], { type: 'string', default: 1 }),
  set('a header in another case', [...parameter(3), 'name'], 'x-trace'),
  {
    title: 'a cookie has another value',
    edit: (document) => document.list(...parameter(4), 'schema', 'enum').push('auto'),
  },
  {
    title: 'an optional field in a part',
    edit: (document) => document.set([...pet, 'properties', 'colour'], { type: 'string' }),
  },
  {
    title: 'a read-only field is required',
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
    title: 'the parts of an allOf in another order',
    edit: (document) => document.list(...schemas, 'Pet', 'allOf').reverse(),
  },
  {
    title: 'branches in another order',
    edit: (document) =>
      document.list(...schemas, 'Owner', 'properties', 'address', 'oneOf').reverse(),
  },
  set(
    'anyOf for oneOf where both cannot hold in a response',
    [...schemas, 'Owner', 'properties', 'address'],
    { oneOf: [{ $ref: '#/components/schemas/Street' }] },
  ),
  set('a list is shorter', [...found, 'content', 'application/json', 'schema', 'maxItems'], 50),
  set('a header of a response is required', [...found, 'headers', 'X-Next', 'required'], true),
  set('a status that default covered', [...pets, 'get', 'responses', '429'], {
    $ref: '#/components/responses/Error',
  }),
  set('a client error', ['paths', '/pets/{petId}', 'get', 'responses', '403'], {
    description: 'Forbidden.',
  }),
  remove('an error is not told any more', ['paths', '/pets/{petId}', 'get', 'responses', '404']),
  set('a summary of a path', ['paths', '/pets', 'summary'], 'Pets'),
  set(
    'a discriminator as a note',
    [...schemas, 'Owner', 'properties', 'address', 'description'],
    'Where.',
  ),
  set(
    'the key is enough everywhere',
    [...pets, 'post', 'security'],
    [{ oauth: ['write'] }, { key: [] }],
  ),
  set('fewer scopes', [...pets, 'post', 'security'], [{ oauth: [] }]),
  {
    title: 'alternatives in another order',
    edit: (document) => document.list('security').reverse(),
  },
  set(
    'another scope is told',
    ['components', 'securitySchemes', 'oauth', 'flows', 'clientCredentials', 'scopes', 'admin'],
    'a',
  ),
  set('a slash at the end of a server', ['servers', 0, 'url'], 'https://pets.example/v1/'),
  set('an unused schema', [...schemas, 'Unused'], { type: 'string' }),
  set('an example', [...pets, 'post', 'requestBody', 'content', 'application/json', 'example'], {
    name: 'Tom',
    kind: 'cat',
  }),
  {
    title: 'a parameter as a reference',
    edit: (document) => {
      document.set(['components', 'parameters'], { page: document.at(...parameter(1)) });
      document.set(parameter(1), { $ref: '#/components/parameters/page' });
    },
  },
  {
    title: 'parameters in another order',
    edit: (document) => document.list(...pets, 'get', 'parameters').reverse(),
  },
  {
    title: 'the same in OpenAPI 3.1',
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
