import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import {
  type Answer,
  bodyLimit,
  type Client,
  createExamples,
  describe,
  expectPage,
  expectProblem,
  expectRefusedAt,
  expectRoute,
  expectSite,
  expectUnauthorized,
  freshWorkspace,
  routesOf,
  type Site,
  sitesOf,
} from './client.ts';
import {
  acceptedHosts,
  refusedHosts,
  refusedLocales,
  refusedPathnames,
  refusedSkipValidations,
} from './refused-requests.ts';

/** Questions by their titles; each throws if a response is wrong. They are independent and may run in parallel. */
export type Questions = Readonly<Record<string, (client: Client) => Promise<void>>>;

const someId = '6f1c1c1e-3c1e-4d1e-8a1e-1c1e3c1e4d1e';
const wrongKey = { authorization: 'Bearer wrong' };
const memberNames = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

const nest = (open: string, close: string): string => open.repeat(100_000) + close.repeat(100_000);

/** A valid new site of about this many bytes, most of them in an ignored field. */
const siteOfSize = (bytes: number): string => `{"name":"large","x":"${'x'.repeat(bytes)}"}`;

/** Expects a success, or a refusal with one of these statuses. */
function expectEither(answer: Answer, success: number, ...refusals: readonly number[]): void {
  if (answer.status !== success) expectProblem(answer, ...refusals);
}

const rules: Questions = {
  'origins are returned normalised': async (client) => {
    for (const [hostUrl, returned = hostUrl] of acceptedHosts) {
      assert.equal((await client.createSite({ hostUrl })).hostUrl, returned);
      const { id } = await client.createSite();
      const updated = expectSite(await client.patch(`/v1/sites/${id}`, { hostUrl }), 200);
      assert.equal(updated.hostUrl, returned);
      assert.equal((await client.readSite(id)).hostUrl, returned);
    }
  },
  'what is not an origin is refused without effect': async (client) => {
    const workspace = freshWorkspace();
    const site = await client.createSite({ hostUrl: 'https://before.example' }, workspace);
    for (const hostUrl of refusedHosts) {
      const body = { name: 'after', hostUrl };
      expectRefusedAt(await client.post(sitesOf(workspace), body), '/hostUrl');
      expectRefusedAt(await client.patch(`/v1/sites/${site.id}`, body), '/hostUrl');
    }
    assert.deepEqual((await client.listSites(workspace)).data, [site]);
  },
  'a pathname that is not a URI path is refused without effect': async (client) => {
    const { id } = await client.createSite();
    const route = await client.createRoute();
    for (const query of ['', '?skipValidation=false']) {
      for (const pathname of refusedPathnames) {
        const update = await client.patch(`/v1/routes/${route.id}${query}`, { pathname });
        expectRefusedAt(update, '/pathname');
        const localizedVariants = [{ locale: 'en-US', pathname }];
        const body = { pathname, localizedVariants };
        const creation = await client.post(routesOf(id) + query, body);
        expectRefusedAt(creation, '/pathname', '/localizedVariants/0/pathname');
      }
    }
    assert.deepEqual(await client.readRoute(route.id), route);
  },
  'a locale other than language and region is refused without effect': async (client) => {
    const route = await client.createRoute();
    for (const locale of refusedLocales) {
      const good = { locale: 'en-US', pathname: '/a' };
      const body = { localizedVariants: [good, { locale, pathname: '/b' }] };
      const answer = await client.patch(`/v1/routes/${route.id}`, body);
      expectRefusedAt(answer, '/localizedVariants/1/locale');
    }
    assert.deepEqual(await client.readRoute(route.id), route);
  },
  'skipValidation=true accepts any pathname and locale, for one request': async (client) => {
    const { id } = await client.createSite();
    for (const pathname of refusedPathnames) {
      const body = { pathname, localizedVariants: [{ locale: 'not a locale', pathname }] };
      const path = `${routesOf(id)}?skipValidation=true`;
      const route = expectRoute(await client.post(path, body), 201);
      assert.deepEqual(await client.readRoute(route.id), { id: route.id, ...body });
      const update = await client.patch(`/v1/routes/${route.id}?skipValidation=true`, body);
      assert.deepEqual(expectRoute(update, 200), route);
      expectRefusedAt(await client.post(routesOf(id), body), '/pathname');
    }
  },
  'skipValidation=true skips neither types nor required fields': async (client) => {
    const { id } = await client.createSite();
    const path = `${routesOf(id)}?skipValidation=true`;
    expectRefusedAt(await client.post(path, {}), '/pathname');
    const localizedVariants = [{ locale: 5, pathname: null }, 'x'];
    const places = ['0/locale', '0/pathname', '1'].map((place) => `/localizedVariants/${place}`);
    expectRefusedAt(await client.post(path, { pathname: '/a', localizedVariants }), ...places);
  },
  'another value of skipValidation is refused without effect': async (client) => {
    const { id } = await client.createSite();
    const route = await client.createRoute();
    for (const value of refusedSkipValidations) {
      const query = `?skipValidation=${value}`;
      const body = { pathname: '/changed' };
      expectRefusedAt(await client.post(routesOf(id) + query, body), 'skipValidation');
      expectRefusedAt(await client.patch(`/v1/routes/${route.id}${query}`, body), 'skipValidation');
    }
    assert.deepEqual(await client.readRoute(route.id), route);
  },
};

