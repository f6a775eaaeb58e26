import { parse } from 'yaml';
import { explainWrongValue } from '../create-contract.ts';
import type { OpenApiDocument } from '../openapi-document.ts';
import { hasBody, type Operation } from '../operation.ts';
import { readOperations } from '../read-operations.ts';
import { isRecord, readAt } from '../resolve-reference.ts';

const levels = ['MUST', 'SHOULD', 'OBSERVE'] as const;
const kinds = ['status', 'shape', 'body'] as const;

interface RequirementEntry {
  level: (typeof levels)[number];
  statement: string;
  section: string;
  document: string;
  untested?: string;
  proves?: (typeof kinds)[number];
  operation?: string | string[];
  fields?: string[];
  value?: unknown;
}

const file = 'spec/requirements.yaml';

/**
 * Generates a module with the requirements of `spec/requirements.yaml`, and a type of their ids.
 * @throws Error with what is wrong with a requirement or the document
 */
export function toRequirementFiles(
  text: string,
  document: OpenApiDocument,
): Record<string, string> {
  const entries: Record<string, RequirementEntry> = parse(text) ?? {};
  const operations = readOperations(document);
  const byOperation = groupByOperation(entries, operations);
  const wrong = [
    ...Object.entries(entries).flatMap(([id, entry]) => [
      ...explainEntry(id, entry, document),
      ...listUnknownOperations(id, entry, byOperation),
    ]),
    ...listWrongAssumptions(document),
    ...operations.flatMap((operation) => [
      ...listUnproven(operation, byOperation[operation.id] ?? {}),
      ...listUnseenFields(operation),
    ]),
  ];
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  const requirements = Object.fromEntries(
    Object.entries(entries).map(([id, { level, statement, section, document: at, untested }]) => [
      id,
      { level, statement, section, document: at, untested },
    ]),
  );
  return {
    'requirements.js': `export const requirements = ${JSON.stringify(requirements, null, 2)};
export const operationRequirements = ${JSON.stringify(byOperation, null, 2)};\n`,
    'requirements.d.ts': `export type RequirementId =
${Object.keys(entries)
  .map((id) => `  | '${id}'\n`)
  .join('')};
export interface Requirement {
  level: ${levels.map((level) => `'${level}'`).join(' | ')};
  /** In our words. */
  statement: string;
  /** The section of the interface. */
  section: string;
  /** JSON Pointer into the OpenAPI document. */
  document: string;
  /** Why no check can prove it. */
  untested?: string;
}
export declare const requirements: Readonly<Record<RequirementId, Requirement>>;
/** What the derived checks of an operation prove. */
export interface OperationRequirements {
  status: RequirementId;
  shape: RequirementId;
  /** Where the operation has a request body. */
  body?: RequirementId;
}
export declare const operationRequirements: {
${Object.keys(byOperation)
  .map((id) => `  readonly ${id}: OperationRequirements;\n`)
  .join('')}};\n`,
  };
}

function listUnknownOperations(
  id: string,
  { operation = [] }: RequirementEntry,
  byOperation: Readonly<Record<string, unknown>>,
): string[] {
  const unknown = [operation].flat().filter((name) => byOperation[name] === undefined);
  return unknown.map((name) => `${file}: ${id} names the unknown operation "${name}"`);
}

function listWrongAssumptions(document: OpenApiDocument): string[] {
  return Object.entries(document['x-assumptions']).flatMap(([id, assumption]) => {
    const reason = explainWrongValue(assumption);
    return reason === undefined ? [] : [`spec/openapi.yaml: x-assumptions/${id}: ${reason}`];
  });
}

/** Explains what is wrong with a requirement, or where the document no longer satisfies it. */
function explainEntry(id: string, entry: RequirementEntry, document: OpenApiDocument): string[] {
  const { level, statement, section, document: pointer, proves, fields = [], value } = entry;
  if (!levels.includes(level) || [statement, section, pointer].some((text) => !text))
    return [`${file}: ${id} needs a level (${levels.join(', ')}), statement, section and document`];
  if (proves !== undefined && !kinds.includes(proves))
    return [`${file}: ${id} proves "${proves}", which is none of ${kinds.join(', ')}`];
  const target = readAt(document, pointer);
  if (target === undefined)
    return [`${file}: ${id} points to ${pointer}, which is not in spec/openapi.yaml`];
  const wrong: string[] = [];
  if (value !== undefined && target !== value)
    wrong.push(`${pointer} is ${JSON.stringify(target)}, and ${id} says ${JSON.stringify(value)}`);
  const required = isRecord(target) && Array.isArray(target['required']) ? target['required'] : [];
  const missing = fields.filter((field) => !required.includes(field));
  if (missing.length > 0)
    wrong.push(`${pointer} does not require ${missing.join(', ')}, and ${id} does`);
  return wrong.map((text) => `spec/openapi.yaml: ${text}`);
}

/** The requirements that the derived checks of each operation prove. */
function groupByOperation(
  entries: Record<string, RequirementEntry>,
  operations: readonly Operation<string>[],
): Record<string, Record<string, string>> {
  const byOperation: Record<string, Record<string, string>> = {};
  for (const { id, responses } of operations) {
    const proofs: Record<string, string> = {};
    for (const [name, { proves, operation = [] }] of Object.entries(entries))
      if (proves !== undefined && [operation].flat().includes(id)) proofs[proves] = name;
    // A response without a body can only prove its status.
    if (!hasBody(responses) && proofs['status'] !== undefined) proofs['shape'] ??= proofs['status'];
    byOperation[id] = proofs;
  }
  return byOperation;
}

/** Each operation needs a requirement of each kind. */
function listUnproven(
  { id, requestBody }: Operation<string>,
  proven: Record<string, string>,
): string[] {
  return kinds
    .filter((kind) => proven[kind] === undefined && (kind !== 'body' || requestBody !== undefined))
    .map(
      (kind) =>
        `${file}: no requirement covers the ${kind} of ${id}; add one with "proves: ${kind}" and "operation: ${id}"`,
    );
}

/** Checks are derived from the examples, so a field of a request body that none of them has would not be checked. */
function listUnseenFields({ id, requestBody }: Operation<string>): string[] {
  const { examples = [] } = requestBody ?? {};
  const seen = examples.flatMap(({ value }) => Object.keys(Object(value)));
  return Object.keys(requestBody?.schema.properties ?? {})
    .filter((field) => !seen.includes(field))
    .map(
      (field) =>
        `spec/openapi.yaml: no example of the request body of ${id} has ${field}; add it to one`,
    );
}
