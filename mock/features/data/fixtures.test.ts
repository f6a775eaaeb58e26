import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { contract } from '../../../contract/index.ts';
import { routeKind, siteKind, webhookKind } from '../../../service/mock/site-records.ts';
import { toState } from '../../../service/mock/state.ts';
import { assume } from '../../../test/support/assume.ts';
import { fieldOf } from '../../../test/support/read-fields.ts';
import { call, otherWorkspace, sitesOf, workspace } from '../../../test/support/test-client.ts';
import { useFolder } from '../../../test/support/use-folder.ts';
import { createDemoFixture, createMock, readFixture } from '../../index.ts';

const folder = useFolder();
let files = 0;
function write(content: string | Uint8Array | object): string {
  files += 1;
  const file = path.join(folder, `${files}.json`);
  const isRaw = typeof content === 'string' || content instanceof Uint8Array;
  writeFileSync(file, isRaw ? content : JSON.stringify(content, null, 2));
  return file;
}

describe('the fixture demo', () => {
  test('has more sites than fit on a page, with and without hosts, and no webhooks', async () => {
    const contents = createDemoFixture(7);
    const page = await call(createMock({ contents }), `GET ${sitesOf()}`);
    expect([page.status, fieldOf(page, 'hasMore')]).toEqual([201, true]);
    const sites = siteKind.select(contents);
    const routes = routeKind.select(contents);
    expect(new Set(sites.map(({ id }) => id)).size).toBe(sites.length);
    const hosts = sites.flatMap(({ value: { hostUrl } }) => (hostUrl === null ? [] : [hostUrl]));
    expect(hosts.length).toBeLessThan(sites.length);
    expect(new Set(hosts).size).toBe(hosts.length);
    expect(new Set(routes.map(({ parent }) => parent)).size).toBe(sites.length);
    const variants = routes.flatMap(({ value }) => value.localizedVariants);
    expect(new Set(variants.map(({ locale }) => locale)).size).toBeGreaterThan(8);
    expect(webhookKind.select(contents)).toEqual([]);
  });

  test('has names in many scripts, and long ones', () => {
    const names = siteKind.select(createDemoFixture(7)).map(({ value }) => value.name);
    for (const script of ['Arabic', 'Hebrew', 'Han', 'Hangul', 'Cyrillic', 'Devanagari', 'Latin'])
      expect(names.some((name) => new RegExp(`\\p{Script=${script}}`, 'u').test(name))).toBe(true);
    expect(Math.max(...names.map((name) => name.length))).toBeGreaterThan(100);
  });

  test('has the requested number of sites, the first of which are always the same', () => {
    const sites = siteKind.select(createDemoFixture(7, { sites: 500 }));
    expect(sites).toHaveLength(500);
    expect(new Set(sites.map(({ value }) => value.name)).size).toBe(500);
    expect(siteKind.select(createDemoFixture(7, { sites: 1 }))).toHaveLength(1);
  });

  test('follows a contract that allows only plain letters in names and pathnames', () => {
    const plain = assume({ 'name-form': 'plain', 'name-max-length': 40 });
    const sites = siteKind.select(createDemoFixture(7, { contract: plain }));
    expect(sites.length).toBeGreaterThan(20);
    for (const { value } of sites) expect(value.name).toMatch(/^[a-z\d-]{1,40}$/);
  });

  test('fills the given workspaces, with ids as the contract requires', () => {
    const upper = assume({ 'uuid-case': 'upper', 'uuid-version': 7 });
    const workspaces = [workspace, otherWorkspace];
    const sites = siteKind.select(createDemoFixture(1, { contract: upper, workspaces }));
    expect([...new Set(sites.map(({ parent }) => parent))]).toEqual(workspaces);
    expect(new Set(sites.map(({ value }) => value.id)).size).toBe(sites.length);
    for (const { value } of sites) expect(value.id).toMatch(/^[0-9A-F]{8}-[0-9A-F]{4}-7/);
  });

  test('can be written to a file and read again', async () => {
    const contents = createDemoFixture(3);
    expect(await readFixture(write(toState(contents)))).toEqual(contents);
  });
});

