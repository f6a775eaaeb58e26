import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Target } from '../corpus/index.ts';
import type { ServiceOptions } from '../corpus/service/service.ts';
import type { RunningService } from '../corpus/service/start-service.ts';
import { expressFaults, startExpressService } from './express-service.ts';

const script = join(process.cwd(), 'test/services/site_service.py');
const interpreter = ['python3', 'python'].find(
  (name) =>
    spawnSync(name, ['-c', 'import sqlite3, sys; assert sys.version_info >= (3, 9)']).status === 0,
);

/** The reason why services outside Node are skipped; undefined if they are not. */
export const leftOut =
  interpreter === undefined
    ? 'SKIPPED: the services in Python; install Python 3.9 or later, and add python3 to the PATH.'
    : undefined;

/** Services in common frameworks: one without a fault, which has to pass, and one for each realistic mistake. */
export const serviceTargets: readonly Target[] = [
  ...listTargets('express', expressFaults, (options, fault) => startExpressService(options, fault)),
  ...(interpreter === undefined
    ? []
    : listTargets('python', readFaults(), (options, fault) =>
        startPython(interpreter, options, fault),
      )),
];

function listTargets<Fault extends string>(
  family: string,
  faults: readonly Fault[],
  start: (options: ServiceOptions, fault: Fault | undefined) => Promise<RunningService>,
): Target[] {
  return [undefined, ...faults].map((fault) => ({
    id: `${family}/${fault ?? 'as-it-should-be'}`,
    title: `A service in ${family}${fault === undefined ? ', without a fault' : `: ${fault.replaceAll('-', ' ')}`}.`,
    family,
    level: fault === undefined ? 'none' : 'must',
    thorough: false,
    start: (options) => start(options, fault),
  }));
}

/** The script contains its list of faults in brackets after FAULTS. */
function readFaults(): string[] {
  const list = /^FAULTS = \[([^\]]*)\]/m.exec(readFileSync(script, 'utf8'))?.[1] ?? '';
  return [...list.matchAll(/"([^"]+)"/g)].flatMap(([, fault]) => fault ?? []);
}

async function startPython(
  program: string,
  { apiKey, workspaceIds }: ServiceOptions,
  fault: string | undefined,
): Promise<RunningService> {
  const child = spawn(
    program,
    [
      '-B',
      script,
      '--api-key',
      apiKey,
      '--workspaces',
      workspaceIds.join(','),
      ...(fault === undefined ? [] : ['--fault', fault]),
    ],
    { cwd: dirname(script), stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const [port] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the service in Python exited with ${code} before it was ready`);
    }),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
