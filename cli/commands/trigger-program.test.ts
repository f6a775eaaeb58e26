import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { runProgram, startProgram } from '../../test/installed/run-program.ts';
import { until } from '../../test/installed/until.ts';
import { startReceiver } from '../../test/support/receiver.ts';

const program = path.resolve('dist/cli/main.js');
const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const token = 'admin-token-of-this-test';
const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Starts a mock with these options and a webhook to a receiver, and returns the output of `trigger`. */
async function trigger(options: readonly string[], toUrl: (url: string) => string, status = 204) {
  const receiver = await startReceiver((response) => response.writeHead(status).end());
  ends.push(receiver.close);
  const argv = [program, 'mock', '--port', '0', '--admin-token', token, ...options];
  const { child, ended, waitFor } = startProgram(process.execPath, argv);
  ends.push(() => {
    child.kill('SIGKILL');
    return ended;
  });
  const url = await waitFor(/(http:\/\/127\.0\.0\.1:\d+)/);
  const registered = await fetch(`${url}/v1/workspaces/${workspace}/webhooks`, {
    method: 'POST',
    headers: { authorization: 'Bearer site-contract-key', 'content-type': 'application/json' },
    body: JSON.stringify({ url: toUrl(receiver.url), eventType: 'page.updated' }),
  });
  expect(registered.status).toBe(201);
  const given = ['--workspace', workspace, '--url', url, '--admin-token', token];
  const ran = await runProgram(process.execPath, [program, 'trigger', 'page.updated', ...given]);
  const headers = { authorization: `Bearer ${token}` };
  const readDeliveries = async () => (await fetch(`${url}/__mock/deliveries`, { headers })).json();
  return { ...ran, receiver, readDeliveries };
}

// 0.0.0.0 reaches this machine (RFC 1122), but is not one of its own addresses.
const toAnyAddress = (url: string): string => url.replace('127.0.0.1', '0.0.0.0');

test('a private target is refused with a reason', async () => {
  const { code, stdout, receiver } = await trigger([], toAnyAddress);
  expect(code).toBe(1);
  expect(stdout).toContain('0.0.0.0 is a private address');
  expect(receiver.received).toEqual([]);
});

test('--allow-private-targets permits a private target', async () => {
  const { code, receiver } = await trigger(['--allow-private-targets'], toAnyAddress);
  expect(code).toBe(0);
  expect(receiver.received).toHaveLength(1);
});

test('--webhook-time-scale sets how soon a delivery is retried', async () => {
  const real = await trigger(['--webhook-time-scale', '1'], (url) => url, 500);
  expect(real.code).toBe(1);
  // Five seconds after the first attempt, or five minutes after the second if it has been made by now.
  await until(async () => (await real.readDeliveries()).data[0]?.state === 'pending');
  const [{ attempts, nextAttemptAt }] = (await real.readDeliveries()).data;
  const wait = Date.parse(nextAttemptAt) - Date.parse(attempts.at(-1).at);
  expect(wait).toBeGreaterThanOrEqual(attempts.length === 1 ? 5000 : 300_000);
  const quick = await trigger([], (url) => url, 500);
  // On the normal schedule, three attempts take more than five minutes.
  await quick.receiver.until(3);
});
