import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInChromium, launchChromium } from '../../../test/support/page/chromium.ts';
import { type Receiver, startReceiver } from '../../../test/support/receiver.ts';
import { call, sitesOf } from '../../../test/support/test-client.ts';
import { createMock } from '../../create-mock.ts';
import type { Listening } from '../../server-types.ts';

const token = 'admin-token-of-this-test';

/** What a page of another site can do to a mock on the same machine, even if it knows the token. */
describeInChromium('a page of another origin, in a browser', () => {
  const mock = createMock({ seed: 1 });
  let listening: Listening;
  let evil: Receiver;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    listening = await mock.listen({ control: { token } });
    evil = await startReceiver((response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end('<!doctype html><title>evil</title>');
    });
    // Names of other sites that resolve to this machine, as those of an attacker do after DNS rebinding.
    browser = await launchChromium(['--host-resolver-rules=MAP *.example 127.0.0.1']);
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await evil.close();
    await mock.close();
  });
  beforeEach(async () => {
    await mock.reset();
    await call(mock, `POST ${sitesOf()}`, { json: { name: 'kept' } });
    await page.goto(`http://evil.example:${evil.port}/`);
  });

  async function expectUntouched(): Promise<void> {
    const { contents } = await mock.snapshot();
    expect(contents).toMatchObject([{ value: { name: 'kept' } }]);
    expect(mock.faults.list()).toEqual([]);
    expect(mock.clock.frozen).toBe(false);
  }

  test.each([
    ['without a preflight', { method: 'POST', mode: 'no-cors' }],
    ['as plain text', { method: 'POST', mode: 'no-cors', body: '{"workspaces":[]}' }],
    ['with the token', { method: 'POST', headers: { authorization: `Bearer ${token}` } }],
    ['by another method', { method: 'PUT', body: '{"workspaces":[]}' }],
  ] as const)('cannot change anything with fetch %s', async (_, init) => {
    const targets = ['reset', 'state', 'faults', 'clock/freeze', 'events'];
    const seen = await page.evaluate(
      ({ base, names, options }) =>
        Promise.all(
          names.map((name) =>
            fetch(`${base}/__mock/${name}`, options).then(
              ({ type, status }) => `${type} ${status}`,
              () => 'error',
            ),
          ),
        ),
      { base: listening.url, names: targets, options: init },
    );
    for (const outcome of seen) expect(['error', 'opaque 0']).toContain(outcome);
    await expectUntouched();
  });

  test('cannot change anything with a form, and cannot show anything in a frame', async () => {
    const refused = page.waitForResponse((response) => response.url().endsWith('/__mock/reset'));
    const framed = page.waitForResponse((response) => response.url().endsWith('/__mock/'));
    await page.setContent(`<form method="post" action="${listening.url}/__mock/reset" target="sent"
        enctype="text/plain"><input name='{"a":"' value='"}'></form>
      <iframe name="sent"></iframe><iframe id="page" src="${listening.url}/__mock/"></iframe>`);
    await page.evaluate(() => document.querySelector('form')?.submit());
    expect((await refused).status()).toBe(403);
    expect((await framed).status()).toBe(403);
    await expectUntouched();
  });

  test('cannot load scripts, styles or images, or open a stream', async () => {
    const seen = await page.evaluate(
      (base) =>
        Promise.all(
          [
            () =>
              Object.assign(document.createElement('script'), { src: `${base}/assets/page.js` }),
            () => Object.assign(document.createElement('img'), { src: `${base}/health` }),
            () =>
              Object.assign(document.createElement('link'), {
                rel: 'stylesheet',
                href: `${base}/assets/page.css`,
              }),
            () => new EventSource(`${base}/requests/stream`),
            () => new WebSocket(`${base.replace('http', 'ws')}/requests/stream`),
          ].map(
            (create) =>
              new Promise((resolve) => {
                const made = create();
                made.addEventListener('load', () => resolve('loaded'));
                made.addEventListener('open', () => resolve('open'));
                made.addEventListener('error', () => resolve('error'));
                if (made instanceof HTMLElement) document.head.append(made);
              }),
          ),
        ),
      `${listening.url}/__mock`,
    );
    expect(seen).toEqual(['error', 'error', 'error', 'error', 'error']);
  });

  test('cannot control a page of the mock that it opens', async () => {
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate((url) => {
        Object.assign(globalThis, { opened: window.open(url) });
      }, `${listening.url}/__mock/`),
    ]);
    await opened.waitForLoadState();
    expect(await opened.evaluate(() => window.opener)).toBeNull();
    expect(await page.evaluate(() => Reflect.get(globalThis, 'opened').closed)).toBe(true);
    await opened.close();
  });

  test("cannot use its own host name for the mock's address, even with the token", async () => {
    const rebound = `http://rebound.example:${listening.port}`;
    await page.goto(`${rebound}/v1/nothing`);
    const seen = await page.evaluate(
      (authorization) =>
        Promise.all(
          ['GET state', 'POST reset', 'GET health', 'GET ', 'GET assets/page.js'].map(
            async (line) => {
              const [method = '', name] = line.split(' ');
              return (await fetch(`/__mock/${name}`, { method, headers: { authorization } }))
                .status;
            },
          ),
        ),
      `Bearer ${token}`,
    );
    expect(seen).toEqual([421, 421, 421, 421, 421]);
    await expectUntouched();
  });

  test('uses the service without credentials, unless --cors excludes it', async () => {
    const closed = createMock({ seed: 1, cors: ['http://localhost:5173'] });
    const { url: closedUrl, close } = await closed.listen();
    const use = (base: string, credentials: 'omit' | 'include') =>
      page.evaluate(
        ({ url, init }) =>
          fetch(url, init).then(
            ({ status }) => String(status),
            () => 'error',
          ),
        {
          url: base + sitesOf(),
          init: { credentials, headers: { authorization: 'Bearer site-contract-key' } },
        },
      );
    expect(await use(listening.url, 'omit')).toBe('201');
    expect(await use(listening.url, 'include')).toBe('error');
    expect(await use(closedUrl, 'omit')).toBe('error');
    expect(closed.journal.list({ operation: 'listSites' })).toEqual([]);
    await page.goto(`http://app.localhost:${evil.port}/`);
    expect(await use(listening.url, 'include')).toBe('201');
    await close();
  });

  test("is kept out, but the mock's own page is not", async () => {
    await page.goto(`${listening.url}/__mock/#token=${token}`);
    await page.getByText('Live', { exact: true }).waitFor();
  });
});
