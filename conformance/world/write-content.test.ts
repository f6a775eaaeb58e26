import { expect, test } from '@jest/globals';
import { type Contract, createContract, contract as shipped } from '../../contract/index.ts';
import type { OpenApiDocument, ParameterObject } from '../../contract/openapi-document.ts';
import { compileSchemas } from '../../contract/schemas/compile-schemas.ts';
import { createValues } from '../../contract/values/index.ts';
import { writeContent } from './write-content.ts';
import { writeRequired } from './write-requests.ts';

/** The only operation of a document. */
function describe(mediaType: string, parameters: ParameterObject[] = []) {
  const properties = { name: { type: 'string' }, tags: { type: 'array' }, at: { type: 'object' } };
  const requestBody = { content: { [mediaType]: { schema: { type: 'object', properties } } } };
  const document: OpenApiDocument = {
    ...shipped.document,
    paths: { '/a': { post: { operationId: 'a', parameters, requestBody, responses: {} } } },
    components: { schemas: {} },
  };
  const contract: Contract = createContract(document, compileSchemas(document));
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error('no operation');
  return { contract, operation };
}

async function write(mediaType: string, body: unknown) {
  const { operation } = describe(mediaType);
  const content = await writeContent({ operation, body }, operation);
  return { type: content?.type ?? '', text: new TextDecoder().decode(content?.bytes) };
}

const body = { name: 'a b', tags: ['x', 'y'], at: { x: 1 } };

test('a form has lists as repeated names, and objects in brackets', async () => {
  const { type, text } = await write('application/x-www-form-urlencoded', body);
  expect(type).toBe('application/x-www-form-urlencoded');
  expect([...new URLSearchParams(text)]).toEqual([
    ['name', 'a b'],
    ['tags', 'x'],
    ['tags', 'y'],
    ['at[x]', '1'],
  ]);
});

test('a multipart form has parts, and names its boundary', async () => {
  const { type, text } = await write('multipart/form-data', body);
  const parts = await new Response(text, { headers: { 'Content-Type': type } }).formData();
  expect([...parts]).toEqual([
    ['name', 'a b'],
    ['tags', 'x'],
    ['tags', 'y'],
    ['at', '{"x":1}'],
  ]);
});

test.each([
  ['text/plain', 'a "b"', 'a "b"'],
  ['application/json', 'a', '"a"'],
  ['application/merge-patch+json', { name: null }, '{"name":null}'],
])('%s', async (mediaType, value, text) => {
  expect(await write(mediaType, value)).toEqual({ type: mediaType, text });
});

test('required parameters are written in their styles', () => {
  const list = { type: 'array' as const };
  const required = { required: true, schema: list };
  const { contract, operation } = describe('application/json', [
    { name: 'ids', in: 'query', ...required, explode: false, example: ['1', '2'] },
    { name: 'tag', in: 'query', ...required, example: ['x', 'y'] },
    { name: 'at', in: 'query', ...required, style: 'deepObject', example: { x: 1 } },
    { name: 'X-Ids', in: 'header', ...required, example: ['1', '2'] },
    { name: 'sid', in: 'cookie', required: true, schema: { type: 'string' }, example: 's' },
    { name: 'optional', in: 'query', schema: { type: 'string' }, example: 'o' },
  ]);
  expect(writeRequired({ values: createValues(contract.document) }, operation)).toEqual({
    query: [
      ['ids', '1,2'],
      ['tag', 'x'],
      ['tag', 'y'],
      ['at[x]', '1'],
    ],
    headers: { 'X-Ids': '1,2', Cookie: 'sid=s' },
  });
});
