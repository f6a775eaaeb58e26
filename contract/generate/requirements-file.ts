import { parse } from 'yaml';
import { explainWrongValue } from '../create-contract.ts';
import type { OpenApiDocument } from '../openapi-document.ts';
import { type Operation, readOperations } from '../operation.ts';
import { isRecord, readAt } from '../resolve-reference.ts';
import { banner, hasBody } from './service-files.ts';

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

type ByOperation = Record<string, Record<string, string>>;

const file = 'spec/requirements.yaml';

/**
 * Generates a module with the requirements of `spec/requirements.yaml`, and a type of their ids.
 * @throws Error with what is wrong with a requirement or the document
 */
export function toRequirementFiles(
  text: string,
  document: OpenApiDocument,
): Record<string, string> {
  const entries = readEntries(parse(text));
  const operations = readOperations(document);
  const byOperation = groupByOperation(entries, operations);
  for (const [id, entry] of Object.entries(entries)) assertDocumented(id, entry, document);
  assertAssumptions(document);
  assertExamples(operations);
  const requirements = Object.fromEntries(
    Object.entries(entries).map(
      ([id, { level, statement, section, document: pointer, untested }]) => [
        id,
        { level, statement, section, document: pointer, ...(untested && { untested }) },
      ],
    ),
  );
  const source = banner.replace('openapi.yaml', 'requirements.yaml').replace('document', 'file');
  return {
    'requirements.js': `${source}\nexport const requirements = ${JSON.stringify(requirements, null, 2)};\n\nexport const operationRequirements = ${JSON.stringify(byOperation, null, 2)};\n`,
    'requirements.d.ts': [
      source,
      'export type RequirementId =',
      ...Object.keys(entries).map((id) => `  | '${id}'`),
      ';',
      'export interface Requirement {',
      `  level: ${levels.map((level) => `'${level}'`).join(' | ')};`,
      '  /** In our words. */',
      '  statement: string;',
      '  /** The section of the interface. */',
      '  section: string;',
      '  /** JSON Pointer into the OpenAPI document. */',
      '  document: string;',
      '  /** Why no check can prove it. */',
      '  untested?: string;',
      '}',
      'export declare const requirements: Readonly<Record<RequirementId, Requirement>>;',
      '/** What the derived checks of an operation prove. */',
      'export interface OperationRequirements {',
      '  status: RequirementId;',
      '  shape: RequirementId;',
      '  /** Where the operation has a request body. */',
      '  body?: RequirementId;',
      '}',
      'export declare const operationRequirements: {',
      ...Object.keys(byOperation).map((id) => `  readonly ${id}: OperationRequirements;`),
      '};',
      '',
    ].join('\n'),
  };
}

function readEntries(parsed: unknown): Record<string, RequirementEntry> {
  if (!isRecord(parsed) || Object.keys(parsed).length === 0)
    throw new Error(
      `${file} is empty; list each sentence of the interface under an id, with level, statement, section and document`,
    );
  return Object.fromEntries(
    Object.entries(parsed).map(([id, entry]) => {
      if (!isEntry(entry))
        throw new Error(
          `${file}: ${id} needs a level (${levels.join(', ')}) and strings as statement, section and document`,
        );
      if (entry.proves !== undefined && !kinds.includes(entry.proves))
        throw new Error(
          `${file}: ${id} proves "${entry.proves}", which is none of ${kinds.join(', ')}`,
        );
      return [id, entry];
    }),
  );
}

function isEntry(entry: unknown): entry is RequirementEntry {
  return (
    isRecord(entry) &&
    levels.some((level) => level === entry['level']) &&
    ['statement', 'section', 'document'].every((field) => typeof entry[field] === 'string')
  );
}

/** The requirements that the derived checks of each operation prove. Each operation needs all of them. */
function groupByOperation(
  entries: Record<string, RequirementEntry>,
  operations: readonly Operation<string>[],
): ByOperation {
  const found: ByOperation = Object.fromEntries(operations.map(({ id }) => [id, {}]));
  for (const [id, { proves, operation = [] }] of Object.entries(entries)) {
    if (proves === undefined) continue;
    for (const name of [operation].flat()) {
      const own = found[name];
      if (own === undefined)
        throw new Error(
          `${file}: ${id} names the operation "${name}", which is not in spec/openapi.yaml`,
        );
      own[proves] = id;
    }
  }
  // A response without a body can only prove its status.
  for (const { id, replies } of operations) {
    const own = found[id];
    if (!hasBody(replies) && own?.['status'] !== undefined) own['shape'] ??= own['status'];
  }
  const missing = operations.flatMap(({ id, requestBody, replies }) => {
    return kinds
      .filter((kind) => kind !== 'body' || requestBody !== undefined)
      .filter((kind) => kind !== 'shape' || hasBody(replies))
      .filter((kind) => found[id]?.[kind] === undefined)
      .map((kind) => `${file}: no requirement covers the ${kind} of ${id}`);
  });
  if (missing.length > 0) throw new Error(missing.join('\n'));
  return found;
}

/**
 * Asserts that the document still satisfies a requirement, because the interface remains valid whatever changes in the
 * document.
 */
function assertDocumented(
  id: string,
  { document: pointer, fields, value }: RequirementEntry,
  document: OpenApiDocument,
): void {
  const place = readAt(document, pointer);
  if (place === undefined)
    throw new Error(`${file}: ${id} points to ${pointer}, which is not in spec/openapi.yaml`);
  if (value !== undefined && place !== value)
    throw new Error(
      `spec/openapi.yaml: ${pointer} is ${JSON.stringify(place)}, and ${id} says ${JSON.stringify(value)}`,
    );
  const required = isRecord(place) && Array.isArray(place['required']) ? place['required'] : [];
  const missing = (fields ?? []).filter((field) => !required.includes(field));
  if (missing.length > 0)
    throw new Error(
      `spec/openapi.yaml: ${pointer} does not require ${missing.join(', ')}, and ${id} does`,
    );
}

function assertAssumptions(document: OpenApiDocument): void {
  for (const [id, assumption] of Object.entries(document['x-assumptions'])) {
    const wrong = explainWrongValue(assumption);
    if (wrong !== undefined) throw new Error(`spec/openapi.yaml: x-assumptions/${id}: ${wrong}`);
  }
}

/**
 * Asserts that each field of a request body occurs in an example. Checks are derived from the examples, so other fields
 * would not be checked.
 */
function assertExamples(operations: readonly Operation<string>[]): void {
  const unseen = operations.flatMap(({ id, requestBody }) => {
    const seen = (requestBody?.examples ?? []).flatMap((example) => Object.keys(Object(example)));
    return Object.keys(requestBody?.schema.properties ?? {})
      .filter((field) => !seen.includes(field))
      .map(
        (field) =>
          `spec/openapi.yaml: no example of the request body of ${id} has ${field}; add it to one`,
      );
  });
  if (unseen.length > 0) throw new Error(unseen.join('\n'));
}
