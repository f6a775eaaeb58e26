import { expect, test } from '@jest/globals';
import { contract as builtIn, createContract } from '../../contract/create-contract.ts';
import { compileSchemas } from '../../contract/schemas/compile-schemas.ts';
import { createMock } from '../../mock/index.ts';
import { runAnyContract } from '../run-any-contract.ts';

/** The operations of a collection whose records name one of another collection. */
function pathsOf(name: string, plural: string, named: string): Record<string, unknown> {
  const schema = {
    type: 'object',
    required: ['id', 'title'],
    properties: {
      id: { type: 'string', readOnly: true },
      title: { type: 'string' },
      [`${named}Id`]: { type: 'string' },
    },
  };
  const content = { 'application/json': { schema } };
  const one = { description: name, content };
  const missing = { description: 'There is none' };
  return {
    [`/${plural}`]: {
      post: {
        operationId: `create-${name}`,
        requestBody: { required: true, content },
        responses: { 201: one, 400: missing },
      },
    },
    [`/${plural}/{${name}Id}`]: {
      parameters: [{ name: `${name}Id`, in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: `read-${name}`, responses: { 200: one, 404: missing } },
    },
  };
}

test('creates records of resources that name each other', async () => {
  const { 'x-assumptions': assumptions, 'x-problems': problems } = builtIn.document;
  const document = JSON.parse(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Teams', version: '1.0.0' },
      paths: { ...pathsOf('team', 'teams', 'leader'), ...pathsOf('leader', 'leaders', 'team') },
      'x-assumptions': assumptions,
      'x-problems': problems,
    }),
  );
  const contract = createContract(document, compileSchemas(document));
  const mock = createMock({ contract, seed: 1 });
  const { url, close } = await mock.listen({ port: 0 });
  const { verdict } = await runAnyContract(contract, {
    baseUrl: url,
    apiKey: '',
    seed: 1,
    only: ['create-team/is-read-back', 'create-leader/is-read-back'],
  });
  await close();
  expect(verdict).toEqual({ kind: 'conforms' });
});