const refusals: Questions = {
  'all errors are reported at once, by JSON Pointer, and no valid field': async (client) => {
    const { id } = await client.createSite();
    const sites = sitesOf(client.workspace);
    const good = { locale: 'en-US', pathname: '/a' };
    const rows: [path: string, body: object, pointers: string[]][] = [
      [sites, { name: 1, hostUrl: 2, locale: 3 }, ['/name', '/hostUrl', '/locale']],
      [sites, { hostUrl: 2, locale: 'en-US' }, ['/name', '/hostUrl']],
      [sites, { name: 1, hostUrl: 'https://example.com/path' }, ['/name', '/hostUrl']],
      [sites.replace('sites', 'webhooks'), { url: 'abc', eventType: 'x' }, ['/url', '/eventType']],
      [
        routesOf(id),
        { pathname: false, localizedVariants: [good, { ...good, locale: 5 }, 7] },
        ['/pathname', '/localizedVariants/1/locale', '/localizedVariants/2'],
      ],
    ];
    for (const [path, body, pointers] of rows) {
      const places = expectProblem(await client.post(path, body), 422);
      assert.deepEqual([...new Set(places)].sort(), pointers.sort());
    }
  },
  'no refusal shows the key, right or wrong': async (client) => {
    const wrong = `${freshWorkspace()}-wrong`;
    const path = sitesOf(client.workspace);
    const headers = { authorization: `Bearer ${wrong}` };
    const refused = await client.send({ path, headers });
    expectUnauthorized(refused);
    assert.ok(!refused.text.includes(wrong), 'the wrong key is shown');
    for (const method of ['DELETE', 'POST', 'TRACE']) {
      const answer = await client.send({ path, method });
      assert.ok(answer.status >= 400 && !answer.text.includes(client.key), 'the key is shown');
    }
  },
  'without the key, no other error in the request matters': async (client) => {
    const method = 'POST';
    const path = sitesOf(client.workspace);
    for (const body of ['{', '', 'null', '{}', '{"name":5}', '\xff', '['.repeat(100_000)])
      expectUnauthorized(await client.send({ method, path, body, headers: wrongKey }));
    for (const type of ['text/plain', 'application/json; charset=latin1', '']) {
      const headers = { ...wrongKey, 'content-type': type };
      expectUnauthorized(await client.send({ method, path, body: '{}', headers }));
    }
    const json = { name: 'x' };
    for (const sending of [
      { path, headers: { ...wrongKey, accept: 'text/html' } },
      { path: `${path}?limit=abc` },
      { path: `${path}?after=${someId}` },
      { path: sitesOf('not-a-uuid') },
      { method: 'PATCH', path: `/v1/sites/${someId}`, json },
      { method: 'PATCH', path: '/v1/sites/not-a-uuid', json },
      { method: 'POST', path: `${routesOf(someId)}?skipValidation=maybe`, json },
    ])
      expectUnauthorized(await client.send({ headers: wrongKey, ...sending }));
    expectProblem(await client.send({ path: '/v1/nothing', headers: wrongKey }), 401, 404);
    expectProblem(await client.send({ method: 'DELETE', path, headers: wrongKey }), 401, 405);
  },
  'members of every object are neither fields nor parameters': async (client) => {
    const workspace = freshWorkspace();
    const post = (path: string, body: string) => client.send({ method: 'POST', path, body });
    const poison = '{"hostUrl":"https://evil.example","hasMore":true,"limit":1,"name":"evil"}';
    expectRefusedAt(await post(sitesOf(workspace), `{"__proto__":${poison}}`), '/name');
    const members = memberNames.slice(1).map((name) => `"${name}":${poison}`);
    const polluted = `{"name":"good","__proto__":${poison},${members}}`;
    const site = expectSite(await post(sitesOf(workspace), polluted), 201);
    assert.deepEqual([site.name, site.hostUrl], ['good', null]);
    const sites: Site[] = [site];
    for (const name of memberNames) sites.push(await client.createSite({ name }, workspace));
    assert.deepEqual(
      sites.slice(1).map(({ name, hostUrl }) => [name, hostUrl]),
      memberNames.map((name) => [name, null]),
    );
    const body = `{"__proto__":${poison},"constructor":"x","toString":1}`;
    const update = await client.send({ method: 'PATCH', path: `/v1/sites/${site.id}`, body });
    assert.deepEqual(expectSite(update, 200), site);
    for (const name of memberNames) {
      const query = `?limit=100&${name}=5&${name}[limit]=0`;
      assert.deepEqual(await client.listSites(workspace, query), { data: sites, hasMore: false });
    }
    const variant = `{"locale":"en-US","pathname":"/b","__proto__":{"pathname":"/evil"}}`;
    const route = `{"pathname":"/a","localizedVariants":[${variant}]}`;
    const { localizedVariants } = expectRoute(await post(routesOf(site.id), route), 201);
    assert.deepEqual(localizedVariants, [{ locale: 'en-US', pathname: '/b' }]);
  },
};

