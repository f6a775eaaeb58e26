import { withGroups } from '../../conformance/group-failures.ts';
import {
  type CheckResult,
  type Failure,
  failsRun,
  type RunResult,
} from '../../conformance/results.ts';
import type { Contract } from '../../contract/index.ts';
import { version } from '../../generated/version.js';
import { toCurl } from '../../writers/curl.ts';
import { createRedactor, type Redactor } from '../../writers/redact.ts';
import { toExcerpt } from '../../writers/terminal-text.ts';
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
  const hasCredentials = exchanges.some((exchange) => exchange.requestHeaders['authorization']);
  const summary = createTrafficSummary(contract, { baseUrl, hasCredentials });
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

/**
 * Judges exchanges one at a time and summarises them, so that a long session needs little memory: exchanges that conform to
 * the contract are only counted.
 */
export function createTrafficSummary(contract: Contract, options: JudgeOptions) {
  const judge = createJudge(contract, options);
  const createCheck = (operation: string, side: Violation['side'], kind: string, title: string) => {
    const broken: [TrafficExchange, Violation][] = [];
    return { id: `${operation}/traffic-${kind}`, title, operation, side, broken, requests: 0 };
  };
  const checks = [
    ...contract.operations.flatMap(({ id }) => [
      createCheck(id, 'request', 'request', 'Requests match the contract'),
      createCheck(id, 'response', 'response', 'Responses match the contract'),
    ]),
    createCheck('service', 'request', 'operation', 'Requests outside the contract'),
  ];
  const secrets = new Set<string>();
  let startedAt: string | undefined;
  let requests = 0;
  let durationMs = 0;
  const leftOut = new LeftOutCounter();
  return {
    /** @returns undefined if the exchange says nothing about the service */
    add: (exchange: TrafficExchange): JudgedExchange | undefined => {
      const judged = judge(exchange);
      if (judged === undefined) return undefined;
      startedAt ??= exchange.startedAt;
      requests += 1;
      durationMs += exchange.durationMs;
      for (const secret of listCredentials(exchange.requestHeaders))
        if (secrets.size < mostSecrets) secrets.add(secret);
      const { operation, violations } = judged;
      leftOut.add(judged);
      for (const check of checks) {
        if (check.operation !== (operation?.id ?? 'service')) continue;
        check.requests += 1;
        for (const violation of violations)
          if (check.side === violation.side && check.broken.length < mostFailures)
            check.broken.push([exchange, violation]);
      }
      return judged;
    },
    finish: ({ source, command }: { source: string; command: string }) => {
      const redactor = createRedactor({ secrets: [...secrets] });
      const results = checks.map(({ broken, side, ...check }): CheckResult => {
        const failures = broken.map((violation) => toFailure(...violation, redactor));
        const skipped = {
          status: 'skipped',
          reason: 'the traffic contains no such request',
        } as const;
        const passed = check.requests === 0 ? skipped : ({ status: 'passed' } as const);
        const outcome = failures.length > 0 ? ({ status: 'failed', failures } as const) : passed;
        return { ...check, level: 'MUST', requirements: [], durationMs: 0, outcome };
      });
      const failed = results.filter((check) => failsRun(check, false)).length;
      const result: RunResult = withGroups({
        tool: { name: 'site-contract', version },
        contract: { title: contract.document.info.title, version: contract.version },
        target: { baseUrl: redactor.text(source), workspace: '' },
        recorded: true,
        ...{ command, requests, seed: 0, durationMs: Math.round(durationMs) },
        startedAt: startedAt ?? new Date().toISOString(),
        options: { thorough: false, strict: false, allowWrites: false, only: [] },
        verdict:
          requests === 0
            ? { kind: 'not-run', reason: 'no exchange belongs to the service' }
            : failed === 0
              ? { kind: 'conforms' }
              : { kind: 'broken', failed },
        ...{ checks: results, observations: [], inventory: [], warnings: leftOut.toWarnings() },
      });
      /** How often each operation of the contract occurred. */
      const operations = contract.operations.map(({ id }) => {
        const check = checks.find(({ operation }) => operation === id);
        return { operation: id, exchanges: check?.requests ?? 0 };
      });
      const missing = operations.flatMap((entry) =>
        entry.exchanges === 0 ? [entry.operation] : [],
      );
      const never = missing.length === 0 ? '' : `; never called: ${missing.join(', ')}`;
      const called = operations.length - missing.length;
      const line = `Coverage: ${called} of ${operations.length} operations${never}\n`;
      return { result, coverage: { operations }, line };
    },
  };
}

const plain = createRedactor();

/** The values of secret headers and cookies, to find them everywhere. */
function listCredentials(headers: Headers): string[] {
  return Object.entries(headers)
    .filter(([name, value]) => plain.header(name, value) !== value)
    .flatMap(([, value]) => value.split(';').map(readCredential))
    .filter((credential) => credential.length >= shortestCredential);
}

/** The last word in a part of a header: the value of a cookie, or what follows a scheme. */
function readCredential(part: string): string {
  return part.split(/[\s=]+/).findLast((word) => word !== '') ?? '';
}

/** The start of each header, because only an excerpt is searched for secrets. */
function cutHeaders(headers: Headers): Headers {
  const entries = Object.entries(headers).slice(0, mostHeaders);
  return Object.fromEntries(
    entries.map(([name, value]) => [toExcerpt(name, longestName), toExcerpt(value, longestBody)]),
  );
}

/** Converts a violation, without the credentials in its exchange. */
function toFailure(
  { method, url, requestHeaders, requestBody, response, durationMs }: TrafficExchange,
  { side: _, received, message, pointer, expected }: Violation,
  redactor: Redactor,
): Failure {
  const clean = (text: string, longest = longestBody): string => redactor.excerpt(text, longest);
  const sent = {
    method: clean(method, longestMethod),
    url: clean(url),
    ...(requestBody && { body: clean(requestBody) }),
  };
  const { authorization, 'content-type': contentType } = requestHeaders;
  const key = ['Bearer ', { variable: 'SITE_CONTRACT_API_KEY' }];
  const headers = [
    ...(authorization === undefined ? [] : [['Authorization', key] as const]),
    ...(contentType === undefined ? [] : [['Content-Type', clean(contentType)] as const]),
  ];
  return {
    ...{ message: clean(message), expected, received: clean(received, longestExcerpt) },
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
