import { appendFile, readFile } from 'node:fs/promises';
import type { RunEvent } from '../../conformance/index.ts';
import { type RunOptions, runSuite } from '../../conformance/index.ts';
import { createProgress, type Progress } from '../../conformance/reporters/progress.ts';
import { toCount } from '../../conformance/reporters/text.ts';
import type { RunResult } from '../../conformance/results.ts';
import { findProxy } from '../../conformance/runner/connect.ts';
import { readErrorCode } from '../../contract/errors.ts';
import { loadContract } from '../../contract/load-contract.ts';
import { usesProgress } from '../colour.ts';
import type { Context } from '../command.ts';
import type { ConformanceValues } from '../commands/conformance-options.ts';
import { readAuthorities } from '../read-authorities.ts';
import { UsageError } from '../usage-error.ts';
import { followBaseline } from './follow-baseline.ts';
import { assertSelection, explainCheck, toCheckList } from './list-checks.ts';
import { openTarget } from './open-target.ts';
import { assertWritable, writeReports } from './write-reports.ts';

/** Runs the suite against a target, or against a mock that is started for the run, and reports. */
export async function runConformance(values: ConformanceValues, context: Context): Promise<number> {
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
  try {
    const result = await runSuite({
      ...target.options,
      ...(await readConnection(values, target.options.baseUrl, context)),
      contract,
      seed: values.seed,
      only: values.only,
      thorough: values.thorough,
      probes: values.thorough && values.probes === 'auto' ? 'all' : values.probes,
      strict: values.strict,
      allowWrites: values.allowWrites,
      concurrency: values.concurrency,
      timeoutMs: values.timeout,
      maxTimeMs: values.maxTime * 1000,
      maxFailures: values.maxFailures,
      settleMs: values.settle,
      onEvent: notes.onEvent,
    });
    notes.stop();
    const judged = await baseline(result);
    await writeReports(judged, contract, values, context);
    if (since !== undefined) since(judged, context);
    await tellGithub(judged, values, context);
    return toExitCode(judged, context);
  } finally {
    notes.stop();
    await target.close();
  }
}

/**
 * Reads an earlier report before the run, so that a mistake in it shows at once.
 * @returns what tells the difference
 */
async function readSince(
  values: ConformanceValues,
): Promise<((result: RunResult, context: Context) => void) | undefined> {
  const { since: file } = values;
  if (file === undefined) return undefined;
  const { compareRuns, parseEarlierRun, toComparisonLines } = await import(
    '../../conformance/baseline/compare-runs.ts'
  );
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`--since ${file} cannot be read (${readErrorCode(error)})`);
  });
  const earlier = parseEarlierRun(text);
  if (typeof earlier === 'string') throw new UsageError(`--since ${file}: ${earlier}`);
  return (result, { stdout, stderr }) => {
    if (result.verdict.kind === 'not-run') return;
    const lines = toComparisonLines(compareRuns(earlier, result), file);
    // If stdout contains a report, output for people goes to stderr.
    const people = isReportOnStdout(values) ? stderr : stdout;
    people.write(`\n${lines.join('\n')}\n`);
  };
}

function isReportOnStdout({ json, junit, html, sarif, observed }: ConformanceValues): boolean {
  return [json, junit, html, sarif, observed].includes('-');
}

/** How the target is reached. */
async function readConnection(
  { header, ca, insecure }: ConformanceValues,
  baseUrl: string,
  { environment, stderr }: Context,
): Promise<Pick<RunOptions, 'headers' | 'ca' | 'insecure' | 'proxy'>> {
  const proxy = findProxy(baseUrl, environment);
  if (proxy !== undefined && !URL.canParse(proxy))
    throw new UsageError('the proxy in the environment (HTTPS_PROXY, HTTP_PROXY) is not a URL');
  if (proxy !== undefined)
    stderr.write(
      `site-contract: using the proxy ${new URL(proxy).host}; list hosts in NO_PROXY to bypass it\n`,
    );
  if (insecure)
    stderr.write(
      'site-contract: WARNING: --insecure: certificates are not verified, so others may be able to read the API key\n',
    );
  return { headers: Object.fromEntries(header), insecure, proxy, ca: await readAuthorities(ca) };
}

function toExitCode({ verdict }: RunResult, { stderr }: Context): number {
  if (verdict.kind === 'conforms') return 0;
  if (verdict.kind === 'broken') return 1;
  stderr.write(`site-contract: the suite could not run: ${verdict.reason}\n`);
  return 2;
}

/** In a workflow of GitHub: annotations in the log, and a summary of the step where there is a file for it. */
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

/** What is said on stderr while the suite runs: what it is going to create, and how far it is. */
function createRunNotes(values: ConformanceValues, { stderr, environment }: Context) {
  const isTerminal = values.progress ?? usesProgress(stderr, environment);
  let progress: Progress | undefined;
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
      progress?.advance({ id, failed: outcome.status === 'failed' || outcome.status === 'error' });
    },
    stop(): void {
      progress?.stop();
      progress = undefined;
    },
  };
}

/** Said before anything is created, since it cannot be deleted. */
function toPlan(
  { checks, sites, seed, maxTimeMs }: Extract<RunEvent, { type: 'planned' }>,
  baseUrl: string | undefined,
): string {
  const where = baseUrl === undefined ? 'a mock that was started for the run' : baseUrl;
  return `site-contract: ${toCount(checks, 'check')} against ${where}, creating at most ${toCount(sites, 'site')} in at most ${maxTimeMs / 1000} s (seed ${seed})\n`;
}
