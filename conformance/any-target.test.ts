import type { RequestListener } from 'node:http';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Contract } from '../contract/index.ts';
import { createMock } from '../mock/index.ts';
import { answerWith, closeServers, serve } from '../test/support/first-contact.ts';
import { loadTestContract } from '../test/support/load-test-contract.ts';
import { runAnyContract } from './run-any-contract.ts';

let contract: Contract;
beforeAll(async () => {
  contract = await loadTestContract('library');
});
afterEach(closeServers);

async function judge(baseUrl: string, apiKey = 'key', timeoutMs = 10_000) {
  const options = { baseUrl, apiKey, workspace: '', seed: 1, timeoutMs };
  const { verdict, checks, warnings } = await runAnyContract(contract, options);
  const statuses = new Set(checks.map(({ outcome }) => outcome.status));
  return { verdict, statuses, warnings };
}

describe('a target of another contract that cannot be judged', () => {
  test('is one where nothing listens', async () => {
    const port = await serve(answerWith(200));
    await closeServers();
    const { verdict, statuses } = await judge(`http://127.0.0.1:${port}`);
    const reason = expect.stringMatching(
      /does not respond: nothing listens there; start the target/,
    );
    expect(verdict).toEqual({ kind: 'not-run', reason });
    expect(statuses).toEqual(new Set(['not-run']));
  });

  test('is one that never answers', async () => {
    const silent: RequestListener = () => {};
    const port = await serve(silent);
    const { verdict } = await judge(`http://127.0.0.1:${port}`, 'key', 200);
    const reason = expect.stringMatching(/does not respond: no response within 200 ms/);
    expect(verdict).toEqual({ kind: 'not-run', reason });
  });

  test('is one that never answers within the time of the run', async () => {
    const silent: RequestListener = () => {};
    const port = await serve(silent);
    const baseUrl = `http://127.0.0.1:${port}`;
    const options = { baseUrl, apiKey: 'key', timeoutMs: 10_000, maxTimeMs: 300 };
    const { verdict } = await runAnyContract(contract, options);
    const reason = expect.stringMatching(/did not respond within the 0.3 s allowed for the run/);
    expect(verdict).toEqual({ kind: 'not-run', reason });
  });

  test('is a web site', async () => {
    const page = '<!doctype html><title>App</title>';
    const port = await serve(answerWith(200, { 'Content-Type': 'text/html' }, page));
    const { verdict } = await judge(`http://127.0.0.1:${port}`);
    const reason = expect.stringMatching(
      /returns 200 with a web page \(“App”\), not JSON, to every request; correct the base URL/,
    );
    expect(verdict).toEqual({ kind: 'not-run', reason });
  });

  test.each([
    ['refuses the key', '', 'wrong', /no valid request succeeded \(401\); check the base URL and/],
    [
      'has another base path',
      '/other',
      'key',
      /no valid request succeeded \(404\); check the base/,
    ],
  ])('is one that %s', async (_, path, apiKey, want) => {
    const mock = createMock({ contract, seed: 1, apiKeys: ['key'] });
    const { url } = await mock.listen({ port: 0 });
    const { verdict } = await judge(url + path, apiKey);
    await mock.close();
    expect(verdict).toEqual({ kind: 'not-run', reason: expect.stringMatching(want) });
  });

  test('is told to check credentials, and not to declare another creation', async () => {
    const mock = createMock({ contract, seed: 1, apiKeys: ['key'] });
    const { url } = await mock.listen({ port: 0 });
    const { warnings } = await judge(url, 'wrong');
    await mock.close();
    const text = warnings.join('\n');
    expect(text).toMatch(/refused every creation with 401 .*; check the credentials/);
    expect(text).not.toContain('sample');
  });
});
