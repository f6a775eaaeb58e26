import { writeSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import {
  applyBaseline,
  type Baseline,
  toBaseline,
  toBaselineText,
} from '../../conformance/baseline/baseline.ts';
import { readBaseline } from '../../conformance/baseline/parse-baseline.ts';
import {
  compareRuns,
  parseEarlierRun,
  toComparisonLines,
} from '../../conformance/baseline/since.ts';
import { type RunEvent, type RunOptions, runSuite } from '../../conformance/index.ts';
import { createProgress } from '../../conformance/reporters/terminal.ts';
import type { RunResult } from '../../conformance/results.ts';
import { explainTime } from '../../conformance/runner/halt.ts';
import { findProxy } from '../../conformance/runner/proxy.ts';
import { startWatchdog } from '../../conformance/runner/watchdog.ts';
import { readTextFile } from '../../contract/files.ts';
import type { Contract } from '../../contract/index.ts';
import { loadContract } from '../../contract/load-contract.ts';
import { toCount, toVisibleLine } from '../../writers/terminal-text.ts';
import type { Context } from '../command.ts';
import type { ConformanceValues } from '../commands/conformance-options.ts';
import { usesProgress } from '../terminal.ts';
import { assertWorkspace, readAuthorities, UsageError } from '../usage-error.ts';
import { assertSelection, explainCheck, toCheckList } from './list-checks.ts';
import { assertWritable, writeReports } from './write-reports.ts';

/** Runs the suite against a target, or against a new mock, and writes the reports. */
export async function runConformance(values: ConformanceValues, context: Context): Promise<number> {
  // V8 waits four times as long before it optimises a function: a run is too short for most optimisations to pay off. This
  // saves a tenth of the processor time. Newer versions wait by themselves, and do not have this flag.
  if (process.version.startsWith('v20.')) setFlagsFromString('--interrupt-budget=264000');
  const contract = await loadContract({ document: values.contract, overlays: values.overlay });
  assertSelection(contract, values.only);
  if (values.explain !== undefined) {
    context.stdout.write(explainCheck(contract, values.explain));
    return 0;
  }
  if (values.list) {
    context.stdout.write(toCheckList(contract, values.only));
    return 0;
  }
  await assertWritable(values);
  const baseline = await followBaseline(values);
  const since = await readSince(values);
  const notes = createRunNotes(values, context);
  const target = await openTarget(values, contract);
  const stopWatchdog = watchTime(values.maxTime * 1000, context);
  try {
    const result = await runSuite({
      ...target.options,
      ...(await readConnection(values, target.options.baseUrl, context)),
      contract,
      seed: values.seed,
      only: values.only,
      thorough: values.thorough,
      strict: values.strict,
      allowWrites: values.allowWrites,
      timeoutMs: values.timeout,
      maxTimeMs: values.maxTime * 1000,
      startedAt: context.startedAt,
      maxFailures: values.maxFailures,
      onEvent: notes.onEvent,
    });
    notes.stop();
    const judged = await baseline(result);
    await writeReports(judged, contract, values, context);
    if (since !== undefined) since(judged, context);
    await tellGithub(judged, values, context);
    return toExitCode(judged, context);
  } finally {
    stopWatchdog();
    notes.stop();
    await target.close();
  }
}

/** A run ends by itself before its time is over. This ends it if it cannot, because something blocks its thread. */
function watchTime(maxTimeMs: number, { startedAt = Date.now() }: Context): () => void {
  const graceMs = 1000;
  return startWatchdog(Math.max(0, startedAt + maxTimeMs + graceMs - Date.now()), () => {
    // The process ends at once, so the line must not be buffered.
    writeSync(2, `site-contract: the suite could not run: ${explainTime(maxTimeMs)}\n`);
    process.exit(2);
  });
}

/**
 * Reads an earlier report before the run, so that mistakes in it are found early.
 * @returns a function that compares the results
 */
async function readSince(
  values: ConformanceValues,
): Promise<((result: RunResult, context: Context) => void) | undefined> {
  const { since: file } = values;
  if (file === undefined) return undefined;
  const earlier = parseEarlierRun(readTextFile(file, `--since ${file}`));
  if (typeof earlier === 'string') throw new UsageError(`--since ${file}: ${earlier}`);
  return (result, { stdout, stderr }) => {
    if (result.verdict.kind === 'not-run') return;
    const lines = toComparisonLines(compareRuns(earlier, result), file);
    // If stdout contains a report, readable output goes to stderr.
    const people = isReportOnStdout(values) ? stderr : stdout;
    people.write(`\n${lines.join('\n')}\n`);
  };
}

function isReportOnStdout({ json, junit, html, sarif, observed }: ConformanceValues): boolean {
  return [json, junit, html, sarif, observed].includes('-');
}

/** Reads the options of the connection to the target. */
async function readConnection(
  { header, ca, insecure }: ConformanceValues,
  baseUrl: string,
  { environment, stderr }: Context,
): Promise<Pick<RunOptions, 'headers' | 'ca' | 'insecure' | 'proxy'>> {
  const proxy = findProxy(baseUrl, environment);
  if (proxy !== undefined && !URL.canParse(proxy))
    throw new UsageError(
      'the proxy in HTTPS_PROXY or HTTP_PROXY is not a URL; use one such as http://proxy.example:3128',
    );
  if (proxy !== undefined && !/^https?:/i.test(proxy))
    throw new UsageError(
      `the proxy in the environment uses ${new URL(proxy).protocol.slice(0, -1)}, but only http and https are supported; set HTTPS_PROXY, or list ${new URL(baseUrl).hostname} in NO_PROXY`,
    );
  if (proxy !== undefined)
    stderr.write(
      `site-contract: using the proxy ${new URL(proxy).host}; list hosts in NO_PROXY to bypass it\n`,
    );
  if (insecure)
    stderr.write(
      'site-contract: WARNING: --insecure: certificates are not verified, so others may be able to read the API key\n',
    );
  return { headers: Object.fromEntries(header), insecure, proxy, ca: readAuthorities(ca) };
}

function toExitCode({ verdict }: RunResult, { stderr }: Context): number {
  if (verdict.kind === 'conforms') return 0;
  if (verdict.kind === 'broken') return 1;
  stderr.write(`site-contract: the suite could not run: ${toVisibleLine(verdict.reason)}\n`);
  return 2;
}

/** Writes annotations to the log of a GitHub workflow, and a summary if its file is set. */
async function tellGithub(
  result: RunResult,
  { github }: ConformanceValues,
  { environment, stderr }: Context,
): Promise<void> {
  if (!(github ?? environment['GITHUB_ACTIONS'] === 'true')) return;
  const { toGithubAnnotations, toGithubSummary } = await import(
    '../../conformance/reporters/github.ts'
  );
  // GitHub reads commands from both streams, and stdout may contain a report for programs.
  stderr.write(toGithubAnnotations(result));
  const file = environment['GITHUB_STEP_SUMMARY'];
  if (file !== undefined && file !== '') await appendFile(file, toGithubSummary(result));
}

/** Creates the notes on stderr during a run: what it will create, and its progress. */
function createRunNotes(values: ConformanceValues, { stderr, environment }: Context) {
  const isTerminal = usesProgress(stderr, environment);
  let progress: ReturnType<typeof createProgress> | undefined;
  return {
    onEvent(event: RunEvent): void {
      if (event.type === 'planned') {
        stderr.write(toPlan(event, values.baseUrl));
        progress = createProgress(stderr, { total: event.checks, isTerminal });
        return;
      }
      if (event.type === 'waiting') {
        const seconds = Math.ceil(event.milliseconds / 1000);
        stderr.write(`site-contract: waiting ${seconds} s: ${event.reason}\n`);
        return;
      }
      const { id, outcome } = event.result;
      progress?.advance({ id, failed: outcome.status === 'failed' });
    },
    stop(): void {
      progress?.stop();
      progress = undefined;
    },
  };
}

/** Shown before anything is created, since it cannot be deleted. */
function toPlan(
  { checks, sites, seed, maxTimeMs }: Extract<RunEvent, { type: 'planned' }>,
  baseUrl: string | undefined,
): string {
  const where = baseUrl === undefined ? 'a mock started for the run' : baseUrl;
  return `site-contract: ${toCount(checks, 'check')} against ${where}, creating at most ${toCount(sites, 'site')} in at most ${maxTimeMs / 1000} s (seed ${seed})\n`;
}

/** The target of a run, and a function that stops everything started for it. */
interface OpenTarget {
  options: Pick<RunOptions, 'baseUrl' | 'apiKey' | 'workspace' | 'otherWorkspace'>;
  close(): Promise<void>;
}

/** Opens the given target, or starts a mock on a free port of this machine. */
async function openTarget(values: ConformanceValues, contract: Contract): Promise<OpenTarget> {
  const { workspace, otherWorkspace } = values;
  if (workspace !== undefined) assertWorkspace(contract, '--workspace', workspace);
  if (otherWorkspace !== undefined) assertWorkspace(contract, '--other-workspace', otherWorkspace);
  if (workspace !== undefined && workspace.toLowerCase() === otherWorkspace?.toLowerCase())
    throw new UsageError('--other-workspace must differ from --workspace');
  return values.baseUrl === undefined
    ? startMock(values, contract)
    : nameTarget(values.baseUrl, values);
}

function nameTarget(baseUrl: string, values: ConformanceValues): OpenTarget {
  const { apiKey, workspace, otherWorkspace } = values;
  if (apiKey === undefined)
    throw new UsageError(
      `${baseUrl} needs an API key: set SITE_CONTRACT_API_KEY, or pass --api-key <key>`,
    );
  if (/[^\t\x20-\x7e\x80-\xff]/.test(apiKey))
    throw new UsageError(
      'the API key has a line break or another character that a header cannot carry; correct SITE_CONTRACT_API_KEY or --api-key',
    );
  if (workspace === undefined)
    throw new UsageError(
      `${baseUrl} needs a workspace to work in: set SITE_CONTRACT_WORKSPACE, or pass --workspace <uuid>`,
    );
  return { options: { baseUrl, apiKey, workspace, otherWorkspace }, close: async () => {} };
}

async function startMock(values: ConformanceValues, contract: Contract): Promise<OpenTarget> {
  const { createMock } = await import('../../mock/index.ts');
  const { apiKey, workspace, otherWorkspace } = values;
  const named = [workspace, otherWorkspace].filter((id) => id !== undefined);
  const mock = createMock({
    contract,
    ...(apiKey === undefined ? {} : { apiKeys: [apiKey] }),
    ...(workspace === undefined ? {} : { workspaces: named }),
  });
  const server = await mock.listen({ port: 0 });
  const [acceptedKey = ''] = mock.apiKeys;
  const [usedWorkspace = ''] = mock.workspaces;
  return {
    options: { baseUrl: server.url, apiKey: acceptedKey, workspace: usedWorkspace, otherWorkspace },
    close: () => server.close(),
  };
}

/**
 * Reads the baseline before the run, so that mistakes in it are found early.
 * @returns a function that applies it to the result
 */
async function followBaseline({
  baseline: file,
  updateBaseline,
}: ConformanceValues): Promise<(result: RunResult) => Promise<RunResult>> {
  if (file === undefined) {
    if (updateBaseline) throw new UsageError('--update-baseline needs --baseline <file>');
    return async (result) => result;
  }
  const previous = await read(file, updateBaseline);
  return async (result) => {
    const baseline = updateBaseline ? toBaseline(result, previous) : previous;
    if (updateBaseline) await writeFile(file, toBaselineText(baseline));
    return applyBaseline(result, baseline, result.startedAt.slice(0, 10));
  };
}

async function read(file: string, updateBaseline: boolean): Promise<Baseline> {
  const found = await readBaseline(file);
  if (found.kind === 'baseline') return found.baseline;
  if (found.kind === 'missing' && updateBaseline) return { failures: [] };
  throw new UsageError(found.problem);
}
