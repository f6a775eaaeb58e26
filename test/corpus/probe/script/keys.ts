import { randomUUID } from 'node:crypto';
import { readId, type ScriptPart } from './session.ts';

/** Calls every operation with many kinds of wrong keys. */
export const keyScript: ScriptPart = async function* (session) {
  const { client, home, hooks, list, patch, post, sites } = session;
  const { apiKey } = client;
  const site = `/v1/sites/${readId(await post(sites(), { name: 'Guarded' }))}`;
  const route = `/v1/routes/${readId(await post(`${site}/routes`, { pathname: '/guarded' }))}`;
  const half = apiKey.length / 2;
  for (const authorization of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${apiKey.slice(0, -1)}`,
    `Bearer ${apiKey.slice(0, 8)}`,
    `Bearer ${apiKey.slice(0, half)}`,
    `Bearer ${apiKey.slice(-half)}`,
    `Bearer ${apiKey}x`,
    `Bearer x${apiKey}`,
    `Bearer ${apiKey} x`,
    `Bearer ${apiKey.toUpperCase()}`,
    `Bearer ${apiKey.slice(0, -1)}~`,
    'Bearer undefined',
    'Bearer null',
    'Bearer wrong-key',
    `Bearer ${home}`,
    `Bearer ${randomUUID()}`,
    apiKey,
    `Basic ${apiKey}`,
    `Basic ${Buffer.from(`user:${apiKey}`).toString('base64')}`,
    `Token ${apiKey}`,
  ]) {
    const key = { authorization };
    yield await list();
    yield await client.call('GET', sites(), key);
    yield await post(sites(), { name: 'Sneaked in' }, key);
    yield await post(sites(), { name: 0 }, key);
    yield await client.call('PATCH', site, { body: { name: 'Sneaked' }, ...key });
    yield await post(`${site}/duplicate`, { name: 'Sneaked copy' }, key);
    yield await post(`${site}/routes`, { pathname: '/sneaked' }, key);
    yield await post(`${site}/routes?skipValidation=true`, { pathname: '/sneaked' }, key);
    yield await client.call('PATCH', route, { body: { pathname: '/sneaked' }, ...key });
    yield await post(hooks(), { url: 'https://example.com', eventType: 'page.created' }, key);
    yield await client.call('GET', `${sites()}?limit=0`, key);
    yield await list('?limit=100');
    yield await patch(route, {});
  }
};
