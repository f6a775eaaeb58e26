import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { workspace } from '../../test/installed/site-calls.ts';
import { type StartedMock, useProgram } from '../../test/installed/use-program.ts';

const headers = { Authorization: 'Bearer site-contract-key', 'Content-Type': 'application/json' };
const program = useProgram();
const start = (...argv: string[]) => program.startMock(['--watch', ...argv]);
const locate = (name: string) => path.join(program.folder(), name);
const write = (name: string, content: string | object) =>
  writeFileSync(locate(name), typeof content === 'string' ? content : JSON.stringify(content));
/** Replaces a file with a new one, like some editors. */
const replace = (name: string, content: string | object) => {
  write(`${name}~`, content);
  renameSync(locate(`${name}~`), locate(name));
};

/** Waits until the notes match, and returns all of them. */
function hear({ child, stderr }: StartedMock, pattern: RegExp): Promise<string> {
  return new Promise((resolve) => {
    const look = () => {
      if (pattern.test(stderr())) resolve(stderr());
    };
    child.stderr?.on('data', look);
    look();
  });
}

async function send({ url }: { url: string }, method: string, body?: object) {
  const reply = await fetch(`${url}/v1/workspaces/${workspace}/sites`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json: { data?: { name: string }[] } = await reply.json();
  return { status: reply.status, names: json.data?.map(({ name }) => name) };
}
const namesOf = async (mock: { url: string }) => (await send(mock, 'GET')).names;

const toOverlay = (values: Record<string, unknown>) => ({
  overlay: '1.0.0',
  info: { title: 'Test', version: '1' },
  actions: Object.entries(values).map(([id, value]) => ({
    target: `$['x-assumptions']['${id}']`,
    update: { value },
  })),
});
const toFixture = (...names: string[]) => ({
  workspaces: [{ id: workspace, sites: names.map((name) => ({ name })) }],
});

describe('--watch', () => {
  test('applies a changed overlay and keeps the state', async () => {
    write('a.json', toOverlay({ 'name-form': 'any' }));
    const mock = await start('--overlay', 'a.json');
    expect((await send(mock, 'POST', { name: ' ' })).status).toBe(201);
    replace('a.json', toOverlay({ 'name-form': 'not-blank' }));
    await hear(mock, /the contract was reloaded/);
    expect((await send(mock, 'POST', { name: ' ' })).status).toBe(422);
    expect(await namesOf(mock)).toEqual([' ']);
    // Changed in place, after it was replaced once.
    write('a.json', toOverlay({ 'name-form': 'any' }));
    await hear(mock, /reloaded\n.*reloaded\n/);
    expect((await send(mock, 'POST', { name: ' ' })).status).toBe(201);
  });

  test('keeps the last valid contract, and reports the error', async () => {
    write('a.json', toOverlay({ 'name-form': 'not-blank' }));
    write('start.json', toFixture('a'));
    const mock = await start('--overlay', 'a.json', '--fixture', 'start.json');
    write('a.json', toOverlay({ 'name-form': 'odd' }));
    await hear(mock, /was not reloaded/);
    expect((await send(mock, 'POST', { name: ' ' })).status).toBe(422);
    replace('start.json', toFixture('b'));
    await hear(mock, /the fixture was reloaded/);
    replace('a.json', toOverlay({ 'name-form': 'any' }));
    const notes = await hear(mock, /the contract was reloaded/);
    expect(notes.split('\n')).toEqual([
      expect.stringMatching(/the contract was not reloaded: .*a\.json.* "odd" is not one of/),
      expect.stringContaining('the fixture was reloaded'),
      'site-contract: the contract was reloaded',
      '',
    ]);
    expect((await send(mock, 'POST', { name: ' ' })).status).toBe(201);
  });

  test('applies changes to a fixture, and keeps what requests changed', async () => {
    write('start.json', toFixture('a', 'b'));
    const mock = await start('--fixture', 'start.json');
    await send(mock, 'POST', { name: 'mine' });
    replace('start.json', toFixture('b', 'c'));
    await hear(mock, /the fixture was reloaded/);
    expect(await namesOf(mock)).toEqual(['b', 'mine', 'c']);
    replace('start.json', '{');
    await hear(mock, /the fixture was not reloaded: start\.json:1:\d+: invalid YAML or JSON/);
    expect(await namesOf(mock)).toEqual(['b', 'mine', 'c']);
  });
});
