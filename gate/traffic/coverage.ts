import type { Contract, OpenApiDocument, Operation, Schema } from '../../contract/index.ts';
import { resolveReference } from '../../contract/resolve-reference.ts';
import { isObject } from '../diff/json.ts';
import type { JudgedExchange } from './judge-exchange.ts';

/** What of the contract some traffic exercised, and what it never did. */
export interface Coverage {
  operations: readonly OperationCoverage[];
}

export interface OperationCoverage {
  operation: string;
  exchanges: number;
  /** Each documented part by name, and how often it was seen. */
  statuses: Readonly<Record<string, number>>;
  parameters: Readonly<Record<string, number>>;
  requestFields: Readonly<Record<string, number>>;
  responseFields: Readonly<Record<string, number>>;
}

/** Counts what traffic exercises, one exchange after the other. */
export interface CoverageMeter {
  add(judged: JudgedExchange): void;
  measure(): Coverage;
}

export function createCoverageMeter(contract: Contract): CoverageMeter {
  const counters = new Map<string, ReturnType<typeof createCounter>>(
    contract.operations.map((operation) => [operation.id, createCounter(contract, operation)]),
  );
  return {
    add: (judged) => counters.get(judged.operation?.id ?? '')?.add(judged),
    measure: () => ({ operations: [...counters.values()].map(({ read }) => read()) }),
  };
}

function createCounter(
  { document }: Contract,
  { id, parameters, requestBody, replies }: Operation,
): { add(judged: JudgedExchange): void; read(): OperationCoverage } {
  const success = replies.find(({ status }) => status.startsWith('2'));
  const toCounts = (names: readonly string[]) => new Map(names.map((name) => [name, 0]));
  const toPaths = (names: readonly string[]) =>
    names.map((name) => ({ name, path: name.split('/'), count: 0 }));
  const statuses = toCounts(replies.map(({ status }) => status));
  const sent = toCounts(parameters.map(({ name }) => name));
  const requestFields = toPaths(listFields(document, requestBody?.schema));
  const responseFields = toPaths(listFields(document, success?.schema));
  const count = (counts: Map<string, number>, name: string): void => {
    const before = counts.get(name);
    if (before !== undefined) counts.set(name, before + 1);
  };
  const countFields = (fields: typeof requestFields, value: unknown): void => {
    if (value === undefined) return;
    for (const field of fields) if (holds(value, field.path, 0)) field.count += 1;
  };
  const toObject = (fields: typeof requestFields): Record<string, number> =>
    Object.fromEntries(fields.map(({ name, count: seen }) => [name, seen]));
  let exchanges = 0;
  return {
    add: ({ documented, parameters: names, requestBody: body, responseBody: answered }) => {
      exchanges += 1;
      if (documented !== undefined) count(statuses, documented.status);
      for (const name of new Set(names)) count(sent, name);
      countFields(requestFields, body);
      if (documented === success) countFields(responseFields, answered);
    },
    read: () => ({
      operation: id,
      exchanges,
      statuses: Object.fromEntries(statuses),
      parameters: Object.fromEntries(sent),
      requestFields: toObject(requestFields),
      responseFields: toObject(responseFields),
    }),
  };
}

/** The parts that nothing exercised, in words, for each operation that was called. */
export function listUncovered({ operations }: Coverage): string[] {
  return operations.flatMap(
    ({ operation, exchanges, statuses, parameters, requestFields, responseFields }) => {
      if (exchanges === 0) return [`${operation}: never called`];
      const missing = [
        ...toNever('status', statuses),
        ...toNever('parameter', parameters),
        ...toNever('request field', requestFields),
        ...toNever('response field', responseFields),
      ];
      return missing.length === 0 ? [] : [`${operation}: never seen: ${missing.join(', ')}`];
    },
  );
}

function toNever(kind: string, counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).flatMap(([name, count]) =>
    count === 0 ? [`${kind} ${name}`] : [],
  );
}

/** Fields of a schema as paths, a star in place of an index: `name`, and the id in each item of `data`. */
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

/** Whether a value has something at a path, of which `*` is any index. */
function holds(value: unknown, path: readonly string[], at: number): boolean {
  const token = path[at];
  if (token === undefined) return true;
  if (token === '*') return Array.isArray(value) && value.some((item) => holds(item, path, at + 1));
  return isObject(value) && Object.hasOwn(value, token) && holds(value[token], path, at + 1);
}
