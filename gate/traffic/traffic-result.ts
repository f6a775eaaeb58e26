import type { CheckResult, Exchange, Failure, RunResult } from '../../conformance/results.ts';
import type { Contract } from '../../contract/index.ts';
import { version } from '../../generated/version.js';
import { toCurl } from '../../writers/curl.ts';
import {
  type JudgedExchange,
  readHeader,
  type TrafficExchange,
  type Violation,
} from './judge-exchange.ts';

const secretHeaders = /^(?:authorization|cookie|set-cookie|proxy-authorization|x-api-key)$/i;
const mostFailures = 20;
const longestBody = 4000;
const longestExcerpt = 300;
/** Maximum number of exchanges that are kept for each operation, and of secrets. */
const mostKept = 1000;
const mostSecrets = 1000;

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

/**
 * The values of secret headers, with and without their scheme, and as within JSON. Very short ones are left out, because
 * they would hide ordinary words.
 */
function listCredentials(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers)
    .filter(([name]) => secretHeaders.test(name))
    .flatMap(([, value]) => [value, value.replace(/^\S+\s+/, '')])
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1)])
    .filter((value) => value.length >= 3);
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
  return {
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
  };
}

function toCheck(
  id: string,
  operation: string,
  title: string,
  log: TrafficLog,
  side: Violation['side'],
): CheckResult {
  const secrets = log.listSecrets();
  const requests = log.count(operation);
  const failures = log
    .listBroken(operation)
    .flatMap(({ exchange, violations }) =>
      violations
        .filter((violation) => violation.side === side)
        .map((violation) => ({ exchange, violation })),
    )
    .slice(0, mostFailures)
    .map(({ exchange, violation }) => toFailure(exchange, violation, secrets));
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
        : requests === 0 && operation !== 'service'
          ? { status: 'skipped', reason: 'the traffic contains no such request' }
          : { status: 'passed' },
  };
}

function toFailure(
  exchange: TrafficExchange,
  violation: Violation,
  others: readonly string[],
): Failure {
  const { message, expected, received, pointer } = violation;
  const secrets = [...listCredentials(exchange.requestHeaders), ...others];
  return {
    message: redact(message, secrets),
    finding: redact(message, secrets),
    expected,
    received: redact(received, secrets, longestExcerpt),
    ...(pointer !== undefined && { pointer }),
    exchange: toExchange(exchange, secrets),
  };
}

/** Converts an exchange without its credentials. */
function toExchange(
  { method, url, requestHeaders, requestBody, response, durationMs }: TrafficExchange,
  secrets: readonly string[],
): Exchange {
  const clean = (text: string): string => redact(text, secrets);
  const body = requestBody === undefined ? undefined : clean(requestBody);
  const isSecured = readHeader(requestHeaders, 'authorization') !== undefined;
  const contentType = readHeader(requestHeaders, 'content-type');
  const curl = toCurl({
    method,
    url: clean(url),
    headers: [
      ...(isSecured
        ? [['Authorization', ['Bearer ', { variable: 'SITE_CONTRACT_API_KEY' }]] as const]
        : []),
      ...(contentType === undefined ? [] : [['Content-Type', contentType] as const]),
    ],
    body,
  });
  return {
    request: {
      method,
      url: clean(url),
      headers: redactHeaders(requestHeaders, secrets),
      ...(body !== undefined && { body }),
    },
    ...(response !== undefined && {
      reply: {
        status: response.status,
        headers: redactHeaders(response.headers, secrets),
        body: clean(response.body ?? ''),
      },
    }),
    curl,
    durationMs,
  };
}

function redactHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      secretHeaders.test(name) ? '[redacted]' : redact(value, secrets),
    ]),
  );
}

/** Query parameters whose names suggest credentials, even if undocumented. */
const secretParameters =
  /([?&][\w.-]*(?:key|token|secret|password|signature|auth)[\w.-]*=)[^&#\s'"]+/gi;

/** Shortens a text, and removes the credentials of clients, and the keys and secrets in bodies. */
function redact(text: string, secrets: readonly string[], longest = longestBody): string {
  return secrets
    .reduce((clean, secret) => clean.replaceAll(secret, '[redacted]'), cut(text, secrets, longest))
    .replaceAll(/("(?:apiKey|secret)"\s*:\s*")(?:[^"\\]|\\.)*/g, '$1[redacted]')
    .replaceAll(secretParameters, '$1[redacted]');
}

/** Shortens a text. It does not end within a secret, of which only a whole one is found. */
function cut(text: string, secrets: readonly string[], longest: number): string {
  if (text.length <= longest) return text;
  const ends = secrets.map((secret) => {
    const from = Math.max(0, longest - secret.length + 1);
    const at = text.slice(from, longest + secret.length - 1).indexOf(secret);
    return at === -1 ? longest : from + at + secret.length;
  });
  return `${text.slice(0, Math.max(longest, ...ends))}…`;
}
