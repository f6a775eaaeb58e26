import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { controlOperations } from '../../generated/control-document.js';
import type { Listening } from '../../mock/server-types.ts';
import { assertDocumented } from './control-document.ts';
import { workspace } from './test-client.ts';
import { createTestMock } from './test-mock.ts';

export const token = 'admin-token-of-this-test';

/** A minimal request for each operation of the control surface. */
export const controlTargets = controlOperations.map(({ id, method, path }) => ({
  id,
  method,
  target: path.replaceAll(/\{.+?\}/g, 'x'),
}));

/** Creates a mock with a control surface for the tests of a file, reset before each, and functions that call it. */
export function useControlSurface() {
  const sitesPath = `/v1/workspaces/${workspace}/sites`;
  const mock = createTestMock({ seed: 1 });
  let listening: Listening;
  beforeAll(async () => {
    listening = await mock.listen({ control: { token } });
  });
  afterAll(() => mock.close());
  beforeEach(() => mock.reset());

  async function send(method: string, target: string, body?: unknown, headers = {}) {
    const response = await fetch(listening.url + target, {
      method,
      headers: {
        authorization: `Bearer ${target.startsWith('/__mock') ? token : mock.apiKeys[0]}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const reply = { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    assertDocumented(method, target, reply.status, reply.body);
    return reply;
  }

  return {
    mock,
    send,
    listen: () => listening,
    createSite: (name: string) => send('POST', sitesPath, { name }),
    listNames: async () =>
      (await send('GET', sitesPath)).body.data.map(({ name }: { name: string }) => name),
  };
}
