import { randomUUID } from 'node:crypto';
import { readId, type ScriptPart, type Session } from './session.ts';
import { badBodies, badValues, variants } from './values.ts';

interface Place {
  readonly method: string;
  readonly path: string;
  /** Writes a valid body; the count makes it unique. */
  readonly write: (count: number) => Readonly<Record<string, unknown>>;
}

async function createPlaces({ hooks, post, sites }: Session): Promise<readonly Place[]> {
  const siteId = readId(await post(sites(), { name: 'Target', hostUrl: 'https://t.example.com' }));
  const site = `/v1/sites/${siteId}`;
  const route = `/v1/routes/${readId(await post(`${site}/routes`, { pathname: '/target' }))}`;
  const localizedVariants = variants.slice(0, 1);
  const host = (count: number): string => `https://fine-${count}.example.com`;
  return [
    {
      method: 'POST',
      path: sites(),
      write: (count) => ({ name: `Fine ${count}`, hostUrl: host(count), locale: 'de-DE' }),
    },
    {
      method: 'PATCH',
      path: site,
      write: (count) => ({ name: `Fine ${count}`, hostUrl: host(count) }),
    },
    { method: 'POST', path: `${site}/duplicate`, write: (count) => ({ name: `Fine ${count}` }) },
    {
      method: 'POST',
      path: `${site}/routes`,
      write: (count) => ({ pathname: `/fine-${count}`, localizedVariants }),
    },
    {
      method: 'PATCH',
      path: route,
      write: (count) => ({ pathname: `/fine-${count}`, localizedVariants }),
    },
    {
      method: 'POST',
      path: hooks(),
      write: (count) => ({ url: `https://fine.example.com/${count}`, eventType: 'page.created' }),
    },
  ];
}

/** Sends one kind of invalid input to every operation, and reads the state afterwards. */
export const badInputScript: ScriptPart = async function* (session) {
  const { client, list, patch } = session;
  const places = await createPlaces(session);
  const route = places.find(({ path }) => path.startsWith('/v1/routes'))?.path ?? '';
  let count = 0;
  for (const { method, path, write } of places) {
    const send = (body: unknown, headers = {}, at = path) => {
      count += 1;
      return client.call(method, at, { body, headers });
    };
    for (const field of Object.keys(write(0))) {
      const { [field]: _, ...rest } = write(count);
      yield await send(rest);
      for (const value of badValues) yield await send({ ...write(count), [field]: value });
      yield await list('?limit=100');
      yield await patch(route, {});
    }
    for (const text of badBodies) {
      yield await send(Buffer.from(text, 'latin1'));
      yield await list('?limit=100');
    }
    yield await send({ ...write(count), extra: 1 });
    yield await send(write(count), { 'content-type': 'text/plain' });
    const id = path.match(/[0-9a-f-]{36}/i)?.[0] ?? '';
    for (const bad of [randomUUID(), 'abc', '1', '%00', '%E0%A4%A', "'", id.slice(1), `${id}x`]) {
      yield await send(write(count), {}, path.replace(id, bad));
    }
    yield await send(write(count), {}, `${path}?extra=1`);
    yield await patch(route, {});
  }
  for (const id of [randomUUID(), 'abc', '%00']) yield await list('', id);
  for (const method of ['DELETE', 'PUT', 'GET', 'OPTIONS']) {
    yield await client.call(method, places[1]?.path ?? '');
  }
  for (const path of ['/', '/v1', '/v2/sites', '/v1/unknown']) yield await client.call('GET', path);
  yield await list('?extra=1');
  yield await list('?limit=100');
};
