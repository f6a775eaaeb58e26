import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compareRuns, parseEarlierRun } from '../../conformance/baseline/since.ts';
import type { RunResult } from '../../conformance/results.ts';
import { readTextFile, replaceFile } from '../../contract/files.ts';
import type { DiffResult } from '../../gate/diff/change.ts';
import { toReport } from '../../gate/index.ts';
import {
  limit,
  type StepOutcome,
  type StepRunners,
  toDiffOutcome,
  toRunOutcome,
  toVersionOutcome,
} from '../../gate/run-gate.ts';
import type { GateValues } from '../commands/gate-options.ts';
import { type Ended, runProcess } from './run-process.ts';

/** The files of the suite's reports, by option. */
const runReports = { json: 'json', html: 'html', junit: 'junit.xml', sarif: 'sarif' };
const diffReports = { html: 'html', markdown: 'md', sarif: 'sarif' } as const;

/** The names of the files that steps write. */
export const stepReports: readonly string[] = [
  'diff.json',
  ...Object.values(diffReports).map((extension) => `diff.${extension}`),
  ...['mock', 'deployment'].flatMap((name) =>
    Object.values(runReports).map((extension) => `${name}.${extension}`),
  ),
];

/** Creates the functions that run the steps, each as a process in the working folder. */
export function createSteps(
  values: GateValues,
  environment: NodeJS.ProcessEnv,
): { runners: StepRunners; readDiff: () => Promise<DiffResult | undefined> } {
  const { reports: folder, accept, baseline } = values;
  const document =
    values.document ?? (existsSync('spec/openapi.yaml') ? 'spec/openapi.yaml' : undefined);
  const base = values.base ?? findBase(environment);
  const contract = document === undefined ? [] : ['--contract', document];
  // Only the deployment gets settings of the deployment, such as its key.
  const plain = Object.fromEntries(
    Object.entries(environment).filter(([name]) => !name.startsWith('SITE_CONTRACT_')),
  );
  const maxTimeMs = values.maxTime * 1000;
  /** Runs another command of this program, without the config file. */
  const runSelf = (words: readonly string[], variables: NodeJS.ProcessEnv): Promise<Ended> =>
    runProcess(process.execPath, [process.argv[1] ?? '', ...words, '--config', 'none'], {
      environment: variables,
      maxTimeMs,
    });
  const compare = async (from: string, to: string): Promise<DiffResult> => {
    const file = path.join(folder, 'diff.json');
    const words = ['diff', from, to, '--format', 'json', '--output', file];
    return readResult(file, await runSelf([...words, ...toFlag('accept', accept)], plain));
  };
  const comparison =
    document === undefined
      ? 'no document found in this folder: pass --document'
      : base === undefined
        ? 'nothing to compare with: set --base, for example git:origin/main'
        : once(() => compare(/^git:[^:]+$/.test(base) ? `${base}:${document}` : base, document));
  const runSuite = async (
    name: keyof typeof advice,
    words: readonly string[],
    variables: NodeJS.ProcessEnv,
  ): Promise<{ result: RunResult; outcome: StepOutcome }> => {
    const files = Object.entries(runReports).flatMap(([option, extension]) => [
      `--${option}`,
      path.join(folder, `${name}.${extension}`),
    ]);
    const ended = await runSelf(['conformance', ...words, ...files, '--no-github'], variables);
    const result: RunResult = readResult(path.join(folder, `${name}.json`), ended);
    const names = Object.values(runReports).map((extension) => `${name}.${extension}`);
    const outcome = toRunOutcome(result, names);
    return {
      result,
      outcome: outcome.status === 'failed' ? { ...outcome, advice: advice[name] } : outcome,
    };
  };
  const { target } = values;
  return {
    readDiff: async () =>
      typeof comparison === 'string' ? undefined : comparison().catch(() => undefined),
    runners: {
      document: async () => {
        const { exitCode, stderr } = await runSelf(
          ['interface', 'assumptions', ...contract],
          plain,
        );
        return exitCode === 0
          ? { status: 'passed', summary: `${document ?? 'the built-in contract'} is valid` }
          : { status: 'error', summary: readReason(stderr) };
      },
      ...(hasGenerator() && {
        generated: async () =>
          checkGenerated(
            await runProcess(npm, ['run', '--silent', generator], {
              environment: plain,
              maxTimeMs,
            }),
          ),
      }),
      diff:
        typeof comparison === 'string'
          ? comparison
          : async () => {
              const result = await comparison();
              return toDiffOutcome(result, ['diff.json', ...writeDiff(folder, result)]);
            },
      version:
        typeof comparison === 'string'
          ? comparison
          : async () => toVersionOutcome(await comparison()),
      mock: async () => (await runSuite('mock', contract, plain)).outcome,
      deployment:
        target === undefined
          ? 'no deployment to test: set --target'
          : async () => {
              const words = [
                ...toFlag('workspace', values.workspace),
                ...toFlag('baseline', baseline),
                ...(values.allowWrites ? ['--allow-writes'] : []),
              ];
              // Read before the run, which may overwrite it.
              const tell = readEarlier(values.since);
              return tell(
                await runSuite('deployment', [target, ...contract, ...words], environment),
              );
            },
    },
  };
}

