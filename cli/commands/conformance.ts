import { existsSync, writeSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { applyBaseline } from '../../conformance/baseline/baseline.ts';
import { readBaseline } from '../../conformance/baseline/read-baseline.ts';
import { compareRuns, parseEarlierRun } from '../../conformance/baseline/since.ts';
import { toBaseline, toBaselineText } from '../../conformance/baseline/update-baseline.ts';
import { createProgress } from '../../conformance/reporters/terminal.ts';
import { exitCodes, type RunResult } from '../../conformance/results.ts';
import { toVariable } from '../../conformance/runner/exchange.ts';
import { explainTime, startWatchdog } from '../../conformance/runner/halt.ts';
import { findProxy } from '../../conformance/runner/proxy.ts';
import { cleanUpMs } from '../../conformance/world/create-world.ts';
import { toAuthVariable } from '../../conformance/world/credentials.ts';
import { readTextFile } from '../../contract/files.ts';
import type { Contract } from '../../contract/index.ts';
import { loadContract } from '../../contract/load-contract.ts';
import { parseUrl } from '../../contract/parse-url.ts';
import { defaultApiKey } from '../../mock/http/security.ts';
import { decisiveFlags, exampleOperation } from '../../service/cli/flags.ts';
import { readRunScope } from '../../service/cli/run-scope.ts';
import { type RunEvent, runSuite } from '../../service/entries/conformance.ts';
import { quoteWord, type ShellText } from '../../writers/curl.ts';
import { toCount } from '../../writers/terminal-text.ts';
import { type Context, createCommand, toNote } from '../command.ts';
import { assertSelection, explainCheck, toCheckList } from '../conformance/list-checks.ts';
import { assertNames, readCredentials } from '../conformance/named-values.ts';
import { assertWritable, writeReports } from '../conformance/write-reports.ts';
import { toFlag } from '../option.ts';
import { stopOnSignal, usesProgress } from '../terminal.ts';
import { readTrust, UsageError, writeOptionFile } from '../usage-error.ts';
import { type ConformanceValues, conformanceOptions } from './conformance-options.ts';

export const conformance = createCommand({
  options: conformanceOptions,
  help: `Examples:
  site-contract conformance
      Tests a mock started for the run.
  site-contract conformance http://127.0.0.1:8080 --contract openapi.yaml
      Tests a service by a document of your own.
  site-contract conformance https://staging.example.com --allow-writes
      Tests a deployment. The variables above have its key and where to write.
  site-contract conformance --only ${exampleOperation} --seed 7
      Runs the checks of one operation, repeatably.

What a run creates is deleted at its end, where the contract has an operation for that. The rest stays, and the report lists it. On another machine, checks that write run only with --allow-writes.

Exit codes:
  0  the target conforms
  1  a requirement is broken
  2  the suite could not run; the reason is on stderr`,
  run: runConformance,
});

/** Runs the suite against a target, or against a new mock, and writes the reports. */
async function runConformance(values: ConformanceValues, context: Context): Promise<number> {
  const stopWatchdog = watchTime(values, context);
  try {
    return await runUntimed(values, context);
  } finally {
    stopWatchdog();
  }
}

/** A run ends by itself before its time is over. This ends it if it cannot, because something blocks its thread. */
function watchTime(
  { maxTime, baseUrl, contract, overlay }: ConformanceValues,
  { startedAt = Date.now() }: Context,
): () => void {
  const maxTimeMs = maxTime * 1000;
  const graceMs = 1000;
  // Records of other contracts are deleted at the end, also when the time is over.
  const endMs = contract === undefined ? graceMs : graceMs + cleanUpMs;
  const limit = Math.max(0, startedAt + maxTimeMs + endMs - Date.now());
  // Another contract can block the thread, with its patterns and examples, and so can the responses of a target.
  const mayBlock = baseUrl !== undefined || contract !== undefined || overlay.length > 0;
  return startWatchdog(limit, mayBlock, () => {
    // The process ends at once, so the line must not be buffered.
    writeSync(2, `site-contract: the suite could not run: ${explainTime(maxTimeMs)}\n`);
    process.exit(2);
  });
}

async function runUntimed(parsed: ConformanceValues, context: Context): Promise<number> {
  // undici parses HTTP in WebAssembly. Optimising that code takes 0.2 s and 30 MB, which a short run never gains back.
  setFlagsFromString('--liftoff-only');
  const { only, explain, baseline, updateBaseline, since } = parsed;
  const note = toNote(context);
  const contract = await loadContract({ document: parsed.contract, overlays: parsed.overlay });
  assertSelection(contract, only);
  assertNames(contract, parsed);
  const auth = readCredentials(contract, parsed.auth, context.environment);
  const values = { ...parsed, auth };
  if (explain !== undefined || values.list) {
    context.stdout.text(
      explain === undefined ? toCheckList(contract, only) : explainCheck(contract, explain),
    );
    return 0;
  }
  // Mistakes in files are found before the run.
  await assertWritable(values, {
    '--contract': values.contract,
    '--baseline': baseline,
    '--ca': values.ca,
    // Observations may be added to the overlay that they start from.
    ...(values.observed === undefined && { '--overlay': values.overlay }),
  });
  const knownFailures = await readKnown(values);
  const earlier = since === undefined ? undefined : readEarlier(since);
  const target = await openTarget(values, contract);
  const progress = createRunNotes(values, context);
  const ending = new AbortController();
  const ignoreSignals = endOnSignal(contract, ending, note);
  try {
    const run = await runSuite({
      ...target.options,
      ...toRunOptions(values, contract, context),
      proxy: readProxy(target.options.baseUrl, context),
      signal: ending.signal,
      onEvent: progress.onEvent,
    });
    progress.stop();
    let result: RunResult = { ...run, command: toRunCommand(values, run.seed) };
    if (baseline !== undefined) {
      const accepted = updateBaseline ? toBaseline(run, knownFailures) : knownFailures;
      if (updateBaseline) writeOptionFile('baseline', baseline, toBaselineText(accepted));
      result = applyBaseline(result, accepted, run.startedAt.slice(0, 10));
    }
    if (earlier !== undefined && result.verdict.kind !== 'not-run')
      result = { ...result, since: compareRuns(earlier, result, since ?? '') };
    await writeReports(result, contract, values, context);
    if (context.environment['GITHUB_ACTIONS'] === 'true') await tellGithub(result, context);
    const { verdict } = result;
    if (verdict.kind === 'not-run') note(`the suite could not run: ${verdict.reason}`);
    return exitCodes[verdict.kind];
  } finally {
    ignoreSignals();
    progress.stop();
    await target.close();
  }
}

/** The options of the suite that are options of the command. */
function toRunOptions(values: ConformanceValues, contract: Contract, context: Context) {
  return {
    contract,
    headers: Object.fromEntries(values.header),
    auth: Object.fromEntries(values.auth),
    parameters: values.param,
    include: values.include,
    ca: readTrust(values, toNote(context)),
    insecure: values.insecure,
    only: values.only,
    seed: values.seed,
    thorough: values.thorough,
    strict: values.strict,
    allowWrites: values.allowWrites,
    timeoutMs: values.timeout * 1000,
    maxTimeMs: values.maxTime * 1000,
    startedAt: context.startedAt,
    maxFailures: values.maxFailures,
  };
}

/**
 * Ends a run at Ctrl-C, so that it deletes what it created. Where the document has no deletion, there is nothing to wait for.
 * @returns a function that leaves the signals to Node again
 */
function endOnSignal(
  { operations }: Contract,
  ending: AbortController,
  note: (line: string) => void,
): () => void {
  if (operations.every(({ method }) => method !== 'DELETE')) return () => {};
  return stopOnSignal(() => {
    note(
      `ending: deleting what the run created, for at most ${cleanUpMs / 1000} s; press Ctrl-C again to end at once`,
    );
    ending.abort();
  });
}

/** Reads the known failures. */
async function readKnown({ baseline: file, updateBaseline }: ConformanceValues) {
  if (file === undefined && updateBaseline)
    throw new UsageError('--update-baseline needs --baseline <file>');
  if (file === undefined || (updateBaseline && !existsSync(file))) return { failures: [] };
  if (!existsSync(file))
    throw new UsageError(`${file}: file not found; --update-baseline creates it`);
  return readBaseline(file);
}

/** Reads an earlier report to compare with. */
function readEarlier(file: string) {
  const earlier = parseEarlierRun(readTextFile(file, `--since ${file}`));
  if (typeof earlier === 'string') throw new UsageError(`--since ${file}: ${earlier}`);
  return earlier;
}

/** Opens the given target, or starts a mock on a free port of this machine. */
async function openTarget(values: ConformanceValues, contract: Contract) {
  const { baseUrl, apiKey } = values;
  if (baseUrl === undefined) {
    const { createMock } = await import('../../mock/index.ts');
    const key = apiKey ?? defaultApiKey;
    const mock = createMock({ contract, apiKeys: [key] });
    const scope = readRunScope(values, contract, { mock });
    const { url } = await mock.listen({ port: 0 });
    const options = { ...scope, baseUrl: url, apiKey: key };
    return { options, close: () => mock.close() };
  }
  if (apiKey === undefined && isKeyNeeded(values, contract))
    throw new UsageError(
      `${baseUrl} needs an API key: set SITE_CONTRACT_API_KEY, or pass --api-key <key>${adviseSchemes(contract)}`,
    );
  const scope = readRunScope(values, contract, { baseUrl });
  const options = { ...scope, baseUrl, apiKey: apiKey ?? '' };
  return { options, close: async () => {} };
}

/** Several schemes may need a credential each. */
function adviseSchemes({ document }: Contract): string {
  const schemes = Object.keys(document.components?.securitySchemes ?? {});
  return schemes.length < 2 ? '' : `; for one of ${schemes.join(', ')}, --auth <scheme>=<value>`;
}

/** Whether some operation needs credentials that no other option gives. */
function isKeyNeeded({ auth }: ConformanceValues, contract: Contract): boolean {
  const named = new Set(auth.map(([scheme]) => scheme));
  return contract.operations.some(({ security, secured }) => {
    if (!secured) return false;
    for (const schemes of security) {
      const missing = schemes.filter(({ scheme }) => !named.has(scheme));
      if (missing.length === 0) return false;
    }
    return true;
  });
}

/** Reads the proxy for the target from the environment. */
function readProxy(baseUrl: string, context: Context): string | undefined {
  const proxy = findProxy(baseUrl, context.environment);
  if (proxy === undefined) return undefined;
  if (!/^https?:$/.test(parseUrl(proxy)?.protocol ?? ''))
    throw new UsageError(
      `the proxy in the environment is not an HTTP proxy such as http://proxy.example:3128; correct HTTPS_PROXY or HTTP_PROXY, or list ${new URL(baseUrl).hostname} in NO_PROXY`,
    );
  toNote(context)(`using the proxy ${new URL(proxy).host}; list hosts in NO_PROXY to bypass it`);
  return proxy;
}

/** Notes on stderr during a run: what it will create, and its progress. */
function createRunNotes({ baseUrl }: ConformanceValues, context: Context) {
  const { stderr, environment } = context;
  const note = toNote(context);
  const isTerminal = usesProgress(stderr, environment);
  const line = { columns: stderr.columns, write: (text: string) => stderr.raw(text) };
  let progress: ReturnType<typeof createProgress> | undefined;
  return {
    onEvent(event: RunEvent): void {
      if (event.type === 'planned') {
        const { checks, creates, seed, maxTimeMs } = event;
        const where = baseUrl ?? 'a mock started for the run';
        // Shown before anything is created, since it cannot be deleted.
        note(
          `${toCount(checks, 'check')} against ${where}, creating at most ${creates} in at most ${maxTimeMs / 1000} s (seed ${seed})`,
        );
        progress = createProgress(line, { total: checks, isTerminal });
      } else if (event.type === 'waiting') {
        note(`waiting ${Math.ceil(event.milliseconds / 1000)} s: ${event.reason}`);
      } else {
        const { id, outcome } = event.result;
        progress?.advance({ id, failed: outcome.status === 'failed' });
      }
    },
    stop: () => progress?.stop(),
  };
}

/** Writes annotations to the log of a GitHub workflow, and a summary if its file is set. */
async function tellGithub(result: RunResult, { environment, stderr }: Context): Promise<void> {
  const { toGithubAnnotations, toGithubSummary } = await import(
    '../../conformance/reporters/github.ts'
  );
  // GitHub reads commands from both streams, and stdout may contain a report for programs.
  stderr.raw(toGithubAnnotations(result));
  const file = environment['GITHUB_STEP_SUMMARY'];
  if (file) await appendFile(file, toGithubSummary(result));
}

/** The options that decide what a run sends and how it is judged. The key comes from its variable. */
const decisive = [
  ...decisiveFlags,
  ...(['contract', 'overlay', 'ca', 'insecure', 'only'] as const),
  ...(['allowWrites', 'strict', 'thorough', 'timeout', 'maxTime', 'maxFailures'] as const),
  ...(['include', 'baseline'] as const),
] as const;

/** The command that repeats a run. Values of headers are variables of the shell, as in the curl lines of the run. */
function toRunCommand(values: ConformanceValues, seed: number): string {
  const words: ShellText[] = ['site-contract', 'conformance'];
  if (values.baseUrl !== undefined) words.push(values.baseUrl);
  for (const name of decisive) {
    if (values[name] === conformanceOptions[name].fallback) continue;
    for (const value of [values[name]].flat())
      words.push(`--${toFlag(name)}`, ...(value === true ? [] : [toWord(name, value)]));
  }
  for (const [name, value] of values.param) words.push('--param', `${name}=${value}`);
  for (const [scheme] of values.auth)
    words.push('--auth', [`${scheme}=`, { variable: toAuthVariable(scheme) }]);
  for (const [name] of values.header) words.push('--header', [`${name}: `, toVariable(name)]);
  return [...words, '--seed', String(seed)].map(quoteWord).join(' ');
}

/** Durations are kept in seconds. */
function toWord(name: string, value: unknown): string {
  return name === 'timeout' || name === 'maxTime' ? `${value}s` : String(value);
}
