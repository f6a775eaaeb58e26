import { withGroups } from '../../conformance/group-failures.ts';
import {
  type CheckResult,
  type Failure,
  failsRun,
  type RunResult,
} from '../../conformance/results.ts';
import type { Contract } from '../../contract/index.ts';
import { version } from '../../generated/version.js';
import { type ShellText, toCurl } from '../../writers/curl.ts';
import { createRedactor, type Redactor } from '../../writers/redact.ts';
import { toExcerpt } from '../../writers/terminal-text.ts';
import { Credentials } from './credentials.ts';
import {
  createJudge,
  type Headers,
  type JudgedExchange,
  type JudgeOptions,
  type TrafficExchange,
  type Violation,
} from './judge-exchange.ts';
import { LeftOutCounter } from './left-out.ts';

/**
 * Validates recorded traffic, and measures its coverage of the contract.
 * @returns also the number of exchanges that were not checked: requests to other servers, preflight requests, and responses
 * forced with Prefer or a fault rule
 */
export function checkTraffic(
  contract: Contract,
  exchanges: readonly TrafficExchange[],
  { baseUrl, ...run }: { source: string; command: string; baseUrl?: string | undefined },
) {
  const credentials = new Credentials(contract);
  const hasCredentials = exchanges.some((exchange) => credentials.areIn(exchange));
  const summary = new TrafficSummary(contract, { baseUrl, hasCredentials });
  for (const exchange of exchanges) summary.add(exchange);
  const checked = summary.finish(run);
  return { ...checked, foreign: exchanges.length - checked.result.requests };
}

/** Which exchanges are not checked. */
export const explainIgnored =
  'requests to other servers or paths, preflight requests, or responses forced with Prefer or a fault rule';

/** Limits for the report of a long session. */
const mostSecrets = 100;
const mostFailures = 20;
const longestBody = 4000;
const longestExcerpt = 300;
const longestMethod = 40;
const longestName = 200;
/** Shorter credentials would hide ordinary words. */
const shortestCredential = 6;
const mostHeaders = 100;

/** A check of one operation, with what it found so far. */
interface TrafficCheck {
  id: string;
  title: string;
  operation: string;
  side: Violation['side'];
  broken: [TrafficExchange, Violation][];
  requests: number;
}

/** What ran, for the report. */
interface TrafficRun {
  source: string;
  command: string;
}

/**
 * Judges exchanges one at a time and summarises them, so that a long session needs little memory: exchanges that conform to
 * the contract are only counted.
 */
export class TrafficSummary {
  readonly #contract: Contract;
  readonly #judge: ReturnType<typeof createJudge>;
  readonly #credentials: Credentials;
  /** The checks of each operation. */
  readonly #checks: ReadonlyMap<string, readonly TrafficCheck[]>;
  readonly #secrets = new Set<string>();
  readonly #leftOut = new LeftOutCounter();
  #startedAt: string | undefined;
  #requests = 0;
  #durationMs = 0;

  constructor(contract: Contract, options: JudgeOptions) {
    this.#contract = contract;
    this.#judge = createJudge(contract, options);
    this.#credentials = new Credentials(contract);
    this.#checks = createChecks(contract);
  }

