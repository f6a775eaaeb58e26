import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { toControlDocument } from '../../contract/generate/control-document.ts';
import { createMatcher } from '../../contract/match-operation.ts';
import type { OpenApiDocument } from '../../contract/openapi-document.ts';
import { matchStatus } from '../../contract/operation.ts';
import { readOperations } from '../../contract/read-operations.ts';
import { compileSchemas } from '../../contract/schemas/compile-schemas.ts';
import { createValidators } from '../../contract/validators.ts';

const document: OpenApiDocument = toControlDocument(
  parse(readFileSync('spec/control.yaml', 'utf8')),
);

/** The operations of the control surface, with their examples. */
export const documentedOperations = readOperations(document);

const match = createMatcher(documentedOperations as never);
const validators = createValidators(compileSchemas(document), documentedOperations);

/** Throws if a reply of the control surface is not as described. Replies to unknown paths are ignored. */
export function assertDocumented(
  method: string,
  target: string,
  status: number,
  body: unknown,
): void {
  const operation = match(method, target.replace(/\?.*$/, ''));
  if (operation.kind !== 'operation') return;
  const { id, responses } = operation.operation;
  const reply = responses.find((documented) => matchStatus(documented.status, status));
  if (reply === undefined) throw new Error(`${id} does not document the status ${status}`);
  if (reply.mediaType !== 'application/json' || body === undefined) return;
  const faults = validators.reply(id, reply.status)(body);
  if (faults.length > 0)
    throw new Error(`the reply of ${id} is not as described: ${JSON.stringify(faults)}`);
}