const advice = {
  mock: 'Open mock.html: the mock and the document do not agree. Correct the one that is wrong.',
  deployment:
    'Open deployment.html and repair the service. To postpone a failure, add it to the baseline (--baseline).',
};
const generator = 'check:generated';
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

function toFlag(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`--${name}`, value];
}

/** Two steps use the comparison. */
function once<Value>(run: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined;
  return () => {
    running ??= run();
    return running;
  };
}

/** @throws Error with the reason if the command could not run, and so wrote no result */
function readResult<Result>(file: string, { exitCode, stderr }: Ended): Result {
  if (exitCode > 1 || !existsSync(file)) throw new Error(readReason(stderr));
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The line in which a command explains why it could not run. */
function readReason(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.startsWith('site-contract: '));
  return (lines.at(-1) ?? 'ended without a reason').replace(/^site-contract: /, '');
}

/** @returns the names of the files */
function writeDiff(folder: string, result: DiffResult): string[] {
  return Object.entries(diffReports).map(([format, extension]) => {
    const looks = { colour: false, width: 80, full: true };
    const text = toReport(result, format as keyof typeof diffReports, looks);
    replaceFile(path.join(folder, `diff.${extension}`), text);
    return `diff.${extension}`;
  });
}

/** Finds the target branch of a change on GitHub or GitLab. */
function findBase(environment: NodeJS.ProcessEnv): string | undefined {
  const branch =
    environment['GITHUB_BASE_REF'] || environment['CI_MERGE_REQUEST_TARGET_BRANCH_NAME'];
  return branch ? `git:origin/${branch}` : undefined;
}

function hasGenerator(): boolean {
  try {
    const { scripts }: { scripts?: object } = JSON.parse(readFileSync('package.json', 'utf8'));
    return scripts !== undefined && generator in scripts;
  } catch {
    return false;
  }
}

function checkGenerated({ exitCode, stdout, stderr }: Ended): StepOutcome {
  const command = `npm run ${generator}`;
  if (exitCode === 0) return { status: 'passed', summary: command };
  const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '');
  return {
    status: 'failed',
    summary: `${command} exited with ${exitCode}`,
    details: lines.slice(-6),
    advice: 'Run the generator, and commit the changes.',
  };
}

/** Creates a function that adds to an outcome what changed since an earlier report. */
function readEarlier(
  file: string | undefined,
): (run: { result: RunResult; outcome: StepOutcome }) => StepOutcome {
  if (file === undefined) return ({ outcome }) => outcome;
  if (!existsSync(file))
    return ({ outcome }) => ({
      ...outcome,
      summary: `${outcome.summary}; ${file} does not exist yet, so nothing is compared`,
    });
  const earlier = parseEarlierRun(readTextFile(file, `--since ${file}`));
  if (typeof earlier === 'string') throw new Error(`--since ${file}: ${earlier}`);
  return ({ result, outcome }) => {
    const { broken, repaired, observed, notes } = compareRuns(earlier, result);
    return {
      ...outcome,
      summary: `${outcome.summary}. Since ${file}: ${broken.length} newly broken, ${repaired.length} repaired, ${observed.length} behave differently`,
      details: [
        ...notes,
        ...limit(broken.map(({ level, id, title }) => `New: ${level} ${id}: ${title}`)),
        ...repaired.slice(0, 4).map(({ title }) => `Repaired: ${title}`),
        ...observed.slice(0, 4).map((each) => `Different: ${each.now}`),
        ...(outcome.details ?? []),
      ],
    };
  };
}
