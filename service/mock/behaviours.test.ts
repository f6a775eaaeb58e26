import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { contract, createContract } from '../../contract/index.ts';
import { compileSchemas } from '../../contract/schemas/compile-schemas.ts';
import { createMock } from '../../mock/index.ts';
import { routeKind } from './site-records.ts';

const mock = createMock({ seed: 1 });
const workspace = '/v1/workspaces/7c9e6679-7425-40de-944b-e07fc1f90ae7';
let client: ReturnType<typeof supertest.agent>;

beforeAll(async () => {
  const { url } = await mock.listen();
  client = supertest.agent(url).set('Authorization', 'Bearer site-contract-key');
});
afterAll(() => mock.close());
beforeEach(() => mock.reset());

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

async function createSite(name: string, hostUrl?: string) {
  const response = await client.post(`${workspace}/sites`).send({ name, hostUrl }).expect(201);
  return response.body as { id: string; name: string; hostUrl: string | null; apiKey: string };
}

describe('sites', () => {
  test('are created with an id and a key, and listed in order of creation', async () => {
    const first = await createSite('Harbour Café', 'https://harbour.example');
    const second = await createSite('Pier');
    expect(first).toEqual({
      id: expect.stringMatching(uuid),
      name: 'Harbour Café',
      hostUrl: 'https://harbour.example',
      apiKey: expect.stringMatching(uuid),
    });
    expect(second.hostUrl).toBeNull();
    const listed = await client.get(`${workspace}/sites`).expect(201);
    expect(listed.body).toEqual({ data: [first, second], hasMore: false });
  });

  test('are updated field by field', async () => {
    const site = await createSite('Old', 'https://old.example');
    const renamed = await client.patch(`/v1/sites/${site.id}`).send({ name: 'New' }).expect(200);
    expect(renamed.body).toEqual({ ...site, name: 'New' });
  });

  test('are copied with their routes, under new ids', async () => {
    const site = await createSite('Original');
    const route = await client
      .post(`/v1/sites/${site.id}/routes`)
      .send({ pathname: '/menu' })
      .expect(201);
    const copy = await client.post(`/v1/sites/${site.id}/duplicate`).send({}).expect(201);
    expect(copy.body).toMatchObject({ name: 'Copy of Original' });
    expect(copy.body.id).not.toBe(site.id);
    const { contents } = await mock.snapshot();
    const routes = routeKind.select(contents);
    expect(routes.map(({ value }) => value.pathname)).toEqual(['/menu', '/menu']);
    expect(new Set(routes.map(({ id }) => id)).size).toBe(2);
    expect(routes.map(({ value }) => value.id)).toContain(route.body.id);
  });
});

test('routes are created with variants, and updated', async () => {
  const site = await createSite('Bakery');
  const localizedVariants = [{ locale: 'de-DE', pathname: '/ueber-uns' }];
  const route = await client
    .post(`/v1/sites/${site.id}/routes`)
    .send({ pathname: '/about-us', localizedVariants })
    .expect(201);
  expect(route.body).toEqual({
    id: expect.stringMatching(uuid),
    pathname: '/about-us',
    localizedVariants,
  });
  const moved = await client
    .patch(`/v1/routes/${route.body.id}`)
    .send({ pathname: '/about' })
    .expect(200);
  expect(moved.body).toEqual({ ...route.body, pathname: '/about' });
});

test('webhooks are registered', async () => {
  const body = { url: 'https://hooks.example/site', eventType: 'site.published' };
  const webhook = await client.post(`${workspace}/webhooks`).send(body).expect(201);
  expect(webhook.body).toMatchObject({ ...body, workspaceId: workspace.split('/').at(-1) });
});

test('schemas may contain themselves', async () => {
  const document = structuredClone(contract.document);
  const variant = document.components?.schemas?.['LocalizedVariant'];
  const items = { $ref: '#/components/schemas/LocalizedVariant' };
  Object.assign(variant?.properties ?? {}, { others: { type: 'array', items } });
  const own = createMock({ contract: createContract(document, compileSchemas(document)) });
  const send = async (path: string, body: object) => {
    const headers = {
      authorization: 'Bearer site-contract-key',
      'content-type': 'application/json',
    };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await own.fetch(path, init)).json();
  };
  const { id } = await send(`${workspace}/sites`, { name: 'Bakery' });
  const inner = { locale: 'de-AT', pathname: '/a', others: [] };
  const outer = { locale: 'de-DE', pathname: '/b', others: [{ ...inner, unknown: 1 }] };
  const body = { pathname: '/c', localizedVariants: [outer] };
  const route = await send(`/v1/sites/${id}/routes`, body);
  expect(route.localizedVariants).toEqual([{ ...outer, others: [inner] }]);
  expect(own.journal.list().at(-1)?.ignored).toEqual(['/localizedVariants/0/others/0/unknown']);
});