  /** @returns undefined if the exchange says nothing about the service */
  add(exchange: TrafficExchange): JudgedExchange | undefined {
    const judged = this.#judge(exchange);
    if (judged === undefined) return undefined;
    this.#startedAt ??= exchange.startedAt;
    this.#requests += 1;
    this.#durationMs += exchange.durationMs;
    const keys = this.#credentials.listKeys(exchange).flatMap((key) => listSecrets(key));
    for (const secret of [...listCredentials(exchange.requestHeaders), ...keys])
      if (this.#secrets.size < mostSecrets) this.#secrets.add(secret);
    this.#leftOut.add(judged);
    const key = judged.operation?.id ?? outside;
    for (const check of this.#checks.get(key) ?? []) addViolations(check, judged);
    return judged;
  }

  finish({ source, command }: TrafficRun) {
    const redactor = createRedactor({ secrets: [...this.#secrets] });
    const writing = { redactor, keyHeaders: this.#credentials.listHeaders() };
    const checks: CheckResult[] = [];
    for (const checksOfOperation of this.#checks.values())
      for (const check of checksOfOperation) checks.push(toResult(check, writing));
    const { title } = this.#contract.document.info;
    const result: RunResult = withGroups({
      tool: { name: 'site-contract', version },
      contract: { title, version: this.#contract.version },
      target: { baseUrl: redactor.text(source) },
      recorded: true,
      command,
      requests: this.#requests,
      seed: 0,
      durationMs: Math.round(this.#durationMs),
      startedAt: this.#startedAt ?? new Date().toISOString(),
      options: { thorough: false, strict: false, allowWrites: false, only: [] },
      verdict: this.#toVerdict(checks),
      checks,
      observations: [],
      inventory: [],
      warnings: this.#leftOut.toWarnings(),
    });
    return { result, ...this.#toCoverage() };
  }

  #toVerdict(checks: readonly CheckResult[]): RunResult['verdict'] {
    if (this.#requests === 0)
      return { kind: 'not-run', reason: 'no exchange belongs to the service' };
    const failed = checks.filter((check) => failsRun(check, false)).length;
    return failed === 0 ? { kind: 'conforms' } : { kind: 'broken', failed };
  }

  /** How often each operation of the contract occurred, also as one line. */
  #toCoverage() {
    const operations: { operation: string; exchanges: number }[] = [];
    const missing: string[] = [];
    for (const { id } of this.#contract.operations) {
      const [check] = this.#checks.get(id) ?? [];
      const exchanges = check?.requests ?? 0;
      operations.push({ operation: id, exchanges });
      if (exchanges === 0) missing.push(id);
    }
    const never = missing.length === 0 ? '' : `; never called: ${missing.join(', ')}`;
    const called = operations.length - missing.length;
    const line = `Coverage: ${called} of ${operations.length} operations${never}\n`;
    return { coverage: { operations }, line };
  }
}

/** The key for requests that match no operation. No operation has an empty name. */
const outside = '';

function createChecks(contract: Contract): Map<string, TrafficCheck[]> {
  const create = (operation: string, side: Violation['side'], kind: string, title: string) => {
    const id = `${operation}/traffic-${kind}`;
    return { id, title, operation, side, broken: [], requests: 0 };
  };
  const checks = new Map<string, TrafficCheck[]>();
  for (const { id } of contract.operations)
    checks.set(id, [
      create(id, 'request', 'request', 'Requests match the contract'),
      create(id, 'response', 'response', 'Responses match the contract'),
    ]);
  const title = 'Requests outside the contract';
  checks.set(outside, [create('service', 'request', 'operation', title)]);
  return checks;
}

function addViolations(check: TrafficCheck, { exchange, violations }: JudgedExchange): void {
  check.requests += 1;
  for (const violation of violations) {
    if (check.broken.length >= mostFailures) return;
    if (check.side === violation.side) check.broken.push([exchange, violation]);
  }
}

/** What is needed to write an exchange without its secrets. */
interface Writing {
  redactor: Redactor;
  /** The names of the headers in which the document expects credentials. */
  keyHeaders: readonly string[];
}

function toResult({ broken, side, ...check }: TrafficCheck, writing: Writing): CheckResult {
  const outcome = toOutcome(broken, check.requests, writing);
  return { ...check, level: 'MUST', requirements: [], durationMs: 0, outcome };
}

function toOutcome(
  broken: TrafficCheck['broken'],
  requests: number,
  writing: Writing,
): CheckResult['outcome'] {
  const failures = broken.map(([exchange, violation]) => toFailure(exchange, violation, writing));
  if (failures.length > 0) return { status: 'failed', failures };
  if (requests > 0) return { status: 'passed' };
  return { status: 'skipped', reason: 'the traffic contains no such request' };
}

const plain = createRedactor();

/** The values of secret headers and cookies, to find them everywhere. */
function listCredentials(headers: Headers): string[] {
  return Object.entries(headers)
    .filter(([name, value]) => plain.header(name, value) !== value)
    .flatMap(([, value]) => listSecrets(value));
}

function listSecrets(value: string): string[] {
  const credentials = value.split(';').map(readCredential);
  return credentials.filter((credential) => credential.length >= shortestCredential);
}

/** The last word in a part of a header: the value of a cookie, or what follows a scheme. */
function readCredential(part: string): string {
  const words = part.split(/[\s=]+/);
  return words.findLast((word) => word !== '') ?? '';
}

/** The start of each header, because only an excerpt is searched for secrets. */
function cutHeaders(headers: Headers): Headers {
  const entries = Object.entries(headers).slice(0, mostHeaders);
  return Object.fromEntries(
    entries.map(([name, value]) => [toExcerpt(name, longestName), toExcerpt(value, longestBody)]),
  );
}

/** The headers with credentials that were sent, with a variable in place of the key. */
function listKeyHeaders(sent: Headers, names: readonly string[]): [string, ShellText][] {
  const headers: [string, ShellText][] = [];
  const key: ShellText = [{ variable: 'SITE_CONTRACT_API_KEY' }];
  for (const name of new Set(['Authorization', ...names])) {
    const isStandard = name.toLowerCase() === 'authorization';
    if (sent[name.toLowerCase()] === undefined || (isStandard && name !== 'Authorization'))
      continue;
    headers.push([name, isStandard ? ['Bearer ', ...key] : key]);
  }
  return headers;
}

/** Converts a violation, without the credentials in its exchange. */
function toFailure(
  { method, url, requestHeaders, requestBody, response, durationMs }: TrafficExchange,
  { side: _, received, message, pointer, expected }: Violation,
  { redactor, keyHeaders }: Writing,
): Failure {
  const clean = (text: string, longest = longestBody): string => redactor.excerpt(text, longest);
  const sent = {
    method: clean(method, longestMethod),
    url: clean(url),
    ...(requestBody && { body: clean(requestBody) }),
  };
  const contentType = requestHeaders['content-type'];
  const headers = [
    ...listKeyHeaders(requestHeaders, keyHeaders),
    ...(contentType === undefined ? [] : [['Content-Type', clean(contentType)] as const]),
  ];
  return {
    message: clean(message),
    expected,
    received: clean(received, longestExcerpt),
    ...(pointer !== undefined && { pointer }),
    exchange: {
      request: { ...sent, headers: redactor.headers(cutHeaders(requestHeaders)) },
      ...(response && {
        reply: {
          status: response.status,
          headers: redactor.headers(cutHeaders(response.headers)),
          body: clean(response.body ?? ''),
        },
      }),
      curl: toCurl({ ...sent, headers }),
      durationMs,
    },
  };
}
