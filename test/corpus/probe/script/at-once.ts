import { readId, type ScriptPart } from './session.ts';
import { variants } from './values.ts';

/** Sends several requests at the same time. */
export const atOnceScript: ScriptPart = async function* (session) {
  const { client, hooks, list, other, patch, post, sites } = session;
  const first = `/v1/sites/${readId(await post(sites(), { name: 'First' }))}`;
  const second = `/v1/sites/${readId(await post(sites(), { name: 'Second' }))}`;
  const route = `/v1/routes/${readId(await post(`${first}/routes`, { pathname: '/a' }))}`;
  const sibling = `/v1/routes/${readId(await post(`${first}/routes`, { pathname: '/b' }))}`;
  for (let round = 0; round < 2; round += 1) {
    yield* await Promise.all([
      patch(first, { name: `Round ${round}` }),
      patch(first, { hostUrl: `https://round-${round}.example.com` }),
      patch(second, { name: `Other round ${round}` }),
    ]);
    yield await list();
    yield* await Promise.all([
      post(sites(), { name: `Left ${round}` }),
      post(sites(), { name: `Right ${round}` }),
      list('?limit=2'),
    ]);
    yield await list();
    yield* await Promise.all([
      post(`${first}/duplicate`, { name: `Left copy ${round}` }),
      post(`${first}/duplicate`, { name: `Right copy ${round}` }),
    ]);
    yield await list();
    yield* await Promise.all([
      patch(route, { pathname: `/round-${round}` }),
      patch(route, { localizedVariants: variants.slice(0, round + 1) }),
      patch(sibling, { pathname: `/other-${round}` }),
    ]);
    yield await patch(route, {});
    yield* await Promise.all([
      post(`${first}/routes`, { pathname: `/left-${round}` }),
      post(`${first}/routes`, { pathname: `/right-${round}` }),
    ]);
    yield* await Promise.all([
      post(hooks(), { url: `https://example.com/left-${round}`, eventType: 'page.created' }),
      post(hooks(), { url: `https://example.com/right-${round}`, eventType: 'page.deleted' }),
    ]);
    yield* await Promise.all([list('?limit=1'), list('?limit=3'), list('', other)]);
    yield* await Promise.all([
      list('?limit=1'),
      client.call('GET', sites(), { authorization: 'Bearer wrong-key' }),
    ]);
  }
};
