import type { RunResult } from '../../conformance/results.ts';
import type { Contract, OpenApiDocument, Operation, Schema } from '../../contract/index.ts';
import { isRecord, resolveReference } from '../../contract/resolve-reference.ts';
import {
  createJudge,
  type JudgedExchange,
  readHeader,
  type TrafficExchange,
} from './judge-exchange.ts';
import { createTrafficLog, toTrafficResult } from './traffic-result.ts';

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
  { source, command, baseUrl }: { source: string; command: string; baseUrl?: string },
): CheckedTraffic {
  const hasCredentials = exchanges.some(
    ({ requestHeaders }) => readHeader(requestHeaders, 'authorization') !== undefined,
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

/** Summarises exchanges one at a time, so that a long session needs little memory. */
export function createTrafficSummary(contract: Contract) {
  const log = createTrafficLog();
  const counters = contract.operations.map((operation) => createCounter(contract, operation));
  const byId = new Map(counters.map((counter) => [counter.coverage.operation, counter]));
  return {
    add: (judged: JudgedExchange): void => {
      log.add(judged);
      if (judged.operation !== undefined) byId.get(judged.operation.id)?.add(judged);
    },
    finish: (about: Parameters<typeof toTrafficResult>[2]): Omit<CheckedTraffic, 'foreign'> => {
      const coverage = { operations: counters.map((counter) => counter.coverage) };
      const lines = toCoverageLines(coverage.operations);
      return { result: toTrafficResult(contract, log, about), coverage, lines };
    },
  };
}

type Coverage = ReturnType<typeof createCounter>['coverage'];

function toCoverageLines(operations: readonly Coverage[]): string[] {
  const called = operations.filter(({ exchanges }) => exchanges > 0).length;
  return [
    `Coverage: ${called} of ${operations.length} operations`,
    ...operations.flatMap(listUncovered).map((line) => `  ${line}`),
  ];
}

/** Counts the used parts of an operation, one exchange at a time. */
function createCounter(
  { document }: Contract,
  { id, parameters, requestBody, replies }: Operation,
) {
  const success = replies.find(({ status }) => status.startsWith('2'));
  const toCounts = (names: readonly string[]): Record<string, number> =>
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
  const count = (counts: Record<string, number>, name: string): void => {
    if (Object.hasOwn(counts, name)) counts[name] = (counts[name] ?? 0) + 1;
  };
  const countFields = (counts: Record<string, number>, value: unknown): void => {
    for (const name of value === undefined ? [] : Object.keys(counts))
      if (holdsAt(value, name.split('/'))) count(counts, name);
  };
  return {
    coverage,
    add: ({ documented, parameters: names, requestBody: body, responseBody }: JudgedExchange) => {
      coverage.exchanges += 1;
      if (documented !== undefined) count(coverage.statuses, documented.status);
      for (const name of new Set(names)) count(coverage.parameters, name);
      countFields(coverage.requestFields, body);
      if (documented === success) countFields(coverage.responseFields, responseBody);
    },
  };
}

/** Describes the unused parts of a called operation. */
function listUncovered({ operation, exchanges, ...parts }: Coverage): string[] {
  if (exchanges === 0) return [`${operation}: never called`];
  const missing = [
    ...toNever('status', parts.statuses),
    ...toNever('parameter', parts.parameters),
    ...toNever('request field', parts.requestFields),
    ...toNever('response field', parts.responseFields),
  ];
  return missing.length === 0 ? [] : [`${operation}: never seen: ${missing.join(', ')}`];
}

function toNever(kind: string, counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).flatMap(([name, count]) =>
    count === 0 ? [`${kind} ${name}`] : [],
  );
}

/** Fields of a schema as paths, with `*` for any index: `name`, or the `id` of each item in `data`. */
function listFields(
  document: OpenApiDocument,
  schema: Schema | undefined,
  prefix = '',
  depth = 0,
): string[] {
  if (schema === undefined || depth > 4) return [];
  const { properties, items } = resolveReference(document, schema);
  const own = Object.entries(properties ?? {}).flatMap(([name, inner]) => [
    `${prefix}${name}`,
    ...listFields(document, inner, `${prefix}${name}/`, depth + 1),
  ]);
  const inItems = items === undefined ? [] : listFields(document, items, `${prefix}*/`, depth + 1);
  return [...own, ...inItems];
}

/** Whether a value has a part at a path, in which `*` matches any index. */
function holdsAt(value: unknown, [token, ...rest]: readonly string[]): boolean {
  if (token === undefined) return true;
  if (token === '*') return Array.isArray(value) && value.some((item) => holdsAt(item, rest));
  return isRecord(value) && Object.hasOwn(value, token) && holdsAt(value[token], rest);
}
