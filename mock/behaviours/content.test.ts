import { beforeEach, expect, test } from '@jest/globals';
import { loadContract } from '../../contract/load-contract.ts';
import { createMock, type Mock } from '../index.ts';

const contract = loadContract({ document: 'test/contracts/handbook.yaml' });
const bytes = Uint8Array.of(0, 1, 250, 255, 10, 13);

let mock: Mock;

beforeEach(async () => {
  mock = createMock({ contract: await contract, seed: 1 });
});

async function upload(name: string, type: string) {
  const form = new FormData();
  form.append('title', 'Picture');
  form.append('file', new Blob([bytes], { type }), name);
  const response = await mock.fetch('http://mock/files', { method: 'POST', body: form });
  const file: unknown = await response.json();
  return { status: response.status, file };
}

const download = async (path: string) => {
  const response = await mock.fetch(`http://mock${path}`);
  return [...new Uint8Array(await response.arrayBuffer())];
};

const idOf = (file: unknown): string => /"id":"([^"]+)"/.exec(JSON.stringify(file))?.[1] ?? '';

test('an uploaded file is described and downloaded, byte by byte', async () => {
  const { status, file } = await upload('a.png', 'image/png');
  expect(status).toBe(201);
  expect(file).toMatchObject({
    filename: 'a.png',
    size: bytes.length,
    contentType: 'image/png',
    title: 'Picture',
  });
  expect(await download(`/files/${idOf(file)}/content`)).toEqual([...bytes]);
});

test('a file of JSON is a file', async () => {
  const { file } = await upload('a.json', 'application/json');
  expect(file).toMatchObject({ filename: 'a.json', contentType: 'application/json' });
});

test('a replaced content is downloaded, from a server as well', async () => {
  const { file } = await upload('a.png', 'image/png');
  const path = `/files/${idOf(file)}/content`;
  const server = await mock.listen({ port: 0 });
  const headers = { 'Content-Type': 'application/octet-stream' };
  const sent = Uint8Array.of(200, 0, 9);
  const reply = await fetch(`${server.url}${path}`, { method: 'PUT', headers, body: sent });
  expect(reply.status).toBe(204);
  const read = await fetch(`${server.url}${path}`);
  expect(read.headers.get('content-length')).toBe('3');
  expect([...new Uint8Array(await read.arrayBuffer())]).toEqual([...sent]);
  await server.close();
});
