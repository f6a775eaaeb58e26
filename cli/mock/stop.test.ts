import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { endlessPatience } from '../../test/installed/run-program.ts';
import { until } from '../../test/installed/until.ts';
import { useProgram } from '../../test/installed/use-program.ts';

const program = useProgram();
const token = 'admin-token-of-this-test';
const authorization = { authorization: 'Bearer site-contract-key' };
const sites = '/v1/workspaces/7c9e6679-7425-40de-944b-e07fc1f90ae7/sites';

describe('a stopping mock', () => {
  test('ends at once on a second signal', async () => {
    const mock = await program.startMock([], { environment: endlessPatience });
    const { port } = new URL(mock.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST ${sites} HTTP/1.1\r\nHost: mock\r\nAuthorization: Bearer site-contract-key\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('data', resolve));
    mock.child.kill('SIGTERM');
    await until(() => mock.stderr().includes('stopping'));
    mock.child.kill('SIGINT');
    expect((await mock.ended).code).toBe(130);
  });

  test('keeps running when its output is not read', async () => {
    const mock = await program.startMock(['--log', 'json']);
    mock.child.stdout?.destroy();
    for (let count = 0; count < 5; count += 1) {
      const reply = await fetch(mock.url + sites, { headers: authorization });
      expect(reply.status).toBe(201);
    }
  });
});

test('one Ctrl-C stops a mock with streams, hanging responses and idle connections, and saves its state', async () => {
  const argv = ['--state', 'state.json', '--admin-token', token];
  const mock = await program.startMock(argv, { environment: endlessPatience });
  const agent = new Agent({ keepAlive: true });
  try {
    const admin = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const stream = await fetch(`${mock.url}/__mock/requests/stream`, { headers: admin });
    expect(stream.status).toBe(200);
    const created = await fetch(mock.url + sites, {
      method: 'POST',
      headers: { ...authorization, 'content-type': 'application/json' },
      body: '{"name":"Kept"}',
    });
    expect(created.status).toBe(201);
    await new Promise((resolve, reject) => {
      request(mock.url + sites, { agent, headers: authorization }, (response) =>
        response.resume().on('end', resolve),
      )
        .on('error', reject)
        .end();
    });
    const body = JSON.stringify({ operation: 'listSites', effect: { kind: 'hang' } });
    const rule = await fetch(`${mock.url}/__mock/faults`, { method: 'POST', headers: admin, body });
    expect({ status: rule.status, text: await rule.text() }).toMatchObject({ status: 201 });
    const hanging = fetch(mock.url + sites, { headers: authorization }).catch(() => 'hung up');
    // The log line shows that the request has arrived.
    await mock.waitFor(/("injected")/);
    mock.child.kill('SIGINT');
    // The mock has not waited, because no response is in progress.
    expect(await mock.ended).toMatchObject({ code: 0 });
    expect(await hanging).toBe('hung up');
    await stream.body?.cancel().catch(() => {});
    const state = path.join(program.folder(), 'state.json');
    expect(readFileSync(state, 'utf8')).toContain('"Kept"');
  } finally {
    agent.destroy();
  }
});
