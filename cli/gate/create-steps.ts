import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compareRuns, parseEarlierRun } from '../../conformance/baseline/baseline.ts';
import type { RunResult } from '../../conformance/results.ts';
import { readTextFile } from '../../contract/files.ts';
import type { Contract } from '../../contract/index.ts';
import { loadContract } from '../../contract/load-contract.ts';
import type { DiffResult } from '../../gate/diff/change.ts';
import { diffDocuments, readAcceptedBreaks, readSource, toReport } from '../../gate/index.ts';
import {
  listFindings,
  type StepOutcome,
  type StepRunners,
  toDiffOutcome,
  toResultOutcome,
  toRunOutcome,
  writeReport,
} from '../../gate/run-gate.ts';
import type { GateValues } from '../commands/gate-options.ts';
import { fileReports } from '../conformance/write-reports.ts';
import { findPrism, runReferee } from './run-referee.ts';

const looks = { colour: false, width: 80, full: true };

/** Creates the functions that run the steps in the working folder. `setDiff` receives the result of the comparison. */
export function createSteps(
  values: GateValues,
  environment: NodeJS.ProcessEnv,
  setDiff: (result: DiffResult) => void,
): StepRunners {
  const { reports: folder } = values;
  const document =
    values.document ?? (existsSync('spec/openapi.yaml') ? 'spec/openapi.yaml' : undefined);
  const base = values.base ?? findBase(environment);
  const contract = document === undefined ? [] : ['--contract', document];
  const generated = findGenerated();
  const prism = findPrism(process.cwd());
  return {
    document: async () => {
      const { operations, version } = await loadContract({ document });
      return pass(
        `${document ?? 'the built-in contract'}: version ${version}, ${operations.length} operations`,
      );
    },
    generated:
      generated === undefined
        ? 'package.json has no script check:generated'
        : () => runShell(generated, environment),
    diff:
      document === undefined
        ? 'no document found in this folder: pass --document'
        : base === undefined
          ? 'nothing to compare with: set --base, for example git:origin/main'
          : async () => {
              const [before, after] = await Promise.all([
                readSource(base, document),
                readSource(document, document),
              ]);
              const accepted =
                values.accept === undefined ? [] : await readAcceptedBreaks(values.accept);
              const result = diffDocuments(before, after, { accepted });
              setDiff(result);
              const written = (['html', 'markdown', 'json', 'sarif'] as const).map((format) =>
                writeReport(
                  folder,
                  `diff.${format === 'markdown' ? 'md' : format}`,
                  toReport(result, format, looks),
                ),
              );
              return toDiffOutcome(result, written, values.accept);
            },
    mock: () =>
      runSuite('mock', ['conformance', ...contract], folder, {
        ...environment,
        SITE_CONTRACT_URL: undefined,
        SITE_CONTRACT_WORKSPACE: undefined,
        SITE_CONTRACT_API_KEY: undefined,
      }),
    referee:
      prism === undefined
        ? 'Prism is not installed here: npm install --save-dev @stoplight/prism-cli'
        : async () => {
            const judged = await loadContract({ document });
            const result = await runReferee(judged, prism);
            const isAgreed = result.verdict.kind === 'conforms';
            const written = await writeResult('referee', folder, result, judged);
            return {
              ...toResultOutcome(result, isAgreed, written),
              ...(!isAgreed && {
                advice:
                  'Open referee.html: Prism, the mock and the document do not agree. Correct the document or the mock.',
              }),
              summary: `Prism ${prism.version} ${isAgreed ? 'agrees' : 'does not agree'} about ${result.requests} requests and their responses`,
            };
          },
    deployment:
      values.target === undefined
        ? 'no deployment to test: set --target'
        : async () => {
            const words = [
              'conformance',
              values.target ?? '',
              ...contract,
              ...(values.workspace === undefined ? [] : ['--workspace', values.workspace]),
              ...(values.baseline === undefined ? [] : ['--baseline', values.baseline]),
              ...(values.allowWrites ? ['--allow-writes'] : []),
            ];
            // Read before the run, which may overwrite it.
            const compare = await readEarlier(values.since);
            const outcome = await runSuite('deployment', words, folder, environment);
            return compare(outcome, path.join(folder, 'deployment.json'));
          },
  };
}

function pass(summary: string): StepOutcome {
  return { status: 'passed', summary, details: [], reports: [] };
}

/** Finds the target branch of a change on GitHub or GitLab. */
function findBase(environment: NodeJS.ProcessEnv): string | undefined {
  const branch =
    environment['GITHUB_BASE_REF'] || environment['CI_MERGE_REQUEST_TARGET_BRANCH_NAME'];
  return branch ? `git:origin/${branch}` : undefined;
}

