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
  type JudgedExchange,
  readHeader,
  type TrafficExchange,
  type Violation,
} from './judge-exchange.ts';

const mostFailures = 20;
const longestBody = 4000;
const longestExcerpt = 300;
/** Maximum number of exchanges that are kept for each operation, and of secrets. */
const mostKept = 1000;
const mostSecrets = 100;

/** Titles of the checks that contain the results of traffic. */
const trafficTitles = {
  name: 'traffic',
  request: 'Requests match the contract',
  response: 'Responses match the contract',
  unknown: 'Requests name a documented operation',
};

type TrafficLog = ReturnType<typeof createTrafficLog>;

/** Collects data about traffic for reports. Exchanges that conform to the contract are only counted. */
export function createTrafficLog() {
  const counts = new Map<string, number>();
  const broken = new Map<string, JudgedExchange[]>();
  const secrets = new Set<string>();
  let first: string | number | undefined;
  return {
    add: (judged: JudgedExchange): void => {
      const { operation, violations, exchange } = judged;
      const id = operation?.id ?? 'service';
      first ??= exchange.startedAt;
      counts.set(id, (counts.get(id) ?? 0) + 1);
      for (const secret of listCredentials(exchange.requestHeaders))
        if (secrets.size < mostSecrets) secrets.add(secret);
      const kept = broken.get(id) ?? [];
      if (violations.length > 0 && kept.length < mostKept) broken.set(id, [...kept, judged]);
    },
    /** Number of exchanges of an operation, or with `service`, of exchanges without an operation. */
    count: (operation: string) => counts.get(operation) ?? 0,
    total: () => [...counts.values()].reduce((sum, each) => sum + each, 0),
    listBroken: (operation: string) => broken.get(operation) ?? [],
    /** Credentials in the traffic, to redact them everywhere. */
    listSecrets: () => [...secrets].sort((a, b) => b.length - a.length),
    startedAt: () =>
      typeof first === 'number' ? new Date(first).toISOString() : first || undefined,
  };
}

const plain = createRedactor();

/** The values of secret headers, to find them everywhere. Short ones would hide ordinary words. */
function listCredentials(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .filter(([name, value]) => plain.header(name, value) !== value)
    .flatMap(([name, value]) =>
      name.toLowerCase() === 'cookie'
        ? value.split(/;\s*/).map((pair) => pair.slice(pair.indexOf('=') + 1))
        : [value.replace(/^\S+\s+/, '')],
    )
    .filter((value) => value.length >= 6);
}

/**
 * Converts validated traffic to a result that all reporters can read: two checks for each operation, and one for other
 * requests.
 */
export function toTrafficResult(
  contract: Contract,
  log: TrafficLog,
  { source, command, durationMs }: { source: string; command: string; durationMs: number },
  titles = trafficTitles,
): RunResult {
  const { name } = titles;
  const checks = [
    ...contract.operations.flatMap(({ id }) => [
      toCheck(`${id}/${name}-request`, id, titles.request, log, 'request'),
      toCheck(`${id}/${name}-response`, id, titles.response, log, 'response'),
    ]),
    toCheck(`service/${name}-operation`, 'service', titles.unknown, log, 'request'),
  ];
  const failed = checks.filter(({ outcome }) => outcome.status === 'failed').length;
  const requests = log.total();
  return withGroups({
    tool: { name: 'site-contract', version },
    contract: { title: contract.document.info.title, version: contract.version },
    command,
    target: { baseUrl: source, workspace: '' },
    seed: 0,
    startedAt: log.startedAt() ?? new Date().toISOString(),
    durationMs,
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
}

function toCheck(
  id: string,
  operation: string,
  title: string,
  log: TrafficLog,
  side: Violation['side'],
): CheckResult {
  const redactor = createRedactor({ secrets: log.listSecrets() });
  const requests = log.count(operation);
  const failures = log
    .listBroken(operation)
    .flatMap(({ exchange, violations }) =>
      violations
        .filter((violation) => violation.side === side)
        .map((violation) => ({ exchange, violation })),
    )
    .slice(0, mostFailures)
    .map(({ exchange, violation }) => toFailure(exchange, violation, redactor));
  const isSkipped = operation === 'service' ? log.total() === 0 : requests === 0;
  return {
    id,
    title,
    operation,
    level: 'MUST',
    requirements: [],
    durationMs: 0,
    requests,
    outcome:
      failures.length > 0
        ? { status: 'failed', failures }
        : isSkipped
          ? { status: 'skipped', reason: 'the traffic contains no such request' }
          : { status: 'passed' },
  };
}

function toFailure(exchange: TrafficExchange, violation: Violation, redactor: Redactor): Failure {
  const { expected, received, pointer } = violation;
  const message = redactor.text(violation.message);
  return {
    message,
    expected,
    received: cut(redactor.text(received), longestExcerpt),
    ...(pointer !== undefined && { pointer }),
    exchange: toExchange(exchange, redactor),
  };
}

/** Converts an exchange without its credentials. */
function toExchange(
  { method, url, requestHeaders, requestBody, response, durationMs }: TrafficExchange,
  redactor: Redactor,
): Exchange {
  const clean = (text: string): string => cut(redactor.text(text), longestBody);
  const body = requestBody === undefined ? undefined : clean(requestBody);
  const contentType = readHeader(requestHeaders, 'content-type');
  const isSecured = readHeader(requestHeaders, 'authorization') !== undefined;
  const key = ['Bearer ', { variable: 'SITE_CONTRACT_API_KEY' }];
  return {
    request: {
      method,
      url: clean(url),
      headers: redactor.headers(requestHeaders),
      ...(body !== undefined && { body }),
    },
    ...(response !== undefined && {
      reply: {
        status: response.status,
        headers: redactor.headers(response.headers),
        body: clean(response.body ?? ''),
      },
    }),
    curl: toCurl({
      method,
      url: clean(url),
      headers: [
        ...(isSecured ? [['Authorization', key] as const] : []),
        ...(contentType === undefined ? [] : [['Content-Type', contentType] as const]),
      ],
      body,
    }),
    durationMs,
  };
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
