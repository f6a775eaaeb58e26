import {
  type CheckResult,
  type Exchange,
  type Failure,
  type RunResult,
  withGroups,
} from '../../conformance/results.ts';
import type { Contract } from '../../contract/index.ts';
import { version } from '../../generated/version.js';
import { toCurl } from '../../writers/curl.ts';
import { createRedactor, type Redactor } from '../../writers/redact.ts';
import {
  createJudge,
  type JudgedExchange,
  type TrafficExchange,
  type Violation,
} from './judge-exchange.ts';

export interface CheckedTraffic {
  /** The result in the form of a run of the suite, for its reporters. */
  result: RunResult;
  /** How often each operation of the contract occurred. */
  coverage: { operations: readonly { operation: string; exchanges: number }[] };
  /** The coverage in one line. */
  line: string;
  /**
   * Number of unchecked exchanges: requests to other servers, preflight requests, and responses forced with Prefer or a
   * fault rule.
   */
  foreign: number;
}

/** Validates recorded traffic, and measures its coverage of the contract. */
export function checkTraffic(
  contract: Contract,
  exchanges: readonly TrafficExchange[],
  { source, command, baseUrl }: { source: string; command: string; baseUrl?: string | undefined },
): CheckedTraffic {
  const hasCredentials = exchanges.some(
    ({ requestHeaders }) => requestHeaders['authorization'] !== undefined,
  );
  const judge = createJudge(contract, { baseUrl, hasCredentials });
  const summary = createTrafficSummary(contract);
  for (const exchange of exchanges) {
    const judged = judge(exchange);
    if (judged !== undefined) summary.add(judged);
  }
  const durationMs = exchanges.reduce((sum, each) => sum + each.durationMs, 0);
  const checked = summary.finish({ source, command, durationMs });
  return { ...checked, foreign: exchanges.length - checked.result.requests };
}

/** Limits for the report of a long session. */
const mostKept = 100;
const mostSecrets = 100;
const mostFailures = 20;
const longestBody = 4000;
const longestExcerpt = 300;

/** The exchanges of an operation, or those outside the contract: their number, and those with violations. */
interface Counter {
  operation: string;
  exchanges: number;
  broken: JudgedExchange[];
}

/**
 * Summarises exchanges one at a time, so that a long session needs little memory: exchanges that conform to the contract are
 * only counted.
 */
export function createTrafficSummary(contract: Contract) {
  const createCounter = (operation: string): Counter => ({ operation, exchanges: 0, broken: [] });
  const counters = contract.operations.map(({ id }) => createCounter(id));
  const others = createCounter('service');
  const all = [...counters, others];
  const secrets = new Set<string>();
  let startedAt: string | undefined;
  return {
    add: (judged: JudgedExchange): void => {
      startedAt ??= judged.exchange.startedAt;
      for (const secret of listCredentials(judged.exchange.requestHeaders))
        if (secrets.size < mostSecrets) secrets.add(secret);
      const counter = all.find(({ operation }) => operation === judged.operation?.id) ?? others;
      counter.exchanges += 1;
      if (judged.violations.length > 0 && counter.broken.length < mostKept)
        counter.broken.push(judged);
    },
    finish: ({
      source,
      ...run
    }: {
      source: string;
      command: string;
      durationMs: number;
    }): Omit<CheckedTraffic, 'foreign'> => {
      const redactor = createRedactor({ secrets: [...secrets] });
      const requests = all.reduce((sum, { exchanges }) => sum + exchanges, 0);
      const checks = [
        ...counters.flatMap((counter) => [
          toCheck(kinds.request, counter, redactor),
          toCheck(kinds.response, counter, redactor),
        ]),
        toCheck(kinds.operation, others, redactor),
      ];
      const failed = checks.filter(({ outcome }) => outcome.status === 'failed').length;
      const result = withGroups({
        tool: { name: 'site-contract', version },
        contract: { title: contract.document.info.title, version: contract.version },
        target: { baseUrl: redactor.text(source), workspace: '' },
        ...run,
        seed: 0,
        startedAt: startedAt ?? new Date().toISOString(),
        requests,
        options: { thorough: false, strict: false, allowWrites: false, only: [] },
        verdict:
          requests === 0
            ? { kind: 'not-run', reason: 'no exchange belongs to the service' }
            : failed === 0
              ? { kind: 'conforms' }
              : { kind: 'broken', failed },
        checks,
        observations: [],
        inventory: [],
        warnings: [],
      });
      const operations = counters.map(({ operation, exchanges }) => ({ operation, exchanges }));
      const missing = operations.flatMap((each) => (each.exchanges === 0 ? [each.operation] : []));
      const never = missing.length === 0 ? '' : `; never called: ${missing.join(', ')}`;
      const called = operations.length - missing.length;
      const line = `Coverage: ${called} of ${operations.length} operations${never}\n`;
      return { result, coverage: { operations }, line };
    },
  };
}

