import {
  type CheckResult,
  type Exchange,
  type Failure,
  type RunResult,
  withGroups,
} from '../../conformance/results.ts';
import type { Contract, OpenApiDocument, Operation, Schema } from '../../contract/index.ts';
import { isRecord, resolveReference } from '../../contract/resolve-reference.ts';
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
  /** The parts of the contract that some traffic used, and those that it did not. */
  coverage: { operations: readonly Coverage[] };
  /** The coverage in words. */
  lines: readonly string[];
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

/**
 * Summarises exchanges one at a time, so that a long session needs little memory: exchanges that conform to the contract are
 * only counted.
 */
export function createTrafficSummary(contract: Contract) {
  const counters = contract.operations.map((operation) => createCounter(contract, operation));
  const others = createCounter(contract, undefined);
  const all = [...counters, others];
  const secrets = new Set<string>();
  let startedAt: string | undefined;
  return {
    add: (judged: JudgedExchange): void => {
      startedAt ??= judged.exchange.startedAt;
      for (const secret of listCredentials(judged.exchange.requestHeaders))
        if (secrets.size < mostSecrets) secrets.add(secret);
      (all.find(({ id }) => id === judged.operation?.id) ?? others).add(judged);
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
      const requests = all.reduce((sum, { coverage }) => sum + coverage.exchanges, 0);
      const checks = [
        ...counters.flatMap((counter) => [
          toCheck('traffic-request', 'Requests match the contract', counter, 'request', redactor),
          toCheck(
            'traffic-response',
            'Responses match the contract',
            counter,
            'response',
            redactor,
          ),
        ]),
        toCheck('traffic-operation', 'Requests outside the contract', others, 'request', redactor),
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
      const operations = counters.map(({ coverage }) => coverage);
      return { result, coverage: { operations }, lines: toCoverageLines(operations) };
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

function toCheck(
  name: string,
  title: string,
  { id: operation, coverage: { exchanges }, broken }: Counter,
  side: Violation['side'],
  redactor: Redactor,
): CheckResult {
  const failures = broken
    .flatMap(({ exchange, violations }) =>
      violations.flatMap((each) => (each.side === side ? [{ exchange, violation: each }] : [])),
    )
    .slice(0, mostFailures)
    .map(({ exchange, violation }) => toFailure(exchange, violation, redactor));
  return {
    id: `${operation}/${name}`,
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
  const body = requestBody === undefined ? undefined : clean(requestBody);
  const { authorization, 'content-type': contentType } = requestHeaders;
  const key = ['Bearer ', { variable: 'SITE_CONTRACT_API_KEY' }];
  const exchange: Exchange = {
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
        ...(authorization === undefined ? [] : [['Authorization', key] as const]),
        ...(contentType === undefined ? [] : [['Content-Type', contentType] as const]),
      ],
      body,
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

type Counter = ReturnType<typeof createCounter>;
type Coverage = Counter['coverage'];
type Counts = Record<string, number>;

/**
 * Counts the used parts of an operation, one exchange at a time.
 * @param operation undefined for requests without one
 */
function createCounter({ document }: Contract, operation: Operation | undefined) {
  const { id = 'service', parameters = [], requestBody, replies = [] } = operation ?? {};
  const success = replies.find(({ status }) => status.startsWith('2'));
  const broken: JudgedExchange[] = [];
  const toCounts = (names: readonly string[]): Counts =>
    Object.fromEntries(names.map((name) => [name, 0]));
  const coverage = {
    operation: id,
    exchanges: 0,
    // Number of occurrences of each documented part, by name.
    statuses: toCounts(replies.map(({ status }) => status)),
    parameters: toCounts(parameters.map(({ name }) => name)),
    requestFields: toCounts(listFields(document, requestBody?.schema)),
    responseFields: toCounts(listFields(document, success?.schema)),
  };
  const count = (counts: Counts, isUsed: (name: string) => boolean): void => {
    for (const name of Object.keys(counts))
      if (isUsed(name)) counts[name] = Number(counts[name]) + 1;
  };
  return {
    id,
    coverage,
    broken,
    add: (judged: JudgedExchange): void => {
      const { documented, parameters: names, requestBody: body, responseBody, violations } = judged;
      coverage.exchanges += 1;
      if (violations.length > 0 && broken.length < mostKept) broken.push(judged);
      count(coverage.statuses, (status) => status === documented?.status);
      count(coverage.parameters, (name) => names?.includes(name) === true);
      count(coverage.requestFields, (name) => holdsAt(body, name.split('/')));
      if (documented === success)
        count(coverage.responseFields, (name) => holdsAt(responseBody, name.split('/')));
    },
  };
}

function toCoverageLines(operations: readonly Coverage[]): string[] {
  const called = operations.filter(({ exchanges }) => exchanges > 0).length;
  const lines = operations.flatMap((each) => {
    if (each.exchanges === 0) return [`  ${each.operation}: never called`];
    const toNever = (kind: string, counts: Counts) =>
      Object.keys(counts).flatMap((name) => (counts[name] === 0 ? [`${kind} ${name}`] : []));
    const missing = [
      ...toNever('status', each.statuses),
      ...toNever('parameter', each.parameters),
      ...toNever('request field', each.requestFields),
      ...toNever('response field', each.responseFields),
    ];
    return missing.length === 0 ? [] : [`  ${each.operation}: never seen: ${missing.join(', ')}`];
  });
  return [`Coverage: ${called} of ${operations.length} operations`, ...lines];
}

/** Fields of a schema as paths, with `*` for any index: `name`, or the `id` of each item in `data`. */
function listFields(document: OpenApiDocument, schema: Schema | undefined, depth = 0): string[] {
  if (schema === undefined || depth > 4) return [];
  const { properties = {}, items } = resolveReference(document, schema);
  const prefix = (name: string, inner: Schema): string[] =>
    listFields(document, inner, depth + 1).map((field) => `${name}/${field}`);
  return [
    ...Object.entries(properties).flatMap(([name, inner]) => [name, ...prefix(name, inner)]),
    ...(items === undefined ? [] : prefix('*', items)),
  ];
}

/** Whether a value has a part at a path, in which `*` matches any index. */
function holdsAt(value: unknown, [token, ...rest]: readonly string[]): boolean {
  if (token === undefined) return true;
  if (token === '*') return Array.isArray(value) && value.some((item) => holdsAt(item, rest));
  return isRecord(value) && Object.hasOwn(value, token) && holdsAt(value[token], rest);
}
