import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Context } from '../../context.ts';
import { pin } from '../../machine/pin.ts';
import { readEndedProgramsTime } from '../../machine/process-usage.ts';
import { peersFolder } from '../../subjects/peers.ts';
import { apiKey, workspaceId } from '../../works/work.ts';

export interface TestRun extends TestCounts {
  seconds: number;
  processorSeconds: number | undefined;
  exitCode: number;
}

/** Runs a tester on the processor for load, beside the target. */
export async function runTester(
  tester: Tester,
  baseUrl: string | undefined,
  { folder, placement }: Pick<Context, 'folder' | 'placement'>,
): Promise<TestRun> {
  const own = mkdtempSync(path.join(folder, `${tester.id}-`));
  const [file = '', ...argv] = pin(tester.toCommand(baseUrl, own), placement?.load);
  const used = readEndedProgramsTime();
  const start = performance.now();
  const { stdout, exitCode } = await run(file, argv, own, tester.environment);
  const seconds = (performance.now() - start) / 1000;
  const usedThen = readEndedProgramsTime();
  return {
    ...tester.readCounts(own, stdout),
    seconds,
    processorSeconds:
      used === undefined || usedThen === undefined ? undefined : (usedThen - used) / 1000,
    exitCode,
  };
}

function run(
  file: string,
  argv: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ stdout: string; exitCode: number }> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, argv, {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let stdout = '';
    child.stdout.on('data', (chunk) => {
      stdout += String(chunk);
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ stdout, exitCode: code ?? -1 }));
  });
}

export interface Tester {
  id: string;
  title: string;
  /** @param baseUrl undefined if the tester starts its own target */
  toCommand(baseUrl: string | undefined, folder: string): readonly string[];
  environment: Readonly<Record<string, string>>;
  /** Returns the number of tests, from the output. */
  readCounts(folder: string, stdout: string): TestCounts;
}

interface TestCounts {
  requests: number | undefined;
  /** Number of records that it left in the target. */
  records: number | undefined;
}

/** The published suite. */
export const suite: Tester = {
  id: 'suite',
  title: '**site-contract conformance**',
  toCommand: (baseUrl, folder) => [
    process.execPath,
    path.resolve('dist/cli/main.js'),
    'conformance',
    ...(baseUrl === undefined ? [] : [baseUrl, '--workspace', workspaceId]),
    ...['--json', toReport(folder)],
  ],
  environment: { SITE_CONTRACT_API_KEY: apiKey },
  readCounts: (folder) => {
    const report: unknown = JSON.parse(readFileSync(toReport(folder), 'utf8'));
    if (typeof report !== 'object' || report === null) throw new Error('the suite wrote no report');
    const inventory: unknown = Reflect.get(report, 'inventory');
    return {
      requests: Number(Reflect.get(report, 'requests')),
      records: Array.isArray(inventory) ? inventory.length : undefined,
    };
  },
};

const toReport = (folder: string): string => path.join(folder, 'report.json');

const environment = path.join(peersFolder, 'node_modules/.schemathesis');
const program = path.join(environment, 'bin/schemathesis');

/**
 * Schemathesis with its defaults, from the Python Package Index; undefined if Python or the package is not available.
 */
export function findSchemathesis(
  document: string,
  note: (line: string) => void,
): Tester | undefined {
  if (!existsSync(program) && !installSchemathesis(note)) return undefined;
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' });
  return {
    id: 'schemathesis',
    title: `Schemathesis ${/[\d.]+/.exec(version)?.[0] ?? ''}`,
    toCommand: (baseUrl = '') => [
      program,
      ...['run', document, '--url', baseUrl, '--no-color'],
      ...['--header', `Authorization: Bearer ${apiKey}`],
    ],
    environment: {},
    readCounts: (_folder, stdout) => {
      const generated = /(\d+) generated/.exec(stdout)?.[1];
      return {
        requests: generated === undefined ? undefined : Number(generated),
        records: undefined,
      };
    },
  };
}

function installSchemathesis(note: (line: string) => void): boolean {
  note('installing Schemathesis for the bench');
  const options = { stdio: 'ignore' } as const;
  try {
    execFileSync('python3', ['-m', 'venv', environment], options);
    execFileSync(
      path.join(environment, 'bin/pip'),
      ['install', '--quiet', 'schemathesis'],
      options,
    );
    return true;
  } catch {
    return false;
  }
}
