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
    const told = [description, ...examples.map(({ value }) => JSON.stringify(value))].join(' ');
    const field = chooseField(fields, told);
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

function chooseField(fields: readonly TextField[], told: string): TextField | undefined {
  const words = new Set(splitWords(told).map(normalise));
  const isTold = ({ name }: TextField) => splitWords(name).every((word) => words.has(word));
  const named = fields.filter(isTold);
  return (
    fields.find(({ description }) => /\bunique\b/i.test(description)) ??
    named.find(({ name }) => name !== 'name') ??
    fields.find(({ name }) => identifyingNames.has(normalise(name))) ??
    named[0] ??
    findName(fields, told)
  );
}

/** A conflict of what exists already is one of names, if nothing else identifies the records. */
function findName(fields: readonly TextField[], told: string): TextField | undefined {
  const isTaken = /exist|taken|duplicate|unique|in use/i.test(told);
  return isTaken ? fields.find(({ name }) => name === 'name') : undefined;
}
