import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import type { Context } from '../../context.ts';
import { pin } from '../../machine/pin.ts';
import { readEndedProgramsTime } from '../../machine/process-usage.ts';
import type { TestCounts, Tester } from './tester.ts';

/** One run of a tester. */
export interface TestRun extends TestCounts {
  seconds: number;
  processorSeconds: number | undefined;
  exitCode: number;
}

/** Runs a tester, beside the target, on the processor for load. */
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
