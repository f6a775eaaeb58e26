import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { Listening } from '../../mock/adapters/listen.ts';
import { workspace } from './test-client.ts';
import { createTestMock } from './test-mock.ts';

export const token = 'admin-token-of-this-test';

/** A mock with a control surface for the tests of a file, reset before each, and what asks it. */
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
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
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
