import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startProgram } from '../installed/run-program.ts';

const program = path.resolve('dist/cli/main.js');
const token = 'admin-token-of-this-test';
const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'site-contract-stop-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('one Ctrl-C stops a mock with streams, hanging answers and kept connections, and keeps its state', async () => {
  const state = path.join(folder, 'state.json');
  const argv = [program, 'mock', '--port', '0', '--state', state, '--admin-token', token];
  const mock = startProgram(process.execPath, argv);
  const agent = new Agent({ keepAlive: true });
  try {
    const url = await mock.waitFor(/(http:\/\/127\.0\.0\.1:\d+)/);
    const sites = `${url}/v1/workspaces/${workspace}/sites`;
    const bearer = { authorization: 'Bearer site-contract-key' };
    const admin = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const stream = await fetch(`${url}/__mock/requests/stream`, { headers: admin });
    expect(stream.status).toBe(200);
    const created = await fetch(sites, {
      method: 'POST',
      headers: { ...bearer, 'content-type': 'application/json' },
      body: '{"name":"Kept"}',
    });
    expect(created.status).toBe(201);
    await new Promise((resolve, reject) => {
      request(sites, { agent, headers: bearer }, (response) => response.resume().on('end', resolve))
        .on('error', reject)
        .end();
    });
    const body = JSON.stringify({ operation: 'listSites', effect: { kind: 'hang' } });
    const rule = await fetch(`${url}/__mock/faults`, { method: 'POST', headers: admin, body });
    expect({ status: rule.status, text: await rule.text() }).toMatchObject({ status: 201 });
    const hanging = fetch(sites, { headers: bearer }).catch(() => 'hung up');
    // Its line says that the request has arrived.
    await mock.waitFor(/("injected")/);
    const start = performance.now();
    mock.child.kill('SIGINT');
    expect(await mock.ended).toMatchObject({ code: 0 });
    // Answers in flight have five seconds; nothing here is one.
    expect(performance.now() - start).toBeLessThan(4000);
    expect(await hanging).toBe('hung up');
    await stream.body?.cancel().catch(() => {});
    expect(readFileSync(state, 'utf8')).toContain('"Kept"');
  } finally {
    agent.destroy();
    mock.child.kill('SIGKILL');
    await mock.ended;
  }
});
