import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createContract, contract as published } from '../contract/index.ts';
import { compileSchemas } from '../contract/schemas/compile-schemas.ts';
import { createJudge } from '../gate/traffic/judge-exchange.ts';
import { operationIds } from '../generated/names.ts';
import { createMock, type MockOptions } from '../mock/index.ts';
import { listChecks } from '../service/entries/conformance.ts';
import { created } from './support/traffic.ts';

const folders = [
  'contract',
  'mock',
  'service',
  'client',
  'conformance',
  'gate',
  'cli',
  'page',
  'writers',
];

/** Hand-written lists of operations, to which a new operation would have to be added. */
const lists = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(folder, file),
    ),
  )
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .filter((file) => {
    const words = new Set(readFileSync(file, 'utf8').match(/\w+/g));
    return operationIds.every((id) => words.has(id));
  });

test('only one file of the product lists all operations; everything else reads them from the document', () => {
  expect(lists).toEqual(['service/mock/behaviours.ts']);
});

describe('an operation without a success body', () => {
  const document = structuredClone(published.document);
  const operation = document.paths['/v1/workspaces/{workspaceId}/webhooks']?.post;
  if (operation === undefined) throw new Error('the document has no createWebhook');
  const { 201: _, ...refusals } = operation.responses ?? {};
  operation.responses = { 204: { description: 'Registered.' }, ...refusals };
  const contract = createContract(document, compileSchemas(document));
  // The published types require the body of a webhook.
  const behaviours: MockOptions['behaviours'] = { createWebhook: () => JSON.parse('{}') };
  const path = '/v1/workspaces/7c9e6679-7425-40de-944b-e07fc1f90ae7/webhooks';
  const body = JSON.stringify({ url: 'https://hooks.example.com/a', eventType: 'site.published' });
  const requestHeaders = {
    authorization: 'Bearer site-contract-key',
    'content-type': 'application/json',
  };

  test('is served without a body, Content-Type or Content-Length', async () => {
    const { fetch } = createMock({ contract, behaviours });
    const init = { method: 'POST', headers: requestHeaders, body };
    const response = await fetch(`http://mock${path}`, init);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('content-type')).toBeNull();
    expect(response.headers.get('content-length')).toBeNull();
  });

  test('is checked for its status, and not for a body', () => {
    const ids = listChecks(contract).map(({ id }) => id);
    expect(ids).toContain('createWebhook/answers-204');
    expect(ids).not.toContain('createWebhook/answers-json');
    expect(ids).not.toContain('createWebhook/answers-the-documented-shape');
  });

  test('is accepted in recorded traffic', () => {
    const exchange = {
      ...created,
      url: `http://mock${path}`,
      requestHeaders,
      requestBody: body,
      response: { status: 204, headers: {}, body: '' },
    };
    expect(createJudge(contract, { hasCredentials: true })(exchange)?.violations).toEqual([]);
  });
});
