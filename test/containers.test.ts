import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { makeCertificate } from '../mock/adapters/certificate.ts';
import { createMock } from '../mock/index.ts';
import { createPrograms } from './installed/create-programs.ts';
import { runProgram } from './installed/run-program.ts';
import { testInCi } from './support/in-ci.ts';

/** The tests do not need Docker: they lint the files, and run their commands. */
interface Service {
  command?: string[];
  entrypoint?: string[];
  environment: Record<string, string>;
  read_only: boolean;
  user?: string;
}

const examples = 'examples/containers';
const dockerfile = readFileSync(`${examples}/Dockerfile`, 'utf8');
const composeFile = readFileSync(`${examples}/compose.yaml`, 'utf8');
const { services }: { services: Record<'mock' | 'suite' | 'gate', Service> } = parse(composeFile, {
  merge: true,
});
const program = path.resolve('dist/cli/main.js');

/** Replaces `${NAME:-default}` like compose. */
function interpolate(
  environment: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, text]) => [
      name,
      text.replace(/\$\{(\w+):-([^}]*)\}/g, (_, key: string, rest: string) => given[key] || rest),
    ]),
  );
}

/** Returns the words of an instruction in JSON form. */
function readInstruction(name: string): string[] {
  const found = new RegExp(`${name} (\\[.*\\])$`, 'm').exec(dockerfile)?.[1];
  if (found === undefined) throw new Error(`the Dockerfile has no ${name}`);
  return JSON.parse(found);
}

const programs = createPrograms();
let folder = '';
let url = '';

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'containers-'));
  const [entry, ...words] = [...readInstruction('ENTRYPOINT'), ...(services.mock.command ?? [])];
  expect(entry).toBe('site-contract');
  const mock = programs.start(process.execPath, [program, ...words], {
    cwd: folder,
    environment: {
      ...interpolate(services.mock.environment, {}),
      SITE_CONTRACT_HOST: '0.0.0.0',
      SITE_CONTRACT_PORT: '0',
    },
  });
  url = `http://127.0.0.1:${await mock.waitFor(/http:\/\/127\.0\.0\.1:(\d+)/)}`;
});
afterAll(async () => {
  await programs.end();
  rmSync(folder, { recursive: true, force: true });
});

describe('the Dockerfile', () => {
  test('runs as an ordinary user, and starts what compose starts', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER node$/m);
    expect(readInstruction('CMD')).not.toEqual([]);
    expect(last).toContain(`CMD ${JSON.stringify(services.mock.command).replaceAll(',', ', ')}`);
    expect(last).toContain(' SITE_CONTRACT_HOST=0.0.0.0 SITE_CONTRACT_PORT=4010');
  });

  test('is healthy only once the mock responds', async () => {
    const [node, ...words] = readInstruction('HEALTHCHECK[^[]*CMD');
    expect(node).toBe('node');
    const check = (port: string) =>
      runProgram(process.execPath, words, { environment: { SITE_CONTRACT_PORT: port } });
    expect(await check(new URL(url).port)).toMatchObject({ code: 0 });
    const https = await makeCertificate(['localhost']);
    const secure = await createMock().listen({ https, control: true });
    const environment = { SITE_CONTRACT_PORT: new URL(secure.url).port };
    expect(await runProgram(process.execPath, words, { environment })).toMatchObject({ code: 0 });
    await secure.close();
    // No server listens on the port of `discard`.
    expect(await check('9')).toMatchObject({ code: 1 });
  });
});

describe('the compose file', () => {
  test('runs everything on a read-only file system', () => {
    expect(Object.values(services).map((service) => service.read_only)).toEqual([true, true, true]);
  });

  test("serves the control surface under the service's host name, and no other", async () => {
    // `fetch` does not allow setting Host.
    const { request } = await import('node:http');
    const ask = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        request(`${url}/__mock/`, { headers: { Host: host } }, (reply) => {
          reply.resume();
          resolve(reply.statusCode);
        })
          .on('error', reject)
          .end();
      });
    expect(await ask('mock:4010')).toBe(200);
    expect(await ask('attacker.example')).toBe(421);
  });

  testInCi('lets the suite pass against the mock', async () => {
    const { command = [], environment } = services.suite;
    const { code, stdout } = await runProgram(process.execPath, [program, ...command], {
      cwd: folder,
      environment: interpolate(environment, { SITE_CONTRACT_URL: url }),
    });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('CONFORMS') });
  });

  testInCi('runs the gate on a repository', async () => {
    mkdirSync(path.join(folder, 'spec'));
    writeFileSync(path.join(folder, 'spec/openapi.yaml'), readFileSync('spec/openapi.yaml'));
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=n@example.com', ...words], {
        cwd: folder,
      });
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'first');
    const reports = path.join(folder, 'reports');
    const [entry, ...words] = (services.gate.entrypoint ?? []).map((word) =>
      word === '/reports' ? reports : word,
    );
    expect(entry).toBe('site-contract');
    const { code, stdout } = await runProgram(
      process.execPath,
      [program, ...words, '--skip', 'mock', '--base', 'git:HEAD'],
      { cwd: folder, environment: interpolate(services.gate.environment, {}) },
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Gate passed') });
    expect(readFileSync(path.join(reports, 'gate.md'), 'utf8')).toContain('Gate passed');
  });
});