const bodies: Questions = {
  'an empty body is refused if a field is required, and otherwise harmless': async (client) => {
    const { examples, snapshot } = await createExamples(client);
    const before = await snapshot();
    for (const { operationId, method, path, json } of examples) {
      if (json === undefined || operationId === 'duplicateSite') continue;
      for (const sending of [{ body: '' }, {}])
        expectProblem(await client.send({ method, path, ...sending }), 400, 415, 422);
    }
    assert.deepEqual(await snapshot(), before);
  },
  'a body of extreme nesting, width or numbers gets a prompt response': async (client) => {
    const digits = '9'.repeat(100_000);
    const fields = Array.from({ length: 50_000 }, (_, index) => `"k${index}":1`).join(',');
    const rows: [body: string, ...statuses: number[]][] = [
      [nest('[', ']'), 400, 413, 422],
      ['['.repeat(100_000), 400],
      [`${'{"name":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 400, 413, 422],
      [`{"name":${nest('[', ']')}}`, 400, 422],
      [`{"name":${digits}}`, 400, 422],
      [`{"name":"a","x":${digits}}`, 201, 400, 422],
      [`{"name":"a","x":${nest('[', ']')}}`, 201, 400, 422],
      [`{"name":"a",${fields}}`, 201, 400, 422],
    ];
    for (const [body, ...statuses] of rows) {
      const path = sitesOf(client.workspace);
      const answer = await client.send({ method: 'POST', path, body });
      assert.ok(statuses.includes(answer.status), describe(answer));
    }
  },
  'twenty thousand errors get a response of sane size': async (client) => {
    const { id } = await client.createSite();
    const body = `{"pathname":"/a","localizedVariants":[${'5,'.repeat(20_000)}5]}`;
    const answer = await client.send({ method: 'POST', path: routesOf(id), body });
    expectProblem(answer, 400, 422);
    assert.ok(answer.text.length < 10_000_000, `the response has ${answer.text.length} bytes`);
  },
  'body, media type and conditions of a list do not matter': async (client) => {
    const path = sitesOf(client.workspace);
    for (const body of ['{"limit":1}', '{', '\0\0', ''])
      for (const type of ['application/json', 'text/plain'])
        expectPage(await client.send({ path, body, headers: { 'content-type': type } }));
    const headers = { range: 'bytes=0-3', 'if-none-match': '"x"', 'accept-charset': 'latin1' };
    expectPage(await client.send({ path, headers }));
  },
  'JSON is accepted in any case, with charset utf-8 or without': async (client) => {
    const json = 'application/json';
    for (const type of [
      json,
      'Application/JSON',
      `${json};charset=UTF-8`,
      `${json} ; Charset="utf-8"`,
    ]) {
      const sending = { method: 'POST', path: sitesOf(client.workspace), json: { name: 'ü' } };
      const answer = await client.send({ ...sending, headers: { 'content-type': type } });
      assert.equal(expectSite(answer, 201).name, 'ü', type);
    }
    for (const type of [`${json}; version=1`, `${json};`, `${json}; charset=utf8`]) {
      const sending = { method: 'POST', path: sitesOf(client.workspace), json: { name: 'a' } };
      expectEither(
        await client.send({ ...sending, headers: { 'content-type': type } }),
        201,
        400,
        415,
      );
    }
  },
  'an unusual Accept header gets 201, 400 or 406, however long': async (client) => {
    const path = sitesOf(client.workspace);
    expectPage(
      await client.send({ path, headers: { accept: 'text/html, application/json;q=0.5' } }),
    );
    for (const accept of ['', ',', '*', 'application/json;q=abc', '"', 'a/b;c="', '__proto__'])
      expectEither(await client.send({ path, headers: { accept } }), 201, 400, 406);
    for (const accept of ['a/b;q=0.1,'.repeat(1000), `a/b;${' '.repeat(10_000)}x`])
      expectEither(await client.send({ path, headers: { accept } }), 201, 400, 406, 431);
  },
};

const announce = (client: Client, length: number | string, headers = {}): string =>
  client.head(`POST ${sitesOf(client.workspace)}`, {
    'Content-Type': 'application/json',
    'Content-Length': String(length),
    ...headers,
  });

const sizes: Questions = {
  'a body of half the limit is accepted, also in many pieces': async (client) => {
    const path = sitesOf(client.workspace);
    const body = siteOfSize(bodyLimit / 2);
    expectSite(await client.send({ method: 'POST', path, body }), 201);
    const pieces = [...'{"name":"many pieces"}'];
    expectSite(await client.send({ method: 'POST', path, pieces }), 201);
  },
  'a body announced to exceed the limit gets 413 before it is sent': async (client) => {
    expectProblem(await client.answer(announce(client, bodyLimit * 50)), 413);
    for (const length of ['999999999999999999', '99999999999999999999999999']) {
      const answer = await client.answer(announce(client, length));
      assert.ok([400, 413].includes(answer.status), describe(answer));
    }
    const wrong = announce(client, bodyLimit * 50, { Authorization: 'Bearer wrong' });
    expectProblem(await client.answer(wrong), 401, 413);
  },
  'a body beyond the limit gets 413, without effect': async (client) => {
    const workspace = freshWorkspace();
    const site = await client.createSite({}, workspace);
    const line = `POST ${sitesOf(workspace)}`;
    const body = siteOfSize(bodyLimit * 2);
    expectProblem(await client.answer(client.whole(line, body)), 413);
    // The last chunk is never sent: the server has to respond without it.
    const chunks = `10000\r\n${'x'.repeat(65_536)}\r\n`.repeat((bodyLimit * 2) / 65_536);
    const chunked = { 'Content-Length': null, 'Transfer-Encoding': 'chunked' };
    expectProblem(await client.answer(client.whole(line, chunks, chunked)), 413);
    const path = `/v1/sites/${site.id}`;
    expectProblem(await client.send({ method: 'PATCH', path, body }), 413);
    assert.deepEqual((await client.listSites(workspace)).data, [site]);
  },
  'an ordinary client that sends twice the limit can read the 413': async (client) => {
    const body = siteOfSize(bodyLimit * 2);
    const path = sitesOf(client.workspace);
    // A server that closes with unread bytes resets the connection, and the response is sometimes lost (RFC 9112,
    // 9.6), hence the repetition.
    for (let count = 0; count < 15; count += 1)
      expectProblem(await client.send({ method: 'POST', path, body }), 413);
  },
  'after a 413, the connection is closed or serves the next request': async (client) => {
    const path = sitesOf(client.workspace);
    const large = client.whole(`POST ${path}`, siteOfSize(bodyLimit * 2));
    const { answers, closed } = await client.exchange([large, client.head(`GET ${path}`)], {
      answers: 2,
    });
    assert.equal(answers[0]?.status, 413);
    if (closed) assert.equal(answers.length, 1, 'closed after a second response');
    else assert.equal(answers[1]?.status, 201, 'the rest of the body was taken for a request');
  },
  '100 Continue comes before the body, or a refusal instead': async (client) => {
    const body = '{"name":"a"}';
    const expecting = { Expect: '100-continue' };
    const head = announce(client, body.length, expecting);
    expectSite(await client.answer([head, body], { awaitContinue: true }), 201);
    expectProblem(await client.answer(announce(client, bodyLimit * 2, expecting)), 413);
    const wrong = { ...expecting, Authorization: 'Bearer wrong' };
    expectProblem(await client.answer(announce(client, 12, wrong) + body), 401);
  },
};

const paths: Questions = {
  'an id in upper case finds the same site and the same workspace': async (client) => {
    const workspace = `ab${freshWorkspace().slice(2)}`;
    const site = await client.createSite({}, workspace);
    const answer = await client.patch(`/v1/sites/${site.id.toUpperCase()}`, { name: 'Same' });
    assert.deepEqual(expectSite(answer, 200), { ...site, name: 'Same' });
    const late = await client.createSite({}, workspace.toUpperCase());
    const sites = [{ ...site, name: 'Same' }, late];
    assert.deepEqual((await client.listSites(workspace)).data, sites);
    assert.deepEqual((await client.listSites(workspace.toUpperCase())).data, sites);
  },
  'an id with percent-encoded characters finds the site or is refused': async (client) => {
    const { id } = await client.createSite();
    const encoded = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
    const answer = await client.patch(`/v1/sites/${encoded}`, { name: 'Found' });
    if (answer.status === 200) assert.equal(expectSite(answer, 200).id, id);
    else expectProblem(answer, 400, 404);
  },
  'dot segments in a path do not lead to another site': async (client) => {
    const site = await client.createSite();
    for (const dots of ['..', '%2e%2e', '.%2E']) {
      const line = `PATCH /v1/sites/${someId}/${dots}/${site.id}`;
      expectProblem(await client.answer(client.whole(line, '{"name":"reached"}')), 400, 404);
    }
    assert.deepEqual(await client.readSite(site.id), site);
  },
  'unusual queries are ignored or get 400': async (client) => {
    const path = sitesOf(freshWorkspace());
    for (const query of ['%zz=1', 'a=%', '%00=%00', '%c0%af', '=', 'a=%ed%a0%80', '??', ''])
      expectEither(await client.send({ path: `${path}?${query}` }), 201, 400);
    expectEither(await client.send({ path: `${path}?${'a=1&'.repeat(1500)}` }), 201, 400, 414, 431);
  },
  'an absolute URL as the request target is treated like its path': async (client) => {
    const line = `GET ${client.url}${sitesOf(freshWorkspace())}?limit=1 HTTP/1.1`;
    const answer = await client.answer(client.head(line));
    assert.deepEqual(expectPage(answer), { data: [], hasMore: false });
  },
};

/** The documented methods of a path; HEAD is included with GET. */
const listMethods = (path: string): string[] =>
  path.includes('/workspaces/') && path.endsWith('/sites')
    ? ['GET', 'HEAD', 'POST']
    : /^\/v1\/(?:sites|routes)\/[^/]+$/.test(path)
      ? ['PATCH']
      : ['POST'];

function expectAllow(answer: Answer, path: string): void {
  const allowed = (answer.headers.get('allow') ?? '').split(', ');
  assert.deepEqual(
    allowed.filter((method) => method !== 'OPTIONS').sort(),
    listMethods(path),
    `${path}: Allow: ${allowed}`,
  );
}

const methods: Questions = {
  'other methods get 405 with Allow, without effect': async (client) => {
    const { examples, snapshot } = await createExamples(client);
    const before = await snapshot();
    for (const { path } of examples) {
      const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'MOVE', 'TRACE'];
      for (const method of others.filter((name) => !listMethods(path).includes(name))) {
        const json = ['GET', 'TRACE'].includes(method) ? undefined : { name: 'after' };
        const answer = await client.send({ method, path, json });
        expectProblem(answer, 405);
        expectAllow(answer, path);
      }
      const headers = { 'x-http-method-override': 'DELETE' };
      expectProblem(await client.send({ method: 'PUT', path, headers }), 405);
    }
    assert.deepEqual(await snapshot(), before);
  },
  'OPTIONS lists the methods, without a body': async (client) => {
    const { examples } = await createExamples(client);
    for (const { path } of examples) {
      const answer = await client.send({ method: 'OPTIONS', path });
      assert.ok([200, 204].includes(answer.status) && answer.text === '', describe(answer));
      expectAllow(answer, path);
    }
    const unknown = await client.send({ method: 'OPTIONS', path: '/v1/nothing' });
    assert.doesNotMatch(unknown.headers.get('allow') ?? '', /GET|POST|PATCH/);
    assert.ok((await client.answer(client.head('OPTIONS * HTTP/1.1'))).status < 500);
  },
  'HEAD has the status and headers of GET, and no body': async (client) => {
    const workspace = freshWorkspace();
    await client.createSite({}, workspace);
    const path = sitesOf(workspace);
    const get = await client.send({ path });
    const head = await client.send({ method: 'HEAD', path });
    assert.deepEqual([head.status, head.text], [get.status, '']);
    for (const name of ['content-type', 'content-length', 'vary', 'cache-control'])
      assert.equal(head.headers.get(name), get.headers.get(name), name);
    const rows: [path: string, status: number, headers?: Record<string, string>][] = [
      [`${path}?limit=abc`, 400],
      [path, 401, wrongKey],
      [`/v1/sites/${someId}/duplicate`, 405],
    ];
    for (const [refused, status, headers = {}] of rows) {
      const answer = await client.send({ method: 'HEAD', path: refused, headers });
      assert.deepEqual([answer.status, answer.text], [status, '']);
    }
  },
  'after HEAD, the same connection serves the next request': async (client) => {
    const path = sitesOf(freshWorkspace());
    const bytes = client.head(`HEAD ${path}`) + client.head(`GET ${path}`, { Connection: 'close' });
    const { answers } = await client.exchange(bytes, { answers: 3, bodiless: [0] });
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201],
    );
  },
};

const origin = 'http://localhost:5173';

const listHeader = (answer: Answer, header: string): string[] =>
  (answer.headers.get(header) ?? '').toLowerCase().split(/\s*,\s*/);

/** Expects that a page of this origin may read the response: the origin with Vary, or `*` without credentials. */
function expectShared(answer: Answer, asking = origin): void {
  const allowed = answer.headers.get('access-control-allow-origin');
  const credentials = answer.headers.get('access-control-allow-credentials');
  if (allowed === '*') assert.equal(credentials, null, '* together with credentials');
  else {
    assert.equal(allowed, asking, describe(answer));
    assert.ok(listHeader(answer, 'vary').includes('origin'), `no Vary: ${describe(answer)}`);
  }
}

/** A browser sends preflight requests without the key. */
const preflight = (client: Client, method: string, path: string) =>
  client.send({
    method: 'OPTIONS',
    path,
    headers: {
      authorization: null,
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type',
    },
  });

const cors: Questions = {
  'a preflight request allows method, key and media type, without effect': async (client) => {
    const { examples, snapshot } = await createExamples(client);
    const before = await snapshot();
    for (const { method, path } of examples) {
      const answer = await preflight(client, method, path);
      assert.ok([200, 204].includes(answer.status) && answer.text === '', describe(answer));
      expectShared(answer);
      const allowed = listHeader(answer, 'access-control-allow-methods');
      assert.ok(allowed.includes(method.toLowerCase()) && !allowed.includes('delete'));
      // The wildcard does not cover authorization (Fetch Standard, CORS protocol).
      const headers = listHeader(answer, 'access-control-allow-headers');
      assert.ok(headers.includes('authorization') && headers.includes('content-type'));
    }
    assert.deepEqual(await snapshot(), before);
    for (const id of ['abc', '%zz']) expectShared(await preflight(client, 'GET', sitesOf(id)));
  },
  'the requesting page can read every kind of response': async (client) => {
    const { examples } = await createExamples(client);
    const headers = { origin };
    for (const { method, path, json, status } of examples) {
      const answer = await client.send({ method, path, json, headers });
      assert.equal(answer.status, status, describe(answer));
      expectShared(answer);
    }
    const path = sitesOf(client.workspace);
    const rows: [status: number, request: Parameters<Client['send']>[0]][] = [
      [201, { path, method: 'HEAD' }],
      [400, { path: `${path}?limit=abc` }],
      [401, { path, headers: wrongKey }],
      [404, { path: '/v1/nothing' }],
      [404, { path: `/v1/sites/${freshWorkspace()}`, method: 'PATCH', json: {} }],
      [405, { path, method: 'DELETE' }],
      [406, { path, headers: { accept: 'text/html' } }],
      [400, { path, method: 'POST', body: '{' }],
      [413, { path, method: 'POST', body: siteOfSize(bodyLimit * 2) }],
      [415, { path, method: 'POST', json: {}, headers: { 'content-type': 'text/plain' } }],
      [422, { path, method: 'POST', json: {} }],
    ];
    for (const [status, sending] of rows) {
      const answer = await client.send({ ...sending, headers: { ...headers, ...sending.headers } });
      assert.equal(answer.status, status, describe(answer));
      expectShared(answer);
    }
  },
  'each origin gets its own headers, and unusual origins are harmless': async (client) => {
    const path = sitesOf(client.workspace);
    for (const asking of ['https://app.example', 'http://127.0.0.1:1', 'null'])
      expectShared(await client.send({ path, headers: { origin: asking } }), asking);
    for (const asking of [null, '', '*', 'not an origin', 'http://\u00e9', 'x'.repeat(5000)]) {
      const { status, headers } = await client.send({ path, headers: { origin: asking } });
      const isOpen = headers.get('access-control-allow-origin') === '*';
      assert.ok(status < 500 && !(isOpen && headers.has('access-control-allow-credentials')));
    }
  },
};

const connections: Questions = {
  'one connection serves two hundred requests': async (client) => {
    let opened = 0;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { createConnection } = agent;
    agent.createConnection = (...args) => {
      opened += 1;
      return createConnection.apply(agent, args);
    };
    const path = sitesOf(client.workspace);
    for (let count = 0; count < 100; count += 1) {
      expectSite(await client.send({ method: 'POST', path, json: { name: 'a' }, agent }), 201);
      expectPage(await client.send({ path: `${path}?limit=1`, agent }));
    }
    agent.destroy();
    assert.equal(opened, 1);
  },
  'a refusal neither closes the connection unannounced nor affects the next request': async (
    client,
  ) => {
    const path = sitesOf(client.workspace);
    const wrong = { Authorization: 'Bearer wrong' };
    const body = '{"name":"a"}';
    for (const refusal of [
      client.head(`GET ${path}`, wrong),
      client.whole(`POST ${path}`, body, wrong),
      client.whole('POST /v1/nothing', body),
      client.whole(`DELETE ${path}`, body),
      client.whole(`POST ${path}`, body, { 'Content-Type': 'text/plain' }),
      client.whole(`POST ${path}`, body, { Accept: 'text/html' }),
      client.whole(`POST ${path}`, '{'),
      client.head(`GET ${path}?limit=abc`),
    ]) {
      const pieces = [refusal, client.head(`GET ${path}`)];
      const { answers, closed } = await client.exchange(pieces, { answers: 2 });
      const [first, second] = answers;
      assert.ok(first !== undefined && first.status >= 400, 'no refusal');
      if (second !== undefined) expectPage(second);
      else assert.ok(closed && /close/i.test(first.headers.get('connection') ?? ''), 'cut off');
    }
  },
  'pipelined requests get their responses in order': async (client) => {
    const workspace = freshWorkspace();
    const path = sitesOf(workspace);
    const post = (body: string) => client.whole(`POST ${path}`, body);
    const creations = Array.from({ length: 20 }, (_, index) => post(`{"name":"${index}"}`));
    const others = [client.head(`GET ${path}`), post('{'), client.head('GET /v1/nothing')];
    const { answers } = await client.exchange([...creations, ...others].join(''), { answers: 23 });
    assert.deepEqual(
      answers.map(({ status }) => status),
      [...creations.map(() => 201), 201, 400, 404],
    );
    assert.deepEqual(
      answers.slice(0, 20).map((answer) => expectSite(answer, 201).name),
      creations.map((_, index) => String(index)),
    );
  },
  'Connection: close, HTTP/1.0, half-closing and slow clients get a response': async (client) => {
    const line = `GET ${sitesOf(client.workspace)}`;
    const close = client.head(line, { Connection: 'close' });
    const { answers, closed } = await client.exchange(close, { answers: 2 });
    assert.deepEqual([answers[0]?.status, closed], [201, true]);
    expectPage(await client.answer(client.head(`${line} HTTP/1.0`, { Host: null })));
    const whole = client.whole(`POST ${sitesOf(client.workspace)}`, '{"name":"slow"}');
    expectSite(await client.answer(whole, { halfClose: true }), 201);
    expectSite(await client.answer(whole.match(/.{1,10}/gs) ?? []), 201);
    // An empty line before a request is skipped (RFC 9112, 2.2).
    expectPage(await client.answer(`\r\n${client.head(line)}`));
  },
  'fifty silent connections do not affect other clients': async (client) => {
    const port = Number(new URL(client.url).port);
    const silent = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'));
    for (const socket of silent) socket.write('GET /v1/');
    await client.listSites(client.workspace);
    for (const socket of silent) socket.destroy();
  },
  'offers to upgrade and unknown expectations get a response in HTTP/1.1': async (client) => {
    const line = `GET ${sitesOf(client.workspace)}`;
    for (const Upgrade of ['websocket', 'h2c', 'TLS/1.2']) {
      const answer = await client.answer(client.head(line, { Connection: 'Upgrade', Upgrade }));
      assert.ok([201, 400, 426, 501].includes(answer.status), describe(answer));
    }
    const answer = await client.answer(client.head(line, { Expect: 'nonsense' }));
    assert.ok([201, 400, 417].includes(answer.status), describe(answer));
  },
  'a request smuggled behind Content-Length and chunks is not executed': async (client) => {
    const workspace = freshWorkspace();
    const line = `POST ${sitesOf(workspace)}`;
    const headers = { 'Content-Length': '5', 'Transfer-Encoding': 'chunked' };
    const hidden = client.whole(line, '{"name":"smuggled"}');
    const answer = await client.answer(client.whole(line, '0\r\n\r\n', headers) + hidden);
    assert.ok(answer.status >= 400 && answer.status < 502, describe(answer));
    assert.deepEqual((await client.listSites(workspace)).data, []);
  },
};

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

/** The questions whose answers may depend on the store. */
export const concurrency: Questions = {
  'a hundred sites created at once are distinct, and each is listed once': async (client) => {
    const workspace = freshWorkspace();
    const sites = await times(100, (index) => client.createSite({ name: `${index}` }, workspace));
    assert.equal(new Set(sites.flatMap(({ id, apiKey }) => [id, apiKey])).size, 200);
    const listed: Site[] = [];
    for (let hasMore = true; hasMore; ) {
      const after = listed.length === 0 ? '' : `&after=${listed.at(-1)?.id}`;
      const page = await client.listSites(workspace, `?limit=7${after}`);
      listed.push(...page.data);
      hasMore = page.hasMore;
    }
    const byName = (a: Site, b: Site) => Number(a.name) - Number(b.name);
    assert.deepEqual(listed.sort(byName), sites);
  },
  'two concurrent updates of different fields both last': async (client) => {
    for (let round = 0; round < 10; round += 1) {
      const site = await client.createSite();
      const route = await client.createRoute();
      const name = `round ${round}`;
      const hostUrl = `https://round-${round}.example`;
      const pathname = `/round-${round}`;
      const localizedVariants = [{ locale: 'en-US', pathname }];
      await Promise.all([
        client.patch(`/v1/sites/${site.id}`, { name }),
        client.patch(`/v1/sites/${site.id}`, { hostUrl }),
        client.patch(`/v1/routes/${route.id}`, { pathname }),
        client.patch(`/v1/routes/${route.id}`, { localizedVariants }),
      ]);
      assert.deepEqual(await client.readSite(site.id), { ...site, name, hostUrl });
      assert.deepEqual(await client.readRoute(route.id), { ...route, pathname, localizedVariants });
    }
  },
  'of many concurrent updates of one field, one lasts unmixed': async (client) => {
    const { id } = await client.createSite();
    const names = Array.from({ length: 30 }, (_, index) => `${index} `.repeat(500));
    const answers = await times(30, (at) => client.patch(`/v1/sites/${id}`, { name: names[at] }));
    assert.deepEqual(
      answers.map((answer) => expectSite(answer, 200).name),
      names,
    );
    assert.ok(names.includes((await client.readSite(id)).name));
  },
  'copies and routes created at once are distinct and have their own values': async (client) => {
    const workspace = freshWorkspace();
    const { id } = await client.createSite({}, workspace);
    const copies = await times(30, async () =>
      expectSite(await client.post(`/v1/sites/${id}/duplicate`, {}), 201),
    );
    const listed = (await client.listSites(workspace)).data.map((site) => site.id);
    assert.deepEqual(listed.sort(), [id, ...copies.map((copy) => copy.id)].sort());
    const routes = await times(50, async (index) =>
      expectRoute(await client.post(routesOf(id), { pathname: `/${index}` }), 201),
    );
    assert.equal(new Set(routes.map((route) => route.id)).size, 50);
    assert.ok(routes.every(({ pathname }, index) => pathname === `/${index}`));
  },
  'lists read while sites are created are complete, in order and never shrink': async (client) => {
    const workspace = freshWorkspace();
    const ids: string[] = [];
    const lists: string[][] = [];
    const create = async (): Promise<void> => {
      for (let index = 0; index < 30; index += 1)
        ids.push((await client.createSite({}, workspace)).id);
    };
    const read = async (): Promise<void> => {
      for (let count = 0; count < 15; count += 1)
        lists.push((await client.listSites(workspace)).data.map(({ id }) => id));
    };
    await Promise.all([create(), read()]);
    for (const [index, list] of lists.entries()) {
      assert.deepEqual(list, ids.slice(0, list.length));
      assert.ok(list.length >= (lists[index - 1]?.length ?? 0), 'the list shrank');
    }
  },
  'valid and invalid concurrent requests get their own responses': async (client) => {
    const workspace = freshWorkspace();
    const answers = await times(60, (at) =>
      at % 3 === 0
        ? client.send({ path: sitesOf(workspace) })
        : client.post(sitesOf(workspace), { name: at % 3 === 1 ? `${at}` : at }),
    );
    for (const [at, answer] of answers.entries()) {
      if (at % 3 === 0) expectPage(answer);
      else if (at % 3 === 1) assert.equal(expectSite(answer, 201).name, `${at}`);
      else expectProblem(answer, 422);
    }
    assert.equal((await client.listSites(workspace)).data.length, 20);
  },
};

/**
 * What only the wire shows, and what the mock decides. The conformance suite asks the rest: sites, lists, updates,
 * copies, routes, webhooks and keys.
 */
export const questions: Questions = {
  ...rules,
  ...refusals,
  ...bodies,
  ...sizes,
  ...paths,
  ...methods,
  ...cors,
  ...connections,
  ...concurrency,
};
