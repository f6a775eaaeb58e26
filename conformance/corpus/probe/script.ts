import { randomUUID } from 'node:crypto';
import { eventTypes } from '../service/exchange.ts';
import type { ProbeAnswer, ProbeClient, ProbeRequest } from './client.ts';

/** Names that hurt: each holds what one kind of careless code changes. */
const painfulNames: readonly string[] = [
  ' Zoë  & "Søn" <b>ﬁ</b> \t\u00a0\u2028x\r\n ',
  'e\u0301\u00c5 STRASSE straße \u00ad\u200d\u200f ǆ İ',
  `it's \\ \\n \\u0041 %41 %s +1 {{x}} \${y} $& *_ / ; # &lt;&amp;`,
  '👩\u200d👩 \u{1f600} null \0 end',
  '007',
  '1e3',
  'yes',
  'null',
  '#tag',
  `${'long name '.repeat(30)}end`,
];

const painfulPathnames: readonly string[] = [
  '/',
  '/Über/e\u0301/A_b~c/007/x.html/',
  '/page.html',
  '/a//b/./c/../d%2Fe%2fg%20f+g h/:id/end?q=1&r=2#frag',
  `/${'segment/'.repeat(40)}end`,
];

const painfulUrls: readonly string[] = [
  'http://www.hooks.a.b.example.com:8080/Path/../x%2fy%2F/?b=2&a=1+1%20%2F#part',
  `https://example.com/${'p'.repeat(300)}`,
  'https://example.com',
  'https://example.com/a/',
];

const variants = [
  { locale: 'sv-SE', pathname: '/Sv/E\u0301?x#y' },
  { locale: 'en-GB', pathname: '/en/' },
  { locale: 'en-US', pathname: '/en/' },
  { locale: 'de-DE', pathname: `/de%20/${'x'.repeat(120)}` },
  ...Array.from({ length: 8 }, (_, index) => ({
    locale: `f${String.fromCharCode(97 + index)}-FR`,
    pathname: '/f',
  })),
];

const badValues: readonly unknown[] = [1, true, null, {}, ['a'], ''];

/** Reads a field of an answer; an empty text where there is none. */
function read(answer: ProbeAnswer, field: string): string {
  try {
    const body: unknown = JSON.parse(Buffer.from(answer.text, 'latin1').toString());
    if (typeof body !== 'object' || body === null) return '';
    const value: unknown = Object.getOwnPropertyDescriptor(body, field)?.value;
    return typeof value === 'string' ? value : '';
  } catch {
    return '';
  }
}