function findGenerated(): string | undefined {
  try {
    const manifest: { scripts?: Record<string, string> } = JSON.parse(
      readFileSync('package.json', 'utf8'),
    );
    return manifest.scripts?.['check:generated'] === undefined
      ? undefined
      : 'npm run --silent check:generated';
  } catch {
    return undefined;
  }
}

async function runShell(command: string, environment: NodeJS.ProcessEnv): Promise<StepOutcome> {
  const { exitCode, stdout, stderr } = await run(command, [], environment, true);
  const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '');
  return exitCode === 0
    ? pass(command)
    : {
        status: 'failed',
        summary: `${command} exited with ${exitCode}`,
        details: lines.slice(-6),
        reports: [],
        advice: 'Run the generator, and commit the changes.',
      };
}

/**
 * Runs the suite as a separate process: it gets settings from the environment and the configuration file, and runs in
 * parallel with other steps.
 */
async function runSuite(
  name: keyof typeof suiteAdvice,
  words: readonly string[],
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<StepOutcome> {
  const names = ['json', 'html', 'junit.xml', 'sarif'].map((kind) => `${name}.${kind}`);
  const [json = '', html = '', junit = '', sarif = ''] = names.map((each) =>
    path.join(folder, each),
  );
  writeReport(folder, `${name}.json`, '');
  const files = ['--json', json, '--html', html, '--junit', junit, '--sarif', sarif, '--no-github'];
  // A pull request can change the config file, so the suite runs without it.
  const config = ['--config', path.join(folder, writeReport(folder, 'no.config.json', '{}\n'))];
  const program = process.argv[1] ?? '';
  const { exitCode, stderr } = await run(
    process.execPath,
    [program, ...words, ...files, ...config],
    environment,
    false,
  );
  const outcome = toRunOutcome(json, exitCode, stderr, names);
  return outcome.status === 'failed' ? { ...outcome, advice: suiteAdvice[name] } : outcome;
}

const suiteAdvice = {
  mock: 'Open mock.html: the mock and the document do not agree. Correct the one that is wrong.',
  deployment:
    'Open deployment.html and repair the service. To postpone a failure, add it to the baseline: conformance --baseline <file> --update-baseline.',
};

/** Creates a function that compares the outcome of a deployment with an earlier report. */
async function readEarlier(
  file: string | undefined,
): Promise<(outcome: StepOutcome, report: string) => StepOutcome> {
  if (file === undefined) return (outcome) => outcome;
  if (!existsSync(file))
    return (outcome) => ({
      ...outcome,
      summary: `${outcome.summary}; ${file} does not exist yet, so nothing is compared`,
    });
  const earlier = parseEarlierRun(readTextFile(file, `--since ${file}`));
  if (typeof earlier === 'string') throw new Error(`--since ${file}: ${earlier}`);
  return (outcome, report) => {
    if (outcome.status !== 'passed' && outcome.status !== 'failed') return outcome;
    const now: RunResult = JSON.parse(readFileSync(report, 'utf8'));
    const { broken, repaired, observed, notes } = compareRuns(earlier, now);
    const isNew = new Set(broken.map(({ id }) => id));
    const others = now.checks.filter(
      ({ id, outcome }) =>
        outcome.status === 'failed' && outcome.known === undefined && !isNew.has(id),
    );
    // New failures come first, since the others were known.
    return {
      ...outcome,
      summary: `${outcome.summary}. Since ${file}: ${broken.length} newly broken, ${repaired.length} repaired, ${observed.length} behave differently`,
      details: [
        ...notes,
        ...listFindings(broken, 'New: '),
        ...repaired.slice(0, 4).map(({ title }) => `Repaired: ${title}`),
        ...observed.slice(0, 4).map((each) => `Different: ${each.now}`),
        ...listFindings(others),
      ],
    };
  };
}

/**
 * Writes the reports of a step that ran in this process.
 * @returns their names
 */
async function writeResult(
  name: string,
  folder: string,
  result: RunResult,
  contract: Contract,
): Promise<string[]> {
  const chosen = fileReports.filter(({ option }) => option !== 'observed');
  return Promise.all(
    chosen.map(async ({ option, toText }) => {
      const extension = option === 'junit' ? 'junit.xml' : option;
      return writeReport(folder, `${name}.${extension}`, await toText(result, contract, {}));
    }),
  );
}

function run(
  command: string,
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  shell: boolean,
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...words], {
      env: environment,
      shell,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ exitCode: code ?? 2, stdout, stderr }));
  });
}
