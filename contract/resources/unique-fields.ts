import { escapePointer, isRecord, readAt } from '../resolve-reference.ts';
import type { Role, UniqueRule } from './model.ts';
import type { RoleDraft } from './role-draft.ts';
import type { Shape, ShapeReader } from './shapes.ts';
import { normalise, splitWords } from './words.ts';

/** Names of fields that identify a record for people. */
const identifyingNames = new Set(
  'slug sku email emailaddress username login handle isbn hostname domain subdomain barcode'.split(
    ' ',
  ),
);

const creating: readonly Role[] = ['create', 'upsert'];

/**
 * Finds the field that no two records share, where a creation documents 409 (Conflict): the one that a description calls unique,
 * that the description of the conflict names, or that identifies a record by its name.
 */
export function findUnique(
  shapes: ShapeReader,
  operations: readonly RoleDraft[],
  record: Shape | undefined,
  ids: readonly string[],
): UniqueRule[] {
  for (const { role, facts } of operations) {
    const { operation } = facts.operation;
    const conflict = operation.responses.find(({ status }) => status === '409');
    const request = facts.operation.request?.shape;
    if (conflict === undefined || request === undefined || !creating.includes(role)) continue;
    const sent =
      facts.item === undefined ? request : (shapes.readAt(request, facts.item.pointer) ?? request);
    const fields = listTexts(shapes, sent, record).filter(({ pointer }) => !ids.includes(pointer));
    const { examples, description } = conflict;
    const explanation = [description, ...examples.map(({ value }) => JSON.stringify(value))].join(
      ' ',
    );
    const field = chooseField(fields, explanation);
    if (field !== undefined) return [{ fields: [field.pointer] }];
  }
  return [];
}

interface TextField {
  name: string;
  pointer: string;
  description: string;
}

/** The free texts of a request that responses show as well. */
function listTexts(shapes: ShapeReader, request: Shape, record: Shape | undefined): TextField[] {
  return [...request.properties].flatMap(([name, property]) => {
    const { type, values } = shapes.read(property);
    const isText = type === 'string' && values.length === 0;
    if (!isText || record?.properties.has(name) === false) return [];
    const { schema } = property;
    const description = isRecord(schema) ? String(readAt(schema, ['description']) ?? '') : '';
    return [{ name, pointer: `/${escapePointer(name)}`, description }];
  });
}

function chooseField(fields: readonly TextField[], explanation: string): TextField | undefined {
  const explained = listExplained(fields, explanation);
  const described = fields.find(({ description }) => /\bunique\b/i.test(description));
  const special = explained.find(({ name }) => name !== 'name');
  const identifying = fields.find(({ name }) => identifyingNames.has(normalise(name)));
  const candidates = [described, special, identifying, explained[0]];
  const field = candidates.find((candidate) => candidate !== undefined);
  return field ?? findName(fields, explanation);
}

/** The fields all of whose words an explanation has. */
function listExplained(fields: readonly TextField[], explanation: string): TextField[] {
  const words = new Set(splitWords(explanation).map(normalise));
  return fields.filter(({ name }) => splitWords(name).every((word) => words.has(word)));
}

/** A conflict of what exists already is one of names, if nothing else identifies the records. */
function findName(fields: readonly TextField[], explanation: string): TextField | undefined {
  const isTaken = /exist|taken|duplicate|unique|in use/i.test(explanation);
  if (!isTaken) return undefined;
  return fields.find(({ name }) => name === 'name');
}
