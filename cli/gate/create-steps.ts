/*
 * cli/gate/: how the command `gate` runs its steps, each as a process. It imports gate/, contract/, writers/ and the flags of
 * service/. Start here; report-folder.ts protects the folder of reports, run-process.ts ends what it starts.
 */

import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { replaceFile } from '../../contract/files.ts';
import type { DiffResult } from '../../gate/diff/change.ts';
import { toReport } from '../../gate/index.ts';
import {
  type StepOutcome,
  type StepRunners,
  toDiffOutcome,
  toDocumentOutcome,
  toRunOutcome,
  toVersionOutcome,
} from '../../gate/run-gate.ts';
import { gateFlags } from '../../service/cli/flags.ts';
import { toRunWords } from '../../service/cli/run-scope.ts';
import type { GateValues } from '../commands/gate-options.ts';
import { toFlag } from '../option.ts';
import { type Ended, runProcess } from './run-process.ts';
import { type PlacedExample, toExampleLine } from './wrong-examples.ts';

/** Endings of reports that differ from the name of their format. */
const endings: Readonly<Record<string, string>> = { junit: 'junit.xml', markdown: 'md' };

const advice = {
  mock: 'Open mock.html: the mock and the document do not agree. Correct the one that is wrong.',
  deployment:
    'Open deployment.html and repair the service. To postpone a failure, add it to the baseline (--baseline).',
};
const otherFlags =
  'That flag belongs to site-contract conformance. The gate reads the key from SITE_CONTRACT_API_KEY, further headers from SITE_CONTRACT_HEADERS, and certificates from NODE_EXTRA_CA_CERTS.';
/** The flags of the suite that the gate has, too. */
const passedFlags = new Set([
  ...Object.keys(gateFlags).map((name) => `--${toFlag(name)}`),
  ...['--baseline', '--since', '--allow-writes', '--max-time'],
]);
const generator = 'check:generated';
const defaultDocument = 'spec/openapi.yaml';

/** What all steps of a gate share. */
interface Gate {
  values: GateValues;
  /** Where the reports are written. */
  folder: string;
  environment: NodeJS.ProcessEnv;
  /** The document to check, relative to the working folder, like a path in a commit. Undefined if there is none. */
  document: string | undefined;
}

/**
 * Creates the functions that run the steps, each as a process in the working folder. Results arrive through pipes, because
 * other steps run code of the repository, which could change files.
 * @param folder for the reports
 */
export function createSteps(values: GateValues, folder: string, environment: NodeJS.ProcessEnv) {
  const gate: Gate = { values, folder, environment, document: findDocument(values) };
  const { compare, readDiff } = createComparison(gate);
  const { baseUrl: target } = values;
  const runners: StepRunners = {
    document: () => checkDocument(gate),
    ...(hasGenerator() && { generated: () => runGenerator(gate) }),
    diff: compare((result) => {
      const looks = { colour: false, width: 80, full: true };
      for (const format of ['json', 'markdown'] as const)
        replaceFile(locate(gate, 'diff', format), toReport(result, format, looks));
      return toDiffOutcome(result);
    }),
    version: compare(toVersionOutcome),
    mock: () => runSuite(gate, 'mock', []),
    deployment:
      target === undefined
        ? 'no deployment to test: set --base-url'
        : () => testDeployment(gate, target),
  };
  return { runners, readDiff };
}

function findDocument({ contract }: GateValues): string | undefined {
  const named = contract ?? (existsSync(defaultDocument) ? defaultDocument : undefined);
  return named && path.relative('', named).replaceAll('\\', '/');
}

/** Only the deployment gets settings of the deployment, such as its key. Only the gate writes to the workflow. */
const settingNames = /^(?:SITE_CONTRACT|GITHUB|GH|ACTIONS)_/;
const workflowNames = /^(?:GITHUB|GH|ACTIONS)_/;

function withoutVariables({ environment }: Gate, names: RegExp): NodeJS.ProcessEnv {
  const kept = Object.entries(environment).filter(([name]) => !names.test(name));
  return Object.fromEntries(kept);
}

function locate({ folder }: Gate, name: string, format: string): string {
  return path.join(folder, `${name}.${endings[format] ?? format}`);
}

/** Runs another command of this program, without the config file. */
function runSelf(
  gate: Gate,
  words: readonly string[],
  environment = withoutVariables(gate, settingNames),
): Promise<Ended> {
  const program = [...process.execArgv, process.argv[1] ?? ''];
  const maxTimeMs = gate.values.maxTime * 1000;
  return runProcess(process.execPath, [...program, ...words, '--config', 'none'], {
    environment,
    maxTimeMs,
  });
}

async function checkDocument(gate: Gate): Promise<StepOutcome> {
  const { document } = gate;
  if (document !== undefined && isLinkOut(document))
    throw new Error(`${document} is a link out of this folder: replace it by a file`);
  const contract = withFlag('contract', document);
  const ended = await runSelf(gate, ['interface', 'examples', ...contract, '--format', 'json']);
  const examples: PlacedExample[] = readResult(ended);
  return toDocumentOutcome(document ?? 'the built-in contract', examples.map(toExampleLine));
}

