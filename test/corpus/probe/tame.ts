import { setTimeout as pause } from 'node:timers/promises';
import {
  createProbeClient,
  type ProbeAnswer,
  type ProbeClient,
  type ProbeTarget,
} from './client.ts';

/** Repeats a request as long as the target responds with Retry-After. */
async function insist(ask: () => Promise<ProbeAnswer>): Promise<ProbeAnswer> {
  for (let tries = 0; tries < 30; tries += 1) {
    const answer = await ask();
    if (answer.status !== 429) return answer;
    await pause(250);
  }
  return ask();
}

function toObject(answer: ProbeAnswer): Record<string, unknown> {
  const body: unknown = JSON.parse(Buffer.from(answer.text, 'latin1').toString());
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

/** Returns all sites of a workspace by id, from small pages. */
async function walk(
  client: ProbeClient,
  workspaceId: string,
): Promise<Map<unknown, Record<string, unknown>>> {
  const found = new Map<unknown, Record<string, unknown>>();
  let after = '';
  for (let page = 0; page < 200; page += 1) {
    const query = after === '' ? '' : `&after=${after}`;
    const path = `/v1/workspaces/${workspaceId}/sites?limit=100${query}`;
    const body = toObject(await insist(() => client.call('GET', path)));
    const data = Array.isArray(body['data']) ? body['data'] : [];
    for (const site of data) found.set(site.id, site);
    after = data.at(-1)?.id ?? '';
    if (body['hasMore'] !== true || after === '') break;
  }
  return found;
}

/**
 * Uses each operation once, with values that even strict deployments accept, and returns what failed. Nothing fails for
 * a lawful target.
 */
export async function useTamely(target: ProbeTarget): Promise<readonly string[]> {
  const client = createProbeClient({ ...target, patience: 5000 });
  const [home, other] = target.workspaceIds;
  const complaints: string[] = [];
  const ask = async (
    what: string,
    statuses: readonly number[],
    ...call: Parameters<ProbeClient['call']>
  ) => {
    const answer = await insist(() => client.call(...call));
    if (statuses.includes(answer.status)) return toObject(answer);
    complaints.push(`${what} answered ${answer.status} ${answer.text.slice(0, 200)}`);
    return {};
  };
  const expect = (what: string, received: unknown, expected: unknown): void => {
    const [got, want] = [JSON.stringify(received), JSON.stringify(expected)];
    if (got !== want) complaints.push(`${what} is ${got} instead of ${want}`);
  };
  const sites = `/v1/workspaces/${home}/sites`;
  const site = await ask('creating', [201], 'POST', sites, {
    body: { name: 'alpha-one', hostUrl: 'https://alpha.tame-sites.com', locale: 'en-US' },
  });
  expect('the name', site['name'], 'alpha-one');
  expect('the host', site['hostUrl'], 'https://alpha.tame-sites.com');
  const update = { name: 'alpha-two', hostUrl: 'https://beta.tame-sites.com' };
  const updated = await ask('updating', [200, 201, 202], 'PATCH', `/v1/sites/${site['id']}`, {
    body: update,
  });
  expect(
    'the updated site',
    [updated['id'], updated['name'], updated['hostUrl'], updated['apiKey']],
    [site['id'], update.name, update.hostUrl, site['apiKey']],
  );
  const copy = await ask('duplicating', [201], 'POST', `/v1/sites/${site['id']}/duplicate`, {
    body: { name: 'alpha-copy' },
  });
  expect('the name of the copy', copy['name'], 'alpha-copy');
  const unnamed = await ask(
    'duplicating without a name',
    [201],
    'POST',
    `/v1/sites/${site['id']}/duplicate`,
    { body: {} },
  );
  const variants = [{ locale: 'en-US', pathname: '/en-first' }];
  const route = await ask('creating a route', [201], 'POST', `/v1/sites/${site['id']}/routes`, {
    body: { pathname: '/first', localizedVariants: variants },
  });
  expect('the route', [route['pathname']], ['/first']);
  const moved = await ask('updating a route', [200], 'PATCH', `/v1/routes/${route['id']}`, {
    body: { pathname: '/second' },
  });
  expect('the updated route', [moved['id'], moved['pathname']], [route['id'], '/second']);
  await ask(
    'skipping validation',
    [201],
    'POST',
    `/v1/sites/${site['id']}/routes?skipValidation=true`,
    { body: { pathname: 'third' } },
  );
  const webhook = { url: 'https://hooks.tame-sites.com/a', eventType: 'page.created' };
  const hook = await ask('creating a webhook', [201], 'POST', `/v1/workspaces/${home}/webhooks`, {
    body: webhook,
  });
  expect('the webhook', [hook['url'], hook['eventType']], [webhook.url, webhook.eventType]);
  for (const limit of [0, 1, 100])
    await ask(`listing ${limit}`, [201], 'GET', `${sites}?limit=${limit}`);
  await ask('listing the other workspace', [201], 'GET', `/v1/workspaces/${other}/sites`);

  // A list may lag, but has to be complete in the end.
  const ids = [site['id'], copy['id'], unnamed['id']];
  const names = () => ['alpha-two', 'alpha-copy', unnamed['name']];
  let listed: unknown[] = [];
  for (let tries = 0; tries < 12; tries += 1) {
    const found = await walk(client, home);
    listed = ids.map((id) => found.get(id)?.['name']);
    if (JSON.stringify(listed) === JSON.stringify(names())) break;
    await pause(150);
  }
  expect('the list', listed, names());
  const foreign = await walk(client, other);
  expect(
    'the other list',
    ids.map((id) => foreign.has(id)),
    [false, false, false],
  );
  client.close();
  return complaints;
}