const plain = createRedactor();

/** The values of secret headers, to find them everywhere. Short ones would hide ordinary words. */
function listCredentials(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .filter(([name, value]) => plain.header(name, value) !== value)
    .flatMap(([name, value]) =>
      name === 'cookie'
        ? value.split(/;\s*/).map((pair) => pair.slice(pair.indexOf('=') + 1))
        : [value.replace(/^\S+\s+/, '')],
    )
    .filter((value) => value.length >= 6);
}

/** The checks of an operation, and of everything outside the contract. */
const kinds = {
  request: { name: 'request', title: 'Requests match the contract', side: 'request' },
  response: { name: 'response', title: 'Responses match the contract', side: 'response' },
  operation: { name: 'operation', title: 'Requests outside the contract', side: 'request' },
} as const;

function toCheck(
  { name, title, side }: (typeof kinds)[keyof typeof kinds],
  { operation, exchanges, broken }: Counter,
  redactor: Redactor,
): CheckResult {
  const failures = broken
    .flatMap(({ exchange, violations }) =>
      violations.flatMap((each) => (each.side === side ? [{ exchange, violation: each }] : [])),
    )
    .slice(0, mostFailures)
    .map(({ exchange, violation }) => toFailure(exchange, violation, redactor));
  return {
    id: `${operation}/traffic-${name}`,
    title,
    operation,
    level: 'MUST',
    requirements: [],
    durationMs: 0,
    requests: exchanges,
    outcome:
      failures.length > 0
        ? { status: 'failed', failures }
        : exchanges > 0
          ? { status: 'passed' }
          : { status: 'skipped', reason: 'the traffic contains no such request' },
  };
}

/** Converts a violation, without the credentials in its exchange. */
function toFailure(
  { method, url, requestHeaders, requestBody, response, durationMs }: TrafficExchange,
  { expected, received, pointer, message }: Violation,
  redactor: Redactor,
): Failure {
  const clean = (text: string, longest = longestBody): string => {
    const whole = redactor.text(text);
    return whole.length <= longest ? whole : `${whole.slice(0, longest)}…`;
  };
  const { authorization, 'content-type': contentType } = requestHeaders;
  const key = ['Bearer ', { variable: 'SITE_CONTRACT_API_KEY' }];
  const sent = {
    method,
    url: clean(url),
    ...(requestBody !== undefined && { body: clean(requestBody) }),
  };
  const exchange: Exchange = {
    request: { ...sent, headers: redactor.headers(requestHeaders) },
    ...(response !== undefined && {
      reply: {
        status: response.status,
        headers: redactor.headers(response.headers),
        body: clean(response.body ?? ''),
      },
    }),
    curl: toCurl({
      ...sent,
      headers: [
        ...(authorization === undefined ? [] : [['Authorization', key] as const]),
        ...(contentType === undefined ? [] : [['Content-Type', contentType] as const]),
      ],
    }),
    durationMs,
  };
  return {
    message: clean(message),
    expected,
    received: clean(received, longestExcerpt),
    ...(pointer !== undefined && { pointer }),
    exchange,
  };
}