describe('a fixture file', () => {
  const small = (...names: string[]) => ({
    $schema: './state.schema.json',
    workspaces: [
      {
        id: workspace,
        sites: names.map((name) => ({ name, routes: [{ pathname: '/' }, { pathname: '/' }] })),
        webhooks: [{ url: 'https://hooks.example.com', eventType: 'page.created' }],
      },
    ],
  });

  test('can omit ids and keys, which are the same each time', async () => {
    const file = write(small('a', 'a', 'b'));
    const contents = await readFixture(file);
    expect(await readFixture(file)).toEqual(contents);
    expect(await readFixture(file, { seed: 1 })).not.toEqual(contents);
    expect(contents.length).toBe(10);
    expect(new Set(contents.map(({ id }) => id)).size).toBe(10);
  });

  test('keeps the ids of records if others are inserted before them', async () => {
    const before = await readFixture(write(small('b')));
    const after = await readFixture(write(small('a', 'b')));
    expect(siteKind.select(after)[1]).toEqual(siteKind.select(before)[0]);
    expect(routeKind.select(after).slice(2)).toEqual(routeKind.select(before));
  });

  test('may begin with a byte order mark, but must be UTF-8 and exist', async () => {
    const file = write(`\ufeff${JSON.stringify(small('a'))}`);
    expect(siteKind.select(await readFixture(file))).toHaveLength(1);
    await expect(readFixture(write(Uint8Array.of(0x7b, 0xff)))).rejects.toThrow('not UTF-8');
    await expect(readFixture(path.join(folder, 'none'))).rejects.toThrow('file not found');
  });

  const site = (more: object) => ({
    workspaces: [{ id: workspace, sites: [{ name: 'a', ...more }] }],
  });
  const id = '16fd2706-8baf-433b-82eb-8c7fada847da';
  const version = (formatVersion: unknown) => ({ formatVersion, workspaces: [] });
  const only = ':2:20: /formatVersion is';
  const update = 'but only 1 is supported; update site-contract';
  const top = 'the top-level value must be an object';
  const twins = [
    { name: 'a', id },
    { name: 'b', id },
  ];
  test.each<[string, string | object, string]>([
    ['that is empty', '', `:1:1: ${top}`],
    ['that contains an array', '\n []', `:2:2: ${top}`],
    [
      'that is truncated',
      '{\n  "workspaces": [\n    {',
      ':3:6: invalid YAML or JSON: a closing } is missing',
    ],
    ['of a newer version', version(2), `${only} 2, ${update}`],
    ['of no version', version('x'), `${only} "x", ${update}`],
    [
      'with a value of the wrong type',
      site({ locale: 1 }),
      ':8:21: /workspaces/0/sites/0/locale must be a string',
    ],
    [
      'with a missing field',
      { workspaces: [{ id: workspace, sites: [{ id }] }] },
      ':6:9: /workspaces/0/sites/0/name is required',
    ],
    [
      'with an unknown field',
      site({ localle: 'de-DE' }),
      ':8:22: /workspaces/0/sites/0/localle is not a known field',
    ],
    [
      'with the same id twice',
      { workspaces: [{ id: workspace, sites: twins }] },
      ':12:17: /workspaces/0/sites/1/id is also the id of /workspaces/0/sites/0',
    ],
    [
      'with a workspace twice',
      { workspaces: [{ id: workspace }, { id: workspace.toUpperCase() }] },
      ':7:13: /workspaces/1/id is also the id of /workspaces/0',
    ],
    [
      'with two mistakes',
      site({ id: 'x', apiKey: 'y' }),
      ':8:17: /workspaces/0/sites/0/id must be a UUID (and 1 more)',
    ],
  ])('%s is refused with the place of the error', async (_, content, message) => {
    const file = write(content);
    await expect(readFixture(file)).rejects.toThrow(new Error(file + message));
  });

  test('that violates the contract is refused', async () => {
    const file = write(site({ hostUrl: 'https://a.example' }));
    const strict = {
      ...contract.validators,
      schema: () => () => [{ pointer: '/hostUrl', detail: 'x' }],
    };
    const read = readFixture(file, { contract: { ...contract, validators: strict } });
    await expect(read).rejects.toThrow(`${file}:8:22: /workspaces/0/sites/0/hostUrl x`);
  });
});
