import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { StartedProgram } from '../test/installed/run-program.ts';
import { useProgram } from '../test/installed/use-program.ts';
import { useLibrary } from '../test/support/library-story.ts';

const document = path.resolve('test/contracts/library.yaml');
const contract = ['--contract', document];
const program = useProgram();
const locate = (name: string): string => path.join(program.folder(), name);
const headers = { 'X-Library-Key': 'site-contract-key' };

/** Waits for a note of a program, and returns what the pattern captures. */
function hear({ child, stderr }: StartedProgram, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const [, captured] = pattern.exec(stderr()) ?? [];
      if (captured !== undefined) resolve(captured);
    };
    child.stderr?.on('data', look);
    child.once('exit', () => reject(new Error(stderr())));
    look();
  });
}

describe('commands, for a document of another service', () => {
  test('a recording of the proxy is a fixture, and its traffic conforms', async () => {
    const mock = await program.startMock([...contract, '--admin-token', 'a-token-of-this-test']);
    const argv = ['proxy', mock.url, '--port', '0', ...contract, '--record', 'data.json'];
    const proxy = program.start(argv);
    const url = await hear(proxy, /listening on (http:\/\/127\.0\.0\.1:\d+)/);
    await useLibrary(url, (request) => fetch(request));
    expect((await proxy.stop()).code).toBe(0);
    expect(proxy.stderr()).toContain(
      `start a mock with it: site-contract mock --contract ${document} --fixture data.json`,
    );
    const recorded = await program.startMock([...contract, '--fixture', 'data.json']);
    const list = await fetch(`${recorded.url}/branches`, { headers });
    expect(await list.json()).toMatchObject({ total: 2, items: [{ id: 1 }, { id: 3 }] });

    const archive = await fetch(`${mock.url}/__mock/requests/har`, {
      headers: { Authorization: 'Bearer a-token-of-this-test' },
    });
    writeFileSync(locate('session.har'), await archive.text());
    const checked = await program.run(['check', 'session.har', ...contract]);
    expect(checked.stdout).toContain('checked against Library 1.0.0');
    expect([checked.stdout, checked.code]).toEqual([expect.stringContaining('✓ CONFORMS'), 0]);
  });

  test('check names what violates the document', async () => {
    const headerList = [{ name: 'Content-Type', value: 'application/json' }];
    const request = {
      method: 'GET',
      url: 'https://library.example/api/v2/branches/1',
      headers: [],
    };
    const content = { mimeType: 'application/json', text: '{"id":"one"}' };
    const response = { status: 200, headers: headerList, content };
    const entry = { startedDateTime: '2026-01-31T08:00:00Z', request, response };
    writeFileSync(locate('session.har'), JSON.stringify({ log: { entries: [entry] } }));
    const { code, stdout } = await program.run(['check', 'session.har', ...contract]);
    expect(stdout).toContain('getBranch: response body: /id must be an integer');
    expect(code).toBe(1);
  });

  test('the gate compares two versions of it', async () => {
    const text = readFileSync(document, 'utf8');
    writeFileSync(locate('old.yaml'), text);
    writeFileSync(
      locate('new.yaml'),
      text.replace('required: [name, city]', 'required: [name, city, phone]'),
    );
    const steps = ['document', 'diff', 'version'].flatMap((step) => ['--only', step]);
    const argv = ['gate', '--base', 'old.yaml', ...steps];
    const same = await program.run([...argv, '--document', 'old.yaml']);
    expect([same.stdout, same.code]).toEqual([expect.stringContaining('Gate passed'), 0]);
    const changed = await program.run([...argv, '--document', 'new.yaml']);
    expect(changed.stdout).toContain('✓ document');
    expect(changed.stdout).toContain('createBranch');
    expect(changed.stdout).toContain('Gate failed: breaking changes, version');
    expect(changed.code).toBe(1);
  });

  test('a mock follows changes of it, and keeps its records', async () => {
    const text = readFileSync(document, 'utf8');
    writeFileSync(locate('library.yaml'), text);
    const mock = await program.startMock(['--contract', 'library.yaml', '--watch']);
    await useLibrary(mock.url, (request) => fetch(request));
    const reloaded = hear(mock, /(the contract was reloaded)/);
    writeFileSync(locate('library.yaml'), text.replace('maximum: 50', 'maximum: 2'));
    await reloaded;
    expect((await fetch(`${mock.url}/branches?limit=3`, { headers })).status).toBe(400);
    const list = await fetch(`${mock.url}/branches?limit=2`, { headers });
    expect(await list.json()).toMatchObject({ total: 2 });
  });

  test('interface lists only the assumptions that decide about it', async () => {
    const argv = ['interface', 'assumptions', '--format', 'json', ...contract];
    const assumptions: { id: string }[] = JSON.parse((await program.run(argv)).stdout);
    const ids = assumptions.map(({ id }) => id);
    expect(ids).toContain('error-status-not-found');
    expect(ids.filter((id) => /host|webhook|pathname|workspace|copy/.test(id))).toEqual([]);
  });

  test('resources takes it with and without the flag, but only one', async () => {
    const want = await program.run(['resources', document]);
    expect(want.stdout).toContain('Library 1.0.0');
    expect((await program.run(['resources', ...contract])).stdout).toBe(want.stdout);
    const { code, stderr } = await program.run(['resources', 'other.yaml', ...contract]);
    expect(stderr).toContain('name one document: other.yaml, or --contract');
    expect(code).toBe(2);
  });
});
