import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runSuite } from '../../service/entries/conformance.ts';
import { isLocal } from './proxy.ts';

describe('isLocal', () => {
  test.each([
    ['http://127.0.0.1:4010', true],
    ['http://127.9.9.9', true],
    ['http://localhost:1', true],
    ['http://api.localhost', true],
    ['http://[::1]:4010/base', true],
    ['https://staging.example.com', false],
    ['http://127.0.0.1.example.com', false],
    ['http://10.0.0.7', false],
    ['http://localhost.example.com', false],
  ])('decides for %s', (url, wanted) => {
    expect(isLocal(url)).toBe(wanted);
  });
});

describe('a target on another machine', () => {
  const methods: string[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    methods.push(request.method ?? '');
    const isKnown = request.headers.authorization === 'Bearer some-key';
    response.writeHead(isKnown ? 201 : 401, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(isKnown ? { data: [], hasMore: false } : {}));
  });
  let port = 0;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  // 0.0.0.0 reaches this machine, but is not a loopback address.
  test.each(['some-key', 'wrong-key'])(
    'receives only GET requests without --allow-writes, with the key %s',
    async (apiKey) => {
      methods.length = 0;
      const result = await runSuite({
        baseUrl: `http://0.0.0.0:${port}`,
        apiKey,
        workspace: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      });
      expect(methods.length).toBeGreaterThan(0);
      expect(new Set(methods)).toEqual(new Set(['GET']));
      expect(result.inventory).toEqual([]);
    },
  );
});
