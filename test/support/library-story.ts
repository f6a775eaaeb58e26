import { expect } from '@jest/globals';

/** Sends a request to a mock of `test/contracts/library.yaml`, by whatever way. */
export type Send = (request: Request) => Promise<Response>;

/** Uses a library as a client would: creates, pages through, replaces, changes and deletes its records. */
export async function useLibrary(baseUrl: string, send: Send): Promise<void> {
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const headers = { 'X-Library-Key': 'site-contract-key', 'Content-Type': type };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await send(new Request(baseUrl + path, { method, headers, ...content }));
    const text = await response.text();
    return text === '' ? response.status : JSON.parse(text);
  };
  const names = ['Harbour', 'Market', 'Mill'];
  for (const [index, name] of names.entries()) {
    const created = await ask('POST', '/branches', { name, city: 'Kiel' });
    expect(created).toMatchObject({ id: index + 1, name, openSince: '2020-01-01' });
  }
  const page = { total: 3, items: [{ id: 2 }, { id: 3 }] };
  expect(await ask('GET', '/branches?offset=1&limit=2')).toMatchObject(page);
  const replaced = await ask('PUT', '/branches/2', { name: 'Old market', city: 'Turku' });
  expect(replaced).toMatchObject({ id: 2, name: 'Old market' });
  const changed = await ask('PATCH', '/branches/2', { city: 'Oulu' });
  expect(changed).toMatchObject({ name: 'Old market', city: 'Oulu' });
  expect(await ask('GET', '/branches?city=Oulu')).toMatchObject({ items: [{ id: 2 }] });
  const shelf = await ask('POST', '/branches/2/shelves', { label: 'A' });
  expect(await ask('GET', '/branches/2/shelves')).toEqual([shelf]);
  expect(await ask('GET', '/branches/3/shelves')).toEqual([]);
  expect(await ask('DELETE', '/branches/2')).toBe(204);
  expect(await ask('GET', '/branches/2')).toHaveProperty('message');
  expect(await ask('GET', '/branches')).toMatchObject({ total: 2, items: [{ id: 1 }, { id: 3 }] });
}
