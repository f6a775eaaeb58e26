import { readFile } from 'node:fs/promises';
import { type RunOptions, runSuite } from '../../conformance/index.ts';
import type { RunResult } from '../../conformance/results.ts';
import { findProxy } from '../../conformance/runner/connect.ts';
import { readErrorCode } from '../../contract/error-code.ts';
import { loadContract } from '../../contract/load-contract.ts';
import type { Context } from '../command.ts';
import type { ConformanceValues } from '../commands/conformance-options.ts';
import { UsageError } from '../usage-error.ts';
import { explainCheck } from './explain-check.ts';
import { followBaseline } from './follow-baseline.ts';
import { assertSelection, toCheckList } from './list-checks.ts';
import { openTarget } from './open-target.ts';
import { createRunNotes } from './run-notes.ts';
import { tellGithub } from './tell-github.ts';
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
    // Beside a report on stdout, what people read goes to stderr.
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
      `site-contract: through the proxy ${new URL(proxy).host}; NO_PROXY keeps hosts from it\n`,
    );
  if (insecure)
    stderr.write(
      'site-contract: WARNING: --insecure: certificates are not checked, and the API key may be read or taken on the way\n',
    );
  return { headers: Object.fromEntries(header), insecure, proxy, ca: await readAuthorities(ca) };
}

async function readAuthorities(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`--ca ${file} cannot be read (${readErrorCode(error)})`);
  });
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new UsageError(`--ca ${file} holds no certificate in PEM (-----BEGIN CERTIFICATE-----)`);
  return text;
}

function toExitCode({ verdict }: RunResult, { stderr }: Context): number {
  if (verdict.kind === 'conforms') return 0;
  if (verdict.kind === 'broken') return 1;
  stderr.write(`site-contract: the suite could not run: ${verdict.reason}\n`);
  return 2;
}
