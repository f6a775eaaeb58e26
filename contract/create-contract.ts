import { type AssumptionValues, type OperationId, operationIds } from '../generated/names.ts';
import { readAssumptionValues } from './assumptions.ts';
import { createMatcher, type Match } from './match-operation.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import type { Operation } from './operation.ts';
import { type ProblemCatalogue, readProblems } from './problems.ts';
import { readOperations } from './read-operations.ts';
import { type CompiledSchemas, createValidators, type Validators } from './validators.ts';

/** The document as data: everything that the mock, the suite and the command line know about the service. */
export interface Contract {
  document: OpenApiDocument;
  /** The version in the document's `info`. */
  version: string;
  /** In the order of the document. */
  operations: readonly Operation[];
  matchOperation: (method: string, path: string) => Match;
  validators: Validators;
  /** The values of the assumptions, for what the interface leaves open. */
  assumptions: AssumptionValues;
  problems: ProblemCatalogue;
}

/**
 * Creates a contract from a document.
 * @param schemas the compiled schemas of the same document
 * @throws Error naming the place, when the document lacks what this project needs
 */
export function createContract(document: OpenApiDocument, schemas: CompiledSchemas): Contract {
  const operations = readOperations(document).map(assertKnown);
  const assumptions = readAssumptionValues(document);
  return {
    document,
    version: document.info.version,
    operations,
    matchOperation: createMatcher(operations),
    validators: createValidators(schemas),
    assumptions,
    problems: readProblems(document, assumptions),
  };
}

const isOperationId = (id: string): id is OperationId => operationIds.some((known) => known === id);

function assertKnown(operation: Operation<string>): Operation {
  const { id } = operation;
  if (!isOperationId(id))
    throw new Error(`unknown operationId ${id}; expected one of ${operationIds.join(', ')}`);
  return { ...operation, id };
}
