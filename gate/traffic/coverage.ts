import type { Contract, OpenApiDocument, Schema } from '../../contract/index.ts';
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

export function measureCoverage(contract: Contract, judged: readonly JudgedExchange[]): Coverage {
  return {
    operations: contract.operations.map(({ id, parameters, requestBody, replies }) => {
      const own = judged.filter(({ operation }) => operation?.id === id);
      const success = replies.find(({ status }) => status.startsWith('2'));
      const count = (
        names: readonly string[],
        has: (exchange: JudgedExchange, name: string) => boolean,
      ) =>
        Object.fromEntries(
          names.map((name) => [name, own.filter((exchange) => has(exchange, name)).length]),
        );
      return {
        operation: id,
        exchanges: own.length,
        statuses: count(
          replies.map(({ status }) => status),
          ({ documented }, status) => documented?.status === status,
        ),
        parameters: count(
          parameters.map(({ name }) => name),
          (exchange, name) => exchange.parameters.includes(name),
        ),
        requestFields: count(listFields(contract.document, requestBody?.schema), (exchange, path) =>
          holds(exchange.requestBody, path),
        ),
        responseFields: count(
          listFields(contract.document, success?.schema),
          ({ documented, responseBody }, path) =>
            documented === success && holds(responseBody, path),
        ),
      };
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

function holds(value: unknown, path: string): boolean {
  return path
    .split('/')
    .reduce<unknown[]>(
      (values, token) =>
        values.flatMap((each) => {
          if (token === '*') return Array.isArray(each) ? each : [];
          return isObject(each) && Object.hasOwn(each, token) ? [each[token]] : [];
        }),
      [value],
    )
    .some(() => true);
}
