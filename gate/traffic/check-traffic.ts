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

/**
 * Validates recorded traffic, and measures its coverage of the contract.
 * @returns also the number of exchanges that were not checked: requests to other servers, preflight requests, and responses
 * forced with Prefer or a fault rule
 */
export function checkTraffic(
  contract: Contract,
  exchanges: readonly TrafficExchange[],
  { source, command, baseUrl }: { source: string; command: string; baseUrl?: string | undefined },
) {
  const hasCredentials = exchanges.some(
    ({ requestHeaders }) => requestHeaders['authorization'] !== undefined,
  );
  const judge = createJudge(contract, { baseUrl, hasCredentials });
  const summary = createTrafficSummary(contract);
  for (const exchange of exchanges) summary.add(judge(exchange));
  const durationMs = exchanges.reduce((sum, each) => sum + each.durationMs, 0);
  const checked = summary.finish({ source, command, durationMs });
  return { ...checked, foreign: exchanges.length - checked.result.requests };
}

/** Limits for the report of a long session. */
const mostSecrets = 100;
const mostFailures = 20;
const longestBody = 4000;
const longestExcerpt = 300;

/** The checks of an operation, and of everything outside the contract. */
const kinds = {
  request: { title: 'Requests match the contract', side: 'request' },
  response: { title: 'Responses match the contract', side: 'response' },
  operation: { title: 'Requests outside the contract', side: 'request' },
} as const;

/**
 * Summarises exchanges one at a time, so that a long session needs little memory: exchanges that conform to the contract are
 * only counted.
 */
export function createTrafficSummary(contract: Contract) {
  const outside = 'service';
  const createCheck = (operation: string, kind: keyof typeof kinds) => {
    const broken: [TrafficExchange, Violation][] = [];
    const id = `${operation}/traffic-${kind}`;
    return { id, operation, ...kinds[kind], exchanges: 0, broken };
  };
  const checks = [
    ...contract.operations.flatMap(({ id }) => [
      createCheck(id, 'request'),
      createCheck(id, 'response'),
    ]),
    createCheck(outside, 'operation'),
  ];
  const secrets = new Set<string>();
  let startedAt: string | undefined;
  let requests = 0;
  return {
    add: (judged: JudgedExchange | undefined): void => {
      if (judged === undefined) return;
      const { exchange, operation, violations } = judged;
      startedAt ??= exchange.startedAt;
      requests += 1;
      for (const secret of listCredentials(exchange.requestHeaders))
        if (secrets.size < mostSecrets) secrets.add(secret);
      for (const check of checks) {
        if (check.operation !== (operation?.id ?? outside)) continue;
        check.exchanges += 1;
        for (const violation of violations)
          if (violation.side === check.side && check.broken.length < mostFailures)
            check.broken.push([exchange, violation]);
      }
    },
    finish: ({ source, ...run }: { source: string; command: string; durationMs: number }) => {
      const redactor = createRedactor({ secrets: [...secrets] });
      const failed = checks.filter(({ broken }) => broken.length > 0).length;
      const result: RunResult = withGroups({
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
        checks: checks.map(({ id, title, operation, exchanges, broken }): CheckResult => {
          const failures = broken.map((each) => toFailure(...each, redactor));
          const passed = { status: 'passed' } as const;
          const skipped = {
            status: 'skipped',
            reason: 'the traffic contains no such request',
          } as const;
          return {
            ...{ id, title, operation, level: 'MUST', requirements: [], durationMs: 0 },
            requests: exchanges,
            outcome:
              failures.length > 0
                ? { status: 'failed', failures }
                : exchanges > 0
                  ? passed
                  : skipped,
          };
        }),
        observations: [],
        inventory: [],
        warnings: [],
      });
      /** How often each operation of the contract occurred. */
      const operations = checks.flatMap(({ id, operation, exchanges }) =>
        id.endsWith('-request') ? [{ operation, exchanges }] : [],
      );
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