async function runGenerator(gate: Gate): Promise<StepOutcome> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const ended = await runProcess(npm, ['run', '--silent', generator], {
    environment: withoutVariables(gate, settingNames),
    maxTimeMs: gate.values.maxTime * 1000,
  });
  return checkGenerated(ended);
}

/** The comparison of the document with the one before, which two steps use. */
function createComparison(gate: Gate) {
  const { values, document } = gate;
  const base = values.base ?? findBase(gate.environment);
  let comparison: Promise<DiffResult> | undefined;
  const run = (from: string, to: string): Promise<DiffResult> => {
    const words = ['diff', from, to, '--format', 'json', ...withFlag('accept', values.accept)];
    comparison ??= runSelf(gate, words).then((ended) => readResult(ended));
    return comparison;
  };
  return {
    /** @returns the step that judges the comparison, or the reason why there is none */
    compare(
      toOutcome: (result: DiffResult) => StepOutcome,
    ): Exclude<StepRunners['diff'], undefined> {
      if (document === undefined) return 'no document found in this folder: pass --contract';
      if (base === undefined) return 'no base; set --base, for example git:origin/main';
      const from = /^git:[^:]+$/.test(base) ? `${base}:${document}` : base;
      return async () => toOutcome(await run(from, document));
    },
    /** The comparison, if it was made and did not fail. */
    async readDiff(): Promise<DiffResult | undefined> {
      return comparison?.catch(() => undefined);
    },
  };
}

async function runSuite(
  gate: Gate,
  name: keyof typeof advice,
  words: readonly string[],
  environment?: NodeJS.ProcessEnv,
): Promise<StepOutcome> {
  const files = ['html', 'junit', 'sarif'].flatMap((format) =>
    withFlag(format, locate(gate, name, format)),
  );
  // The suite ends by itself before its process is ended.
  const maxTime = String(Math.max(1, gate.values.maxTime - 5));
  const report = ['--json', '-', ...files, '--max-time', maxTime];
  const contract = withFlag('contract', gate.document);
  const ended = await runSelf(gate, ['conformance', ...words, ...contract, ...report], environment);
  keepReport(locate(gate, name, 'json'), ended);
  return toRunOutcome(readResult(ended), advice[name]);
}

async function testDeployment(gate: Gate, baseUrl: string): Promise<StepOutcome> {
  const { baseline, since, allowWrites } = gate.values;
  if (!gate.environment['SITE_CONTRACT_API_KEY'])
    throw new Error(`${baseUrl} needs an API key: set SITE_CONTRACT_API_KEY`);
  const isFirst = since !== undefined && !existsSync(since);
  const words = [
    ...toRunWords(gate.values),
    ...withFlag('baseline', baseline),
    ...(isFirst ? [] : withFlag('since', since)),
    ...(allowWrites ? ['--allow-writes'] : []),
  ];
  const environment = withoutVariables(gate, workflowNames);
  const run = runSuite(gate, 'deployment', [baseUrl, ...words], environment);
  // The suite may advise flags that the gate does not have.
  const outcome = await run.catch(({ message }: Error): StepOutcome => {
    const isForeign = message.match(/--[\w-]+/g)?.some((flag) => !passedFlags.has(flag)) === true;
    return { status: 'error', summary: message, ...(isForeign && { advice: otherFlags }) };
  });
  const note = `${since} does not exist yet, so nothing is compared`;
  return isFirst ? { ...outcome, details: [note, ...(outcome.details ?? [])] } : outcome;
}

/**
 * Writes the report of a run, also of one without a verdict, whose reasons it contains. A report with a verdict, which the
 * next run should compare with, is not replaced by one without.
 */
function keepReport(file: string, { exitCode, stdout }: Ended): void {
  const hasVerdict = exitCode <= 1;
  if (stdout !== '' && (hasVerdict || !existsSync(file))) replaceFile(file, stdout);
}

/** Whether a file of this folder is somewhere else. Messages quote documents, and a change can add links. */
function isLinkOut(file: string): boolean {
  const isHere = !file.startsWith('..') && existsSync(file);
  return isHere && path.relative(realpathSync('.'), realpathSync(file)).startsWith('..');
}

function withFlag(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`--${name}`, value];
}

/** @throws Error with the reason if the command could not run, and so wrote no result */
function readResult<Result>({ exitCode, stdout, stderr }: Ended): Result {
  if (exitCode > 1) throw new Error(readReason(stderr));
  return JSON.parse(stdout);
}

/** The line in which a command explains why it could not run. */
function readReason(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.startsWith('site-contract: '));
  return (lines.at(-1) ?? 'ended without a reason').replace(
    /^site-contract: (?:the suite could not run: )?/,
    '',
  );
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
