import { expect, test } from '@jest/globals';
import type { OpenApiDocument, SecuritySchemeObject } from './openapi-document.ts';
import { readCredential, readCredentialLocations } from './security-schemes.ts';

function locate(scheme: SecuritySchemeObject) {
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: {},
    'x-assumptions': {},
    'x-problems': {},
    components: { securitySchemes: { scheme } },
  };
  return readCredentialLocations(document).get('scheme');
}

const authorization = { in: 'header', name: 'Authorization' };

test.each([
  [
    { type: 'http', scheme: 'Bearer' },
    { ...authorization, scheme: 'bearer' },
  ],
  [
    { type: 'http', scheme: 'basic' },
    { ...authorization, scheme: 'basic' },
  ],
  [{ type: 'oauth2' }, { ...authorization, scheme: 'bearer' }],
  [{ type: 'openIdConnect' }, { ...authorization, scheme: 'bearer' }],
  [
    { type: 'apiKey', name: 'X-Key' },
    { in: 'header', name: 'X-Key', scheme: undefined },
  ],
  [
    { type: 'apiKey', name: 'k', in: 'query' },
    { in: 'query', name: 'k', scheme: undefined },
  ],
  [
    { type: 'apiKey', name: 'k', in: 'cookie' },
    { in: 'cookie', name: 'k', scheme: undefined },
  ],
  [{ type: 'mutualTLS' }, undefined],
])('finds where requests have the credentials of %j', (scheme, location) => {
  expect(locate(scheme)).toEqual(location);
});

test.each([
  { type: 'apiKey', name: 'X-Key', in: 'header' },
  { type: 'apiKey', name: 'key', in: 'query' },
  { type: 'apiKey', name: 'session', in: 'cookie' },
])('reads the key of %j from a request', (scheme) => {
  const headers = new Map([
    ['x-key', 'a'],
    ['cookie', 'theme=dark; session=a'],
  ]);
  const request = { header: (name: string) => headers.get(name), query: 'limit=1&key=a' };
  const location = locate(scheme);
  expect(location && readCredential(request, location)).toBe('a');
});
