import type { CheckResult, Exchange, Failure, RunResult } from '../../conformance/results.ts';
import type { Contract } from '../../contract/index.ts';
import { version } from '../../generated/version.js';
import type { Coverage } from './coverage.ts';
import {
  type JudgedExchange,
  readHeader,
  type TrafficExchange,
  type Violation,
} from './judge-exchange.ts';

const secretHeaders = /^(?:authorization|cookie|set-cookie|proxy-authorization|x-api-key)$/i;
const mostFailures = 20;
const longestBody = 4000;

/** What the checks are called that judged traffic is put into. */
export interface TrafficTitles {
  name: string;
  request: string;
  response: string;
  unknown: string;
}

const trafficTitles: TrafficTitles = {
  name: 'traffic',
  request: 'Requests match the contract',
  response: 'Responses match the contract',
  unknown: 'Requests name a documented operation',
};

/**
 * Judged traffic in the form of a run of the suite, so that every reporter reads it: two checks for each operation, and one
 * for what belongs to none.
 */
export function toTrafficResult(
  contract: Contract,
  judged: readonly JudgedExchange[],
  { source, command, durationMs }: { source: string; command: string; durationMs: number },
  titles: TrafficTitles = trafficTitles,
): RunResult {
  const secrets = listSecrets(judged);
  const { name } = titles;
  const checks = [
    ...contract.operations.flatMap(({ id }) => {
      const own = judged.filter(({ operation }) => operation?.id === id);
      return [
        toCheck(`${id}/${name}-request`, id, titles.request, own, 'request', secrets),
        toCheck(`${id}/${name}-response`, id, titles.response, own, 'response', secrets),
      ];
    }),
    toCheck(
      `service/${name}-operation`,
      'service',
      titles.unknown,
      judged.filter(({ operation }) => operation === undefined),
      'request',
      secrets,
    ),
  ];
  const failed = checks.filter(({ outcome }) => outcome.status === 'failed').length;
  return {
    tool: { name: 'site-contract', version },
    contract: { title: contract.document.info.title, version: contract.version },
    command,
    target: { baseUrl: source, workspace: '' },
    seed: 0,
    startedAt: judged[0]?.exchange.startedAt || new Date().toISOString(),
    durationMs,
    requests: judged.length,
    options: { thorough: false, strict: false, allowWrites: false, only: [] },
    verdict:
      judged.length === 0
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
  judged: readonly JudgedExchange[],
  side: Violation['side'],
  secrets: readonly string[],
): CheckResult {
  const failures = judged.flatMap(({ exchange, violations }) =>
    violations
      .filter((violation) => violation.side === side)
      .map((violation) => toFailure(exchange, violation, secrets)),
  );
  const isSilent = judged.length === 0;
  return {
    id,
    title,
    operation,
    level: 'MUST',
    requirements: [],
    durationMs: 0,
    requests: judged.length,
    outcome:
      failures.length > 0
        ? { status: 'failed', failures: failures.slice(0, mostFailures) }
        : isSilent && operation !== 'service'
          ? { status: 'skipped', reason: 'the traffic contains no such request' }
          : { status: 'passed' },
  };
}

function toFailure(
  exchange: TrafficExchange,
  violation: Violation,
  secrets: readonly string[],
): Failure {
  const { message, expected, received, pointer } = violation;
  const clean = (text: string): string => redact(text, secrets);
  return {
    message: clean(message),
    finding: clean(message),
    expected,
    received: clean(received),
    ...(pointer !== undefined && { pointer }),
    exchange: toExchange(exchange, secrets),
  };
}

/** Without credentials: what a recording holds of them stays there. */
function toExchange(
  { method, url, requestHeaders, requestBody, response, durationMs }: TrafficExchange,
  secrets: readonly string[],
): Exchange {
  const clean = (text: string): string =>
    redact(text.length > longestBody ? `${text.slice(0, longestBody)}…` : text, secrets);
  const body = requestBody === undefined ? undefined : clean(requestBody);
  const isSecured = readHeader(requestHeaders, 'authorization') !== undefined;
  const contentType = readHeader(requestHeaders, 'content-type');
  const parts = [
    'curl -i',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    quote(clean(url)),
    ...(isSecured ? ['-H "Authorization: Bearer $SITE_CONTRACT_API_KEY"'] : []),
    ...(contentType === undefined ? [] : [`-H ${quote(`Content-Type: ${contentType}`)}`]),
    ...(body === undefined ? [] : [`--data-binary ${quote(body)}`]),
  ];
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
    curl: parts.join(' '),
    durationMs,
  };
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
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

function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce((clean, secret) => clean.replaceAll(secret, '[redacted]'), text);
}

/** Credentials of the recording, wherever else they turn up. */
function listSecrets(judged: readonly JudgedExchange[]): string[] {
  const values = judged.flatMap(({ exchange: { requestHeaders } }) =>
    Object.entries(requestHeaders).flatMap(([name, value]) =>
      secretHeaders.test(name) ? [value, value.replace(/^\S+\s+/, '')] : [],
    ),
  );
  return [...new Set(values)]
    .filter((value) => value.length >= 3)
    .sort((a, b) => b.length - a.length);
}

/** The coverage as lines for a terminal. */
export function toCoverageLines({ operations }: Coverage, uncovered: readonly string[]): string[] {
  const called = operations.filter(({ exchanges }) => exchanges > 0).length;
  return [
    `Coverage: ${called} of ${operations.length} operations`,
    ...uncovered.map((line) => `  ${line}`),
  ];
}
