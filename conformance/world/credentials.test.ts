import { expect, test } from '@jest/globals';
import { createContract, contract as shipped } from '../../contract/index.ts';
import type { OpenApiDocument, SecuritySchemeObject } from '../../contract/openapi-document.ts';
import { compileSchemas } from '../../contract/schemas/compile-schemas.ts';
import { createCredentials } from './credentials.ts';

const schemes: Record<string, SecuritySchemeObject> = {
  app: { type: 'apiKey', in: 'header', name: 'X-App' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
  basic: { type: 'http', scheme: 'basic' },
  bearer: { type: 'http', scheme: 'bearer' },
};

function find(security: Record<string, string[]>[], values: Record<string, string> = {}) {
  const document: OpenApiDocument = {
    ...shipped.document,
    paths: { '/a': { get: { operationId: 'a', security, responses: {} } } },
    components: { schemas: {}, securitySchemes: schemes },
  };
  const contract = createContract(document, compileSchemas(document));
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error('no operation');
  return createCredentials(contract, 'shared-key', values).find(operation);
}

test.each([
  ['app', [{ variable: 'SITE_CONTRACT_API_KEY' }]],
  ['query', [{ variable: 'SITE_CONTRACT_API_KEY' }]],
  ['cookie', ['sid=', { variable: 'SITE_CONTRACT_API_KEY' }]],
  ['basic', ['Basic ', { variable: 'SITE_CONTRACT_API_KEY_BASE64' }]],
  ['bearer', ['Bearer ', { variable: 'SITE_CONTRACT_API_KEY' }]],
])('reports show a variable in place of the key for %s', (scheme, shown) => {
  expect(find([{ [scheme]: [] }])).toMatchObject({ shown });
});

test('the variable of a scheme with its own credential has its name', () => {
  const credential = find([{ app: [] }], { app: 'own=key' });
  expect(credential).toMatchObject({
    value: 'own=key',
    shown: [{ variable: 'SITE_CONTRACT_AUTH_APP' }],
  });
});

test('all schemes of an alternative are sent', () => {
  const credential = find([{ app: [], query: [], cookie: [] }]);
  expect(credential).toMatchObject({
    header: 'X-App',
    others: [{ parameter: 'key' }, { header: 'Cookie' }],
  });
});
