import { document } from '../generated/document.js';
import {
  type AssumptionId,
  type AssumptionValues,
  type OperationId,
  operationIds,
  type ProblemId,
} from '../generated/names.ts';
import { schemas } from '../generated/schemas.js';
import { readBasePaths } from './base-paths.ts';
import { createMatcher, type Match } from './match-operation.ts';
import type { AssumptionObject, OpenApiDocument } from './openapi-document.ts';
import type { Operation } from './operation.ts';
import { readOperations } from './read-operations.ts';
import {
  type CompiledSchemas,
  createValidators,
  type SchemaSource,
  type Validators,
} from './validators.ts';

/** A question that the interface leaves open, with the value chosen. */
export interface Assumption extends AssumptionObject {
  /** Permanent; docs/assumptions.md lists them all. */
  id: AssumptionId;
}

export function listAssumptions(document: OpenApiDocument): Assumption[] {
  return Object.entries(document['x-assumptions']).map(([id, assumption]) => ({
    id: id as AssumptionId,
    ...assumption,
  }));
}

/** Those that decide about every contract. The others are questions about the built-in service. */
const generalAssumptions: ReadonlySet<AssumptionId> = new Set([
  'unknown-cursor',
  'unknown-query-parameters',
  'uuid-version',
  'uuid-case',
  'error-status-invalid-body',
  'error-status-invalid-parameter',
  'error-status-unauthorized',
  'error-status-not-found',
  'body-size-limit',
]);

/** The assumptions that have an effect in a contract other than the built-in one. */
export function listGeneralAssumptions(document: OpenApiDocument): Assumption[] {
  return listAssumptions(document).filter(({ id }) => generalAssumptions.has(id));
}

/** Explains in one clause what is wrong with the value of an assumption. Returns undefined if the value is valid. */
export function explainWrongValue(assumption: AssumptionObject): string | undefined {
  const { value, known: choices, open } = assumption;
  if (choices.some((candidate) => candidate.value === value)) return undefined;
  if (open !== undefined && isOpenFor(assumption)) return undefined;
  const values = choices.map((candidate) => JSON.stringify(candidate.value)).join(', ');
  return `${JSON.stringify(value)} is not one of ${values}${open === undefined ? '' : ` (or ${open})`}`;
}

/** Whether an open assumption accepts a value: a bounded integer if the known values are numbers, otherwise a text. */
function isOpenFor({
  value,
  known: choices,
  minimum = 1,
  maximum = Infinity,
}: AssumptionObject): boolean {
  const isNumber = choices.some((candidate) => typeof candidate.value === 'number');
  if (!isNumber) return typeof value === 'string';
  if (typeof value !== 'number' || !Number.isInteger(value)) return false;
  return value >= minimum && value <= maximum;
}

/** The document as data: the only source from which the mock, the suite and the command line learn about the service. */
export interface Contract {
  /** The OpenAPI document. */
  document: OpenApiDocument;
  /** The version in the document's `info`. */
  version: string;
  /** In the order of the document. */
  operations: readonly Operation[];
  /** Finds the operation of a method and a path. */
  matchOperation: (method: string, path: string) => Match;
  /** Validate parameters and bodies. */
  validators: Validators;
  /** The values of the assumptions about undocumented behaviour. */
  assumptions: AssumptionValues;
  /** The problem types of error responses. */
  problems: ProblemCatalogue;
  /** The paths under which the operations are served: those of the servers, the longest first, and the root. */
  basePaths: readonly string[];
  /** What the document contains that this package does not use, one sentence each. */
  remarks: readonly string[];
}

/**
 * Creates a contract from a document.
 * @param schemas the schemas of the same document
 * @param remarks what was noticed when it was read. Default: none
 * @throws Error with the place of what the document lacks
 */
export function createContract(
  document: OpenApiDocument,
  schemas: CompiledSchemas | SchemaSource,
  remarks: readonly string[] = [],
): Contract {
  const operations = readOperations(document);
  const values = listAssumptions(document).map((assumption) => {
    const wrong = explainWrongValue(assumption);
    if (wrong !== undefined) throw new Error(`x-assumptions/${assumption.id}: ${wrong}`);
    return [assumption.id, assumption.value];
  });
  const assumptions: AssumptionValues = Object.fromEntries(values);
  return {
    document,
    version: document.info.version,
    operations,
    matchOperation: createMatcher(operations),
    validators: createValidators(schemas, operations),
    assumptions,
    problems: readProblems(document, assumptions),
    basePaths: readBasePaths(operations),
    remarks,
  };
}

export const isOperationId = (id: string): id is OperationId =>
  operationIds.some((operationId) => operationId === id);

/** A problem type of the mock's error responses (RFC 9457). */
export interface ProblemType {
  /** Identifies the problem type in this package. */
  id: ProblemId;
  /** The URI of the problem type. */
  type: string;
  /** A short summary. */
  title: string;
  /** The status of the response. */
  status: number;
}

/** The URI of a problem type (RFC 9457, section 3.1.1). */
export function toProblemType(id: string): string {
  return `urn:problem-type:site-contract:${id}`;
}

/** All problem types, by id. */
export type ProblemCatalogue = Readonly<Record<ProblemId, ProblemType>>;

/** Reads the catalogue from `x-problems`. An assumption may determine a status. */
function readProblems(document: OpenApiDocument, values: AssumptionValues): ProblemCatalogue {
  const assumed: Readonly<Record<string, unknown>> = { ...values };
  const entries = Object.entries(document['x-problems']).map(([id, { title, status }]) => {
    const decided = typeof status === 'number' ? status : assumed[status];
    if (typeof decided !== 'number') throw new Error(`x-problems/${id}: ${status} is not a status`);
    return [id, { id, type: toProblemType(id), title, status: decided }];
  });
  return Object.fromEntries(entries) as ProblemCatalogue;
}

/** The included contract, with schemas compiled ahead of time. */
export const contract: Contract = createContract(document, schemas);
