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

/** What is known about the exchanges of an operation, or of those without an operation. */
interface Tally {
  exchanges: number;
  broken: JudgedExchange[];
}

/**
 * Summarises exchanges one at a time, so that a long session needs little memory: exchanges that conform to the contract are
 * only counted.
 */
export function createTrafficSummary(contract: Contract) {
  const counters = new Map(
    contract.operations.map((operation) => [operation.id, createCounter(contract, operation)]),
  );
  const tallies = new Map<string, Tally>();
  const secrets = new Set<string>();
  let startedAt: string | number = '';
  const openTally = (id: string): Tally => {
    const tally = tallies.get(id) ?? { exchanges: 0, broken: [] };
    tallies.set(id, tally);
    return tally;
  };
  return {
    add: (judged: JudgedExchange): void => {
      const { operation, violations, exchange } = judged;
      startedAt ||= exchange.startedAt;
      for (const secret of listCredentials(exchange.requestHeaders))
        if (secrets.size < mostSecrets) secrets.add(secret);
      const tally = openTally(operation?.id ?? 'service');
      tally.exchanges += 1;
      if (violations.length > 0 && tally.broken.length < mostKept) tally.broken.push(judged);
      if (operation !== undefined) counters.get(operation.id)?.add(judged);
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
      const requests = [...tallies.values()].reduce((sum, each) => sum + each.exchanges, 0);
      const check = (id: string, title: string, operation: string, side: Violation['side']) => {
        const tally = openTally(operation);
        // Every exchange could have been one without an operation.
        const isSeen = operation === 'service' ? requests > 0 : tally.exchanges > 0;
        return toCheck({ id, title, operation }, tally, isSeen, side, redactor);
      };
      const checks = [
        ...contract.operations.flatMap(({ id }) => [
          check(`${id}/traffic-request`, 'Requests match the contract', id, 'request'),
          check(`${id}/traffic-response`, 'Responses match the contract', id, 'response'),
        ]),
        check(
          'service/traffic-operation',
          'Requests name a documented operation',
          'service',
          'request',
        ),
      ];
      const failed = checks.filter(({ outcome }) => outcome.status === 'failed').length;
      const reason = 'no exchange belongs to the service';
      const result = withGroups({
        tool: { name: 'site-contract', version },
        contract: { title: contract.document.info.title, version: contract.version },
        target: { baseUrl: redactor.text(source), workspace: '' },
        ...run,
        seed: 0,
        startedAt: startedAt === '' ? new Date().toISOString() : toTime(startedAt),
        requests,
        options: { thorough: false, strict: false, allowWrites: false, only: [] },
        verdict:
          requests === 0
            ? { kind: 'not-run', reason }
            : failed === 0
              ? { kind: 'conforms' }
              : { kind: 'broken', failed },
        checks,
        observations: [],
        inventory: [],
        warnings: [],
      });
      const operations = [...counters.values()].map(({ coverage }) => coverage);
      return { result, coverage: { operations }, lines: toCoverageLines(operations) };
    },
  };
}

function toTime(startedAt: string | number): string {
  return typeof startedAt === 'number' ? new Date(startedAt).toISOString() : startedAt;
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
  about: Pick<CheckResult, 'id' | 'title' | 'operation'>,
  { exchanges, broken }: Tally,
  isSeen: boolean,
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
    ...about,
    level: 'MUST',
    requirements: [],
    durationMs: 0,
    requests: exchanges,
    outcome:
      failures.length > 0
        ? { status: 'failed', failures }
        : isSeen
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

type Coverage = ReturnType<typeof createCounter>['coverage'];
type Counts = Record<string, number>;

/** Counts the used parts of an operation, one exchange at a time. */
function createCounter(
  { document }: Contract,
  { id, parameters, requestBody, replies }: Operation,
) {
  const success = replies.find(({ status }) => status.startsWith('2'));
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
    coverage,
    add: ({ documented, parameters: names, requestBody: body, responseBody }: JudgedExchange) => {
      coverage.exchanges += 1;
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
  const kinds = {
    statuses: 'status',
    parameters: 'parameter',
    requestFields: 'request field',
    responseFields: 'response field',
  } as const;
  const lines = operations.flatMap((each) => {
    if (each.exchanges === 0) return [`  ${each.operation}: never called`];
    const missing = (
      ['statuses', 'parameters', 'requestFields', 'responseFields'] as const
    ).flatMap((part) =>
      Object.entries(each[part]).flatMap(([name, count]) =>
        count === 0 ? [`${kinds[part]} ${name}`] : [],
      ),
    );
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
