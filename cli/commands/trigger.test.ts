import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createMock, type Listening } from '../../mock/index.ts';
import { type Receiver, startReceiver } from '../../test/support/receiver.ts';
import { call, webhooksOf, workspace } from '../../test/support/test-client.ts';
import { runCommand } from '../run-command.ts';

const token = 'admin-token-of-this-test';
const mock = createMock({ seed: 1 });
let listening: Listening;
let receiver: Receiver;
let answer = 204;

beforeAll(async () => {
  listening = await mock.listen({ control: { token, webhooks: { timeScale: 0.001 } } });
  receiver = await startReceiver((response) => response.writeHead(answer).end());
});
beforeEach(async () => {
  answer = 204;
  receiver.received.length = 0;
  await mock.reset();
  const json = { url: receiver.url, eventType: 'page.updated' };
  await call(mock, `POST ${webhooksOf()}`, { json });
});
afterAll(async () => {
  await mock.close();
  await receiver.close();
});

async function run(argv: readonly string[]) {
  const written = { stdout: '', stderr: '' };
  const code = await runCommand(['trigger', ...argv], {
    environment: {},
    stdout: { write: (text: string) => (written.stdout += text) },
    stderr: { write: (text: string) => (written.stderr += text) },
  });
  return { code, ...written };
}

const here = (): string[] => ['--workspace', workspace, '--base-url', listening.url];
const withToken = (): string[] => [...here(), '--admin-token', token];

describe('site-contract trigger', () => {
  test('sends the event, and prints the response of the receiver', async () => {
    const argv = ['page.updated', ...withToken(), '--data', '{"pageId":7}'];
    const { code, stdout, stderr } = await run(argv);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^msg_[0-9a-f]{24} {2}http:\/\/127\.0\.0\.1:\d+\/hook {2}204\n$/);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      type: 'page.updated',
      data: { pageId: 7 },
    });
  });

  test('finds a mock with a base path, also by the address of its page', async () => {
    const below = await mock.listen({ control: { token }, basePath: '/api' });
    for (const url of [below.url, `${below.url}/__mock/`])
      expect(await run(['page.updated', ...withToken(), '--url', url])).toMatchObject({ code: 0 });
    await below.close();
  });

  test('fails when the receiver rejects the delivery', async () => {
    answer = 500;
    const { code, stdout } = await run(['page.updated', ...withToken()]);
    expect(code).toBe(1);
    expect(stdout).toContain('500; the mock retries');
  });

  test('fails with a message when no webhook is registered', async () => {
    const { code, stdout, stderr } = await run(['page.created', ...withToken()]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('is registered for page.created');
    const other = await run(['page.updated', ...withToken(), '--session', 'other']);
    expect(other.code).toBe(1);
  });

  test.each([
    { argv: () => withToken(), want: "missing required argument 'event'" },
    { argv: () => ['page.updated'], want: 'missing --workspace' },
    { argv: () => ['page.updated', ...here()], want: 'missing --admin-token' },
    { argv: () => ['site.eaten', ...withToken()], want: 'site.published.\n' },
    {
      argv: () => ['page.updated', ...withToken(), '--workspace', '7'],
      want: '/workspaceId must be a UUID.\n',
    },
    {
      argv: () => ['page.updated', ...here(), '--admin-token', 'not-the-token'],
      want: 'returned 401',
    },
    {
      argv: () => ['page.updated', ...withToken(), '--data', '{'],
      want: '--data must be JSON (got "{")',
    },
    {
      argv: () => ['page.updated', ...withToken(), '--url', 'http://127.0.0.1:9'],
      want: 'does not respond',
    },
    {
      argv: () => ['page.updated', ...withToken(), '--url', new URL(receiver.url).origin],
      want: 'not the control surface',
    },
  ])('cannot run: $want', async ({ argv, want }) => {
    const { code, stdout, stderr } = await run(argv());
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(want);
    expect(stderr).not.toContain('not-the-token');
  });

  test('does not wait forever for a server that accepts connections and never responds', async () => {
    const silent = await startReceiver(() => {});
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    const { code, stderr } = await run(['page.updated', ...withToken(), '--url', silent.url]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('not respond') });
    expect(timeout).toHaveBeenCalledWith(20_000);
    timeout.mockRestore();
    await silent.close();
  });
});
