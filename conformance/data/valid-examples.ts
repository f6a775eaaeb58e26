import type { Contract, Operation, Schema } from '../../contract/index.ts';
import { isRecord, readAt, resolveSchema, splitPointer } from '../../contract/resolve-reference.ts';
import { createValue } from './create-value.ts';

/** Contracts whose examples were repaired before. */
const repaired = new WeakMap<Contract, Contract>();

/**
 * Returns the contract with valid examples of request bodies, which requests are derived from. An example that no longer
 * matches its schema, or that is missing, is replaced. The document itself does not change.
 */
export function withValidExamples(contract: Contract): Contract {
  const known = repaired.get(contract);
  if (known !== undefined) return known;
  const operations = contract.operations.map((operation) => repairOperation(contract, operation));
  const isSame = operations.every((operation, at) => operation === contract.operations[at]);
  const result = isSame ? contract : { ...contract, operations };
  repaired.set(contract, result);
  repaired.set(result, result);
  return result;
}

/** The fields of all examples in one body: those that the largest example lacks come from the others. */
export function joinExamples({ requestBody }: Operation): Record<string, unknown> {
  const bodies = (requestBody?.examples ?? []).map(({ value }) => value).filter(isRecord);
  const bySize = bodies.sort((a, b) => Object.keys(a).length - Object.keys(b).length);
  return Object.assign({}, ...bySize);
}

function repairOperation(contract: Contract, operation: Operation): Operation {
  const { requestBody } = operation;
  if (requestBody === undefined) return operation;
  const joined = joinExamples(operation);
  if (isValid(contract, operation, joined)) return operation;
  const body = findValidBody(contract, operation, joined);
  // Checks without a valid body say so.
  if (body === undefined) return operation;
  return {
    ...operation,
    requestBody: { ...requestBody, examples: [{ name: 'valid', value: body }] },
  };
}

function findValidBody(contract: Contract, operation: Operation, joined: unknown): unknown {
  const schema = operation.requestBody?.schema ?? {};
  const resolve = toResolve(contract);
  const examples = (operation.requestBody?.examples ?? []).map(({ value }) => value);
  const candidates = [
    repairFields(contract, operation, joined),
    ...examples,
    repairFields(contract, operation, createValue(schema, resolve)),
  ];
  return candidates.find(
    (candidate) => isRecord(candidate) && isValid(contract, operation, candidate),
  );
}

function toResolve({ document }: Contract) {
  return (schema: Schema): Schema => resolveSchema(document, schema);
}

function listFaults({ validators }: Contract, { id }: Operation, body: unknown) {
  // The validator fills in defaults.
  return validators.body(id)(structuredClone(body));
}

function isValid(contract: Contract, operation: Operation, body: unknown): boolean {
  return listFaults(contract, operation, body).length === 0;
}

/** Each round repairs one place. */
const mostRounds = 50;

/** Replaces or removes what is wrong in a body, place by place; undefined if something remains wrong. */
function repairFields(contract: Contract, operation: Operation, given: unknown): unknown {
  const schema = operation.requestBody?.schema ?? {};
  const resolve = toResolve(contract);
  let body = given;
  for (let round = 0; round < mostRounds; round += 1) {
    const faults = listFaults(contract, operation, body);
    const [pointer] = faults.map((fault) => fault.pointer);
    if (pointer === undefined) return body;
    const path = splitPointer(pointer);
    const own = findSchema(schema, path, resolve);
    const values = [
      ...listOtherExamples(operation, path),
      own && createValue(own, resolve),
      undefined,
    ];
    const fitting = values
      .map((value) => replaceAt(body, path, value))
      .find((candidate) => !isWrongAt(contract, operation, candidate, pointer));
    if (fitting === undefined) return undefined;
    body = fitting;
  }
  return undefined;
}

/** What other examples have at the place. */
function listOtherExamples({ requestBody }: Operation, path: readonly string[]): unknown[] {
  const values = (requestBody?.examples ?? []).map(({ value }) => readAt(value, path));
  return values.filter((value) => value !== undefined);
}

function isWrongAt(
  contract: Contract,
  operation: Operation,
  body: unknown,
  pointer: string,
): boolean {
  const faults = listFaults(contract, operation, body);
  return faults.some((fault) => `${fault.pointer}/`.startsWith(`${pointer}/`));
}

/** The schema of a place in a value; undefined if no property or item describes it. */
function findSchema(
  start: Schema,
  path: readonly string[],
  resolve: (schema: Schema) => Schema,
): Schema | undefined {
  let schema: Schema | undefined = resolve(start);
  for (const key of path) {
    const parts: readonly Schema[] = [schema, ...(schema.allOf ?? []).map(resolve)];
    const next: Schema | undefined = parts
      .map(({ properties, items }) => properties?.[key] ?? (/^\d+$/.test(key) ? items : undefined))
      .find((inner) => inner !== undefined);
    if (next === undefined) return undefined;
    schema = resolve(next);
  }
  return schema;
}

/** A copy with another value at a place. Undefined removes it. */
export function replaceAt(
  body: unknown,
  path: readonly (string | number)[],
  value: unknown,
): unknown {
  const key = path.at(-1);
  if (key === undefined) return value;
  const copy: unknown = structuredClone(body);
  const parent = readAt(copy, path.slice(0, -1));
  if (Array.isArray(parent)) parent.splice(Number(key), 1, ...(value === undefined ? [] : [value]));
  else if (isRecord(parent) && value !== undefined) parent[key] = value;
  else if (isRecord(parent)) delete parent[key];
  return copy;
}
