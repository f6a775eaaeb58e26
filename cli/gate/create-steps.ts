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
import type { GateValues } from '../commands/gate-options.ts';
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
const generator = 'check:generated';
const defaultDocument = 'spec/openapi.yaml';

/**
 * Creates the functions that run the steps, each as a process in the working folder. Results arrive through pipes, because
 * other steps run code of the repository, which could change files.
 * @param folder for the reports
 */
export function createSteps(values: GateValues, folder: string, environment: NodeJS.ProcessEnv) {
  const { baseUrl: target, accept, baseline, since, maxTime } = values;
  const named = values.document ?? (existsSync(defaultDocument) ? defaultDocument : undefined);
  // Relative to the working folder, like a path in a commit.
  const document = named && path.relative('', named).replaceAll('\\', '/');
  const base = values.base ?? findBase(environment);
  const contract = withFlag('contract', document);
  const without = (names: RegExp) =>
    Object.fromEntries(Object.entries(environment).filter(([name]) => !names.test(name)));
  // Only the deployment gets settings of the deployment, such as its key. Only the gate writes to the workflow.
  const plain = without(/^(?:SITE_CONTRACT|GITHUB|GH|ACTIONS)_/);
  const maxTimeMs = maxTime * 1000;
  const locate = (name: string, format: string) =>
    path.join(folder, `${name}.${endings[format] ?? format}`);
  /** Runs another command of this program, without the config file. */
  const runSelf = (words: readonly string[], variables: NodeJS.ProcessEnv = plain) =>
    runProcess(
      process.execPath,
      [...process.execArgv, process.argv[1] ?? '', ...words, '--config', 'none'],
      { environment: variables, maxTimeMs },
    );
  const runSuite = async (
    name: keyof typeof advice,
    words: readonly string[],
    variables = plain,
  ): Promise<StepOutcome> => {
    const files = ['html', 'junit', 'sarif'].flatMap((format) =>
      withFlag(format, locate(name, format)),
    );
    // The suite ends by itself before its process is ended.
    const report = ['--json', '-', ...files, '--max-time', String(Math.max(1, maxTime - 5))];
    const ended = await runSelf(['conformance', ...words, ...contract, ...report], variables);
    keepReport(locate(name, 'json'), ended);
    return toRunOutcome(readResult(ended), advice[name]);
  };

  let comparison: Promise<DiffResult> | undefined;
  /** Two steps use the comparison. */
  const compare = (from: string, to: string): Promise<DiffResult> => {
    const words = ['diff', from, to, '--format', 'json', ...withFlag('accept', accept)];
    comparison ??= runSelf(words).then((ended) => readResult(ended));
    return comparison;
  };
  const withComparison = (toOutcome: (result: DiffResult) => StepOutcome) => {
    if (document === undefined) return 'no document found in this folder: pass --document';
    if (base === undefined) return 'no base; set --base, for example git:origin/main';
    const from = /^git:[^:]+$/.test(base) ? `${base}:${document}` : base;
    return async () => toOutcome(await compare(from, document));
  };

  const testDeployment = async (baseUrl: string): Promise<StepOutcome> => {
    if (!environment['SITE_CONTRACT_API_KEY'])
      throw new Error(`${baseUrl} needs an API key: set SITE_CONTRACT_API_KEY`);
    const isFirst = since !== undefined && !existsSync(since);
    const words = [
      ...withFlag('workspace', values.workspace),
      ...withFlag('baseline', baseline),
      ...(isFirst ? [] : withFlag('since', since)),
      ...(values.allowWrites ? ['--allow-writes'] : []),
    ];
    const run = runSuite('deployment', [baseUrl, ...words], without(/^(?:GITHUB|GH|ACTIONS)_/));
    // The suite may advise flags that the gate does not have.
    const outcome = await run.catch(({ message }: Error): StepOutcome => {
      const isOther = /--(?!workspace|baseline|since|allow-writes|max-time)/.test(message);
      return { status: 'error', summary: message, ...(isOther && { advice: otherFlags }) };
    });
    const note = `${since} does not exist yet, so nothing is compared`;
    return isFirst ? { ...outcome, details: [note, ...(outcome.details ?? [])] } : outcome;
  };

  /** The comparison, if it was made and did not fail. */
  const readDiff = async (): Promise<DiffResult | undefined> => {
    try {
      return await comparison;
    } catch {
      return undefined;
    }
  };

  const runners: StepRunners = {
    document: async () => {
      if (document !== undefined && isLinkOut(document))
        throw new Error(`${document} is a link out of this folder: replace it by a file`);
      const words = ['interface', 'examples', ...contract, '--format', 'json'];
      const examples: PlacedExample[] = readResult(await runSelf(words));
      return toDocumentOutcome(document ?? 'the built-in contract', examples.map(toExampleLine));
    },
    ...(hasGenerator() && {
      generated: async () => {
        const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
        const words = ['run', '--silent', generator];
        return checkGenerated(await runProcess(npm, words, { environment: plain, maxTimeMs }));
      },
    }),
    diff: withComparison((result) => {
      const looks = { colour: false, width: 80, full: true };
      for (const format of ['json', 'markdown'] as const)
        replaceFile(locate('diff', format), toReport(result, format, looks));
      return toDiffOutcome(result);
    }),
    version: withComparison(toVersionOutcome),
    mock: () => runSuite('mock', []),
    deployment:
      target === undefined ? 'no deployment to test: set --base-url' : () => testDeployment(target),
  };
  return { runners, readDiff };
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
