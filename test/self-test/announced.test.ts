import { afterEach, describe, expect, test } from '@jest/globals';
import { runSuite } from '../../service/entries/conformance.ts';
import {
  type Disturb,
  startUnreliable,
  type UnreliableTarget,
  workspace,
} from '../support/unreliable-target.ts';

let target: UnreliableTarget | undefined;
afterEach(() => target?.close());

/** Sites that requests of the run left on the target, whatever it told the run, and the number that the run announced. */
async function countCreated(
  disturb: Disturb,
  only: readonly string[],
): Promise<{ created: number; announced: number }> {
  let announced = 0;
  target = await startUnreliable(disturb);
  const before = await listAll(target);
  await runSuite({
    ...target.options,
    seed: 5,
    only,
    timeoutMs: 2000,
    onEvent: (event) => {
      if (event.type === 'planned') announced = event.sites;
    },
  });
  return { created: (await listAll(target)) - before, announced };
}

async function listAll({ options: { baseUrl, apiKey } }: UnreliableTarget): Promise<number> {
  let count = 0;
  for (let after = ''; ; ) {
    const url = `${baseUrl}/v1/workspaces/${workspace}/sites?limit=100${after}`;
    const response = await fetch(url, { headers: { Authorization: `Bearer ${apiKey}` } });
    const page: { data: { id: string }[]; hasMore: boolean } = await response.json();
    count += page.data.length;
    if (!page.hasMore) return count;
    after = `&after=${page.data.at(-1)?.id}`;
  }
}

describe('a run creates no more sites than it announced', () => {
  /** One of the first creations: each repetition slows the run down. */
  const isCreation = ({ method, path, count }: { method: string; path: string; count: number }) =>
    method === 'POST' && /\/(?:sites|duplicate)$/.test(path) && count < 13;

  test.each<[string, Disturb]>([
    ['if the target behaves', () => false],
    [
      'if it stores sites and closes the connection',
      (incoming, _response, self) => {
        if (!isCreation(incoming) || incoming.count % 3 > 0) return false;
        void self.pass(incoming);
        incoming.socket.resetAndDestroy();
        return true;
      },
    ],
    [
      'if it stores sites and answers 503',
      async (incoming, response, self) => {
        if (!isCreation(incoming) || incoming.count % 3 > 0) return false;
        await self.pass(incoming);
        response.writeHead(503).end();
        return true;
      },
    ],
    [
      'if it stores each site twice',
      async (incoming, _response, self) => {
        const isSite = incoming.method === 'POST' && /\/(?:sites|duplicate)$/.test(incoming.path);
        if (isSite) await self.pass(incoming);
        return false;
      },
    ],
  ])('%s', async (_, disturb) => {
    const { created, announced } = await countCreated(disturb, [
      'createSite/accepts',
      'duplicateSite',
    ]);
    expect(created).toBeLessThanOrEqual(announced);
  });

  test('if only a verdict about lists is selected', async () => {
    const only = ['listSites/answers-201'];
    expect(await countCreated(() => false, only)).toEqual({ created: 0, announced: 0 });
  });
});