/** Asks one target everything in a fixed order, and yields answer after answer. */
export async function* runScript(client: ProbeClient): AsyncGenerator<ProbeAnswer> {
  const [home, other] = client.workspaceIds;
  const sites = (workspaceId: string): string => `/v1/workspaces/${workspaceId}/sites`;
  const hooks = `/v1/workspaces/${home}/webhooks`;
  const list = (query = '', workspaceId = home) =>
    client.call('GET', `${sites(workspaceId)}${query}`);
  const post = (path: string, body: unknown, rest: ProbeRequest = {}) =>
    client.call('POST', path, { body, ...rest });
  const patch = (path: string, body: unknown) => client.call('PATCH', path, { body });

  yield await list();
  const created: string[] = [];
  async function* create(body: unknown, workspaceId = home): AsyncGenerator<ProbeAnswer> {
    const answer = await post(sites(workspaceId), body);
    created.push(read(answer, 'id') || randomUUID());
    yield answer;
    yield await list();
    yield await list('?limit=3');
  }
  const site = (index: number): string => created.at(index) ?? randomUUID();

  yield* create({ name: 'First', hostUrl: 'https://www.my-first-host.example.com:8443' });
  yield* create({ name: 'Second', hostUrl: 'http://second.example.com', locale: 'de-DE' });
  yield* create({ name: 'First' });
  yield await list('', other);
  yield* create({ name: 'Elsewhere' }, other);
  yield await list('?limit=1', other);
  yield* create({ name: ' Spaced ', hostUrl: 'https://spaced.example.com' });
  for (const name of painfulNames) yield* create({ name });
  yield await list();
  yield await list('', other);
  const [first, second, third, elsewhere] = [site(0), site(1), site(2), site(3)];

  for (const body of [
    { name: 'First again' },
    { hostUrl: 'http://changed-host.example.com:81' },
    {},
    { name: painfulNames[0], hostUrl: 'https://both.example.com' },
    { name: 'FIRST AGAIN' },
    { name: 'first again' },
    { name: '' },
    { name: painfulNames[3] },
    { name: painfulNames[9] },
  ]) {
    yield await patch(`/v1/sites/${first}`, body);
    yield await patch(`/v1/sites/${first}`, {});
    yield await list();
  }
  yield await patch(`/v1/sites/${third}`, { hostUrl: 'https://third.example.com' });
  yield await patch(`/v1/sites/${third}`, { hostUrl: 'https://both.example.com' });
  for (const origin of [
    'https://Www.Example.COM',
    'http://127.0.0.1:3000',
    'https://cms.internal',
  ]) {
    yield await patch(`/v1/sites/${third}`, { hostUrl: origin });
    yield await post(hooks, { url: `${origin}/hook`, eventType: 'page.created' });
  }
  yield await patch(`/v1/sites/${elsewhere}`, { name: 'Elsewhere too' });
  yield await list();

  const routes: string[] = [];
  async function* createRoute(
    siteId: string,
    body: unknown,
    query = '',
  ): AsyncGenerator<ProbeAnswer> {
    const answer = await post(`/v1/sites/${siteId}/routes${query}`, body);
    routes.push(read(answer, 'id') || randomUUID());
    yield answer;
  }
  for (const pathname of painfulPathnames) yield* createRoute(first, { pathname });
  yield* createRoute(first, { pathname: '/with', localizedVariants: variants });
  yield* createRoute(second, { pathname: '/with', localizedVariants: variants.slice(0, 1) });
  yield* createRoute(second, { pathname: '/none', localizedVariants: [] });
  yield* createRoute(second, {
    pathname: '/two',
    localizedVariants: [1, 2].map((count) => ({ locale: 'de-DE', pathname: `/${count}` })),
  });
  for (const routeId of routes) yield await patch(`/v1/routes/${routeId}`, {});
  const route = `/v1/routes/${routes.at(5)}`;
  for (const body of [
    { pathname: '/Moved/A/' },
    { localizedVariants: variants.slice(0, 2) },
    { pathname: `/Both${'y'.repeat(100)}/`, localizedVariants: variants.slice(1) },
    { pathname: '/only' },
    { localizedVariants: [] },
  ]) {
    yield await patch(route, body);
    yield await patch(route, {});
  }
  for (const query of ['true', 'false', 'yes', '1', 'TRUE', '']) {
    for (const pathname of ['no-slash', '/slash']) {
      yield* createRoute(
        first,
        { pathname, localizedVariants: variants.slice(0, 1) },
        `?skipValidation=${query}`,
      );
      yield await patch(`${route}?skipValidation=${query}`, { pathname });
    }
  }
  yield await post(`/v1/sites/${first}/routes?skipValidation=true`, { pathname: 7 });
  yield await patch(`${route}?skipValidation=true`, { pathname: null });
  yield await patch(`${route}?skipValidation=true`, {
    localizedVariants: [{ locale: 'x', pathname: 'y' }],
  });
  yield await post(`/v1/sites/${first}/routes`, {
    pathname: '/a',
    localizedVariants: [{ locale: 'x', pathname: 'y' }],
  });
  yield await post(`/v1/sites/${first}/routes`, { pathname: 'no-slash' });
  yield await patch(route, {});

  async function* copy(siteId: string, body?: unknown): AsyncGenerator<ProbeAnswer> {
    const answer = await post(`/v1/sites/${siteId}/duplicate`, body);
    created.push(read(answer, 'id') || randomUUID());
    yield answer;
    yield await list();
    yield await list('?limit=3');
  }
  for (const name of [...painfulNames.slice(0, 2), '007', painfulNames[9]])
    yield* copy(first, { name });
  yield* copy(second);
  yield* copy(second, {});
  const copied = site(-1);
  yield await list();
  yield await patch(`/v1/sites/${copied}`, { name: 'Copy renamed' });
  yield await list();
  yield await patch(`/v1/sites/${second}`, {
    name: 'Original renamed',
    hostUrl: 'https://z.example.com',
  });
  yield await list();
  yield* copy(copied, { name: 'Copy of copy' });
  yield* copy(elsewhere, { name: 'Other copy' });
  yield* createRoute(copied, { pathname: '/on-copy' });
  yield* copy(second, { name: 'Twin' });
  yield await patch(`/v1/sites/${first}`, { name: 'Before its route' });
  yield await patch(route, {});
  yield await list('', other);

  for (const eventType of eventTypes) yield await post(hooks, { url: painfulUrls[0], eventType });
  for (const url of painfulUrls) yield await post(hooks, { url, eventType: 'page.created' });
  yield await post(`/v1/workspaces/${other}/webhooks`, {
    url: painfulUrls[1],
    eventType: 'page.created',
  });

  for (const id of [...created.slice(-8)]) yield await list(`?limit=3&after=${id}`);
  for (const limit of ['0', '1', '2', '5', '7', '10', '11', '13', '25', '100', '9', '99', '51']) {
    yield await list(`?limit=${limit}`);
    yield await list(`?limit=${limit}&after=${first}`);
    yield await list(`?limit=${limit}&after=${second}`);
  }
  yield await list(`?after=${second}`);
  for (const query of ['101', '150', '1000', '-1', '-3', 'abc', '5abc', '1.5', ''].map(
    (limit) => `?limit=${limit}`,
  )) {
    yield await list(query);
  }
  for (const after of ['abc', '3', '', randomUUID(), elsewhere, first.slice(1)])
    yield await list(`?after=${after}`);
  for (const limit of [1, 2, 4, 5, 9]) {
    let after = first;
    for (let page = 0; page < 30; page += 1) {
      const answer = await list(`?limit=${limit}&after=${after}`);
      yield answer;
      const ids = [...answer.text.matchAll(/"id":"([^"]+)"/g)].map((match) => match[1] ?? '');
      if (ids.length === 0 || page > 24) break;
      after = ids.at(-1) ?? after;
    }
  }

  for (const authorization of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${client.apiKey.slice(0, -1)}`,
    `Bearer ${client.apiKey.slice(0, 8)}`,
    `Bearer ${client.apiKey}x`,
    `Bearer x${client.apiKey}`,
    `Bearer ${client.apiKey} x`,
    `Bearer ${client.apiKey.toUpperCase()}`,
    `Bearer ${client.apiKey.slice(0, -1)}~`,
    'Bearer undefined',
    'Bearer null',
    'Bearer wrong-key',
    `Bearer ${home}`,
    `Bearer ${randomUUID()}`,
    `Bearer *`,
    client.apiKey,
    `Basic ${client.apiKey}`,
    `Basic ${Buffer.from(`user:${client.apiKey}`).toString('base64')}`,
    `Token ${client.apiKey}`,
  ]) {
    const options = { authorization };
    yield await client.call('GET', sites(home), options);
    yield await post(sites(home), { name: 'Sneaked in' }, options);
    yield await post(sites(home), { name: 0 }, options);
    yield await client.call('PATCH', `/v1/sites/${third}`, {
      body: { name: 'Sneaked' },
      ...options,
    });
    yield await post(`/v1/sites/${third}/duplicate`, { name: 'Sneaked copy' }, options);
    yield await post(`/v1/sites/${third}/routes`, { pathname: '/sneaked' }, options);
    yield await post(
      `/v1/sites/${third}/routes?skipValidation=true`,
      { pathname: '/sneaked' },
      options,
    );
    yield await client.call('PATCH', route, { body: { pathname: '/sneaked' }, ...options });
    yield await post(hooks, { url: painfulUrls[2], eventType: 'page.created' }, options);
    yield await client.call('GET', `${sites(home)}?limit=0`, options);
    yield await list('?limit=100');
  }
  yield await patch(route, {});

  const unknown = randomUUID();
  const targets: readonly (readonly [string, string, Record<string, unknown>])[] = [
    ['POST', sites(home), { name: 'Fine', hostUrl: 'https://fine.example.com', locale: 'de-DE' }],
    ['PATCH', `/v1/sites/${third}`, { name: 'Fine', hostUrl: 'https://fine.example.com' }],
    ['POST', `/v1/sites/${third}/duplicate`, { name: 'Fine' }],
    [
      'POST',
      `/v1/sites/${third}/routes`,
      { pathname: '/fine', localizedVariants: variants.slice(0, 1) },
    ],
    ['PATCH', route, { pathname: '/fine', localizedVariants: variants.slice(0, 1) }],
    ['POST', hooks, { url: 'https://fine.example.com/x', eventType: 'page.created' }],
  ];
  for (const [method, path, good] of targets) {
    for (const field of Object.keys(good)) {
      const { [field]: _, ...missing } = good;
      yield await client.call(method, path, { body: missing });
      for (const value of [
        ...badValues,
        'not a uri',
        'PAGE.CREATED',
        'page.unknown',
        '/relative',
        'https://h.example.com/path',
        'https://h.example.com?q=1',
        'javascript:1',
        [{ locale: 'de-DE' }],
        [{ pathname: '/x' }],
        [{ locale: 5, pathname: '/x' }],
        [{ locale: 'de-DE', pathname: null }],
        ['de-DE'],
        [null],
      ]) {
        yield await client.call(method, path, { body: { ...good, [field]: value } });
      }
      yield await list('?limit=100');
      yield await patch(route, {});
    }
    for (const text of [
      '',
      '{',
      '{"name":"x"',
      'null',
      '[]',
      '"text"',
      '1',
      'true',
      '{"name":"\xff"}',
      'name=x',
      '[{"name":"x"}]',
      `{"name":"x"}}`,
      '{"__proto__":{"name":"x"}}',
      `${'['.repeat(5000)}`,
      JSON.stringify({ ...good, extra: 1 }),
    ]) {
      yield await client.call(method, path, { body: Buffer.from(text, 'latin1') });
      yield await list('?limit=100');
    }
    yield await client.call(method, path, {
      body: good,
      headers: { 'content-type': 'text/plain' },
    });
    for (const id of [unknown, 'abc', '1', '%00', '%E0%A4%A', "'", first.slice(1), `${first}x`]) {
      const elsewherePath = path.replace(/[0-9a-f-]{36}/, id);
      yield await client.call(method, elsewherePath, { body: good });
    }
    yield await client.call(method, `${path}?extra=1`, { body: good });
  }
  for (const id of [unknown, 'abc', '%00']) yield await list('', id);
  for (const method of ['DELETE', 'PUT', 'GET', 'OPTIONS'])
    yield await client.call(method, `/v1/sites/${third}`);
  for (const path of ['/', '/v1', '/v2/sites', '/v1/unknown']) yield await client.call('GET', path);
  yield await list('?extra=1');
  yield await list('?limit=100');

  for (let round = 0; round < 3; round += 1) {
    yield* await Promise.all([
      patch(`/v1/sites/${third}`, { name: `Round ${round}` }),
      patch(`/v1/sites/${third}`, { hostUrl: `https://round-${round}.example.com` }),
      patch(`/v1/sites/${second}`, { name: `Other round ${round}` }),
    ]);
    yield* await Promise.all([
      post(sites(home), { name: `Left ${round}` }),
      post(sites(home), { name: `Right ${round}` }),
      list('?limit=2'),
    ]);
    yield* await Promise.all([
      post(`/v1/sites/${third}/duplicate`, { name: `Left copy ${round}` }),
      post(`/v1/sites/${third}/duplicate`, { name: `Right copy ${round}` }),
    ]);
    yield* await Promise.all([
      patch(route, { pathname: `/round-${round}` }),
      patch(route, { localizedVariants: variants.slice(0, round + 1) }),
      patch(`/v1/routes/${routes.at(0)}`, { pathname: `/other-${round}` }),
    ]);
    yield* await Promise.all([
      post(`/v1/sites/${third}/routes`, { pathname: `/left-${round}` }),
      post(`/v1/sites/${third}/routes`, { pathname: `/right-${round}` }),
    ]);
    yield* await Promise.all([
      post(hooks, { url: `https://example.com/left-${round}`, eventType: 'page.created' }),
      post(hooks, { url: `https://example.com/right-${round}`, eventType: 'page.deleted' }),
    ]);
    yield* await Promise.all([
      list('?limit=1'),
      client.call('GET', sites(home), { authorization: 'Bearer wrong-key' }),
    ]);
    yield await list('?limit=100');
    yield await patch(route, {});
  }
}
