import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pickInteger } from '../../../conformance/runner/probes.ts';
import { startPostgres } from '../../support/postgres.ts';
import { type Answer, createClient } from '../control-client.ts';
import type { Random } from '../mutations.ts';
import { type MockProgram, startMock } from '../start-program.ts';

const overlay = {
  overlay: '1.0.0',
  info: { title: 'Unique hosts and pathnames', version: '1' },
  actions: ['unique-host-url', 'unique-pathname'].map((id) => ({
    target: `$['x-assumptions']['${id}']`,
    update: { value: 'refused' },
  })),
};

/** The timeout of a response, in milliseconds. */
const patience = 60_000;

type Node = { mock: MockProgram; client: ReturnType<typeof createClient> };

/** Mocks with a shared database, which can be killed and restarted. */
export interface Cluster {
  size: number;
  /** Sends a request to one of the mocks. Rejects if there is no response. */
  send(at: number, method: string, target: string, body?: unknown): Promise<Answer>;
  /** Damages something, and repairs it. @returns a description */
  harm(random: Random): Promise<string>;
  /** Waits until all mocks are usable. */
  settle(): Promise<void>;
  readonly bugs: readonly string[];
  close(): Promise<void>;
}

export async function startCluster(size: number): Promise<Cluster> {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-contract-store-'));
  writeFileSync(path.join(folder, 'overlay.json'), JSON.stringify(overlay));
  const server = await startPostgres();
  const bugs: string[] = [];
  const start = async (): Promise<Node> => {
    const flags = ['--overlay', 'overlay.json'];
    const mock = await startMock(['--store', `${server.url}?connect_timeout=60`, ...flags], folder);
    return { mock, client: createClient(mock, 16) };
  };
  const nodes = await Promise.all(Array.from({ length: size }, start));
  const collect = ({ mock, client }: Node): void => {
    // 503 is the correct response while the database is unavailable.
    bugs.push(...mock.bugs.filter((line) => !/"status":50[37]/.test(line)));
    client.close();
  };

  async function replace(at: number, signal: NodeJS.Signals): Promise<void> {
    const node = nodes[at];
    if (node === undefined) return;
    const code = await node.mock.end(signal);
    if (signal === 'SIGTERM' && code !== 0) bugs.push(`SIGTERM ended a mock with ${code}`);
    collect(node);
    // A mock cannot start while the database is unavailable.
    for (;;) {
      try {
        nodes[at] = await start();
        return;
      } catch {
        await pause(200);
      }
    }
  }

  async function harm(random: Random): Promise<string> {
    const at = pickInteger(random, 0, size - 1);
    const kind = pickInteger(random, 0, 9);
    if (kind < 3) {
      await replace(at, 'SIGKILL');
      return 'a mock was killed';
    }
    if (kind < 4) {
      await replace(at, 'SIGTERM');
      return 'a mock was stopped';
    }
    if (kind < 6) {
      const id = nodes[at]?.mock.processId ?? 0;
      process.kill(id, 'SIGSTOP');
      await pause(pickInteger(random, 100, 3000));
      process.kill(id, 'SIGCONT');
      return 'a mock was paused';
    }
    if (kind < 8) {
      await server.kill();
      await pause(pickInteger(random, 0, 1500));
      await server.start();
      return 'the database was killed';
    }
    const { Client } = await import('pg');
    const client = new Client(server.url);
    client.on('error', () => {});
    await client.connect();
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
    );
    await client.end();
    return 'all connections were cut';
  }

  return {
    size,
    harm,
    send: async (at, method, target, body) => {
      const { client } = nodes[at % size] ?? {};
      if (client === undefined) throw new Error('unknown mock');
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`no response to ${method} ${target}`)), patience);
      });
      return Promise.race([client.send(method, target, body), late]).finally(() =>
        clearTimeout(timer),
      );
    },
    settle: async () => {
      for (const { client } of nodes) {
        for (;;) {
          const ready = await client.send('GET', '/__mock/ready').catch(() => undefined);
          if (ready?.status === 200) break;
          await pause(100);
        }
      }
    },
    get bugs() {
      return bugs;
    },
    close: async () => {
      await Promise.all(nodes.map(({ mock }) => mock.end('SIGTERM')));
      nodes.forEach(collect);
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
