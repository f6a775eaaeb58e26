import { escapePointer } from '../resolve-reference.ts';
import type { Pointer } from './model.ts';
import type { LocatedSchema, Shape, ShapeReader } from './shapes.ts';
import { isSameNoun, normalise, splitWords } from './words.ts';

/** Where a body carries an array of records. */
export interface ListEnvelope {
  items: Pointer;
  record: LocatedSchema | undefined;
}

/** Where a body carries one record. */
export interface ItemEnvelope {
  pointer: Pointer;
  shape: Shape;
}

/** Fields whose names say only that they contain the result. */
const wrapperNames = new Set(
  (
    'data result results response payload content contents items item value values entries records rows list objects ' +
    'object collection resources resource elements hits nodes embedded members docs documents entity entities record'
  ).split(' '),
);

/** Of those, the names that records rarely have for fields of their own. */
const clearWrapperNames = new Set(['data', 'result', 'response', 'payload']);

/** Fields of envelopes around the result, never the result itself. */
const metaNames = new Set(
  (
    'links link meta metadata requestid status success ok message messages error errors warning warnings code ' +
    'included jsonapi version timestamp pagination paging page'
  ).split(' '),
);

/** Words in the names of fields that stand beside the array of a list. */
const pagingWords = new Set(
  (
    'next prev previous more total count page pages cursor offset limit links meta metadata pagination paging size first ' +
    'last object kind self href url uri status success info token end start after before per current skip take etag ' +
    'message messages error errors warnings request ok filters sort truncated incomplete results version api'
  ).split(' '),
);

const idNames = new Set(['id', 'gid', 'sid', 'uuid', 'uid', 'guid']);

/** Whether a field is the id of a record, by its name. */
export function isIdName(name: string): boolean {
  return idNames.has(normalise(name));
}

/** Whether an object is a record by itself rather than an envelope: it has an id, or says when it was created. */
function looksLikeRecord(shape: Shape): boolean {
  return [...shape.properties.keys()].some((name) => {
    return isIdName(name) || /^(?:created|updated)(?:at|on|time|date)?$/.test(normalise(name));
  });
}

/**
 * Finds the array of records in the body of a list.
 * @param nouns names of the records, from the path
 */
export function findList(
  shapes: ShapeReader,
  shape: Shape,
  nouns: readonly string[],
  depth = 0,
): ListEnvelope | undefined {
  if (shape.type === 'array') {
    // Answers, such as which of some ids a library contains, are no records.
    const isAnswers = shape.items !== undefined && shapes.read(shape.items).type === 'boolean';
    return isAnswers ? undefined : { items: '', record: shape.items };
  }
  if (looksLikeRecord(shape)) return undefined;
  const array = selectArray(shapes, shape, nouns);
  if (array !== undefined) {
    return { items: `/${escapePointer(array.name)}`, record: array.shape.items };
  }
  if (depth >= 2) return undefined;
  for (const [name, property] of shape.properties) {
    if (!wrapperNames.has(normalise(name))) continue;
    const inner = findList(shapes, shapes.read(property), nouns, depth + 1);
    if (inner !== undefined) {
      return { items: `/${escapePointer(name)}${inner.items}`, record: inner.record };
    }
  }
  return undefined;
}

/** Whether an object has nothing beside arrays and objects but what tells about pages. */
export function isListEnvelope(shapes: ShapeReader, shape: Shape): boolean {
  return [...shape.properties].every(([name, property]) => {
    const { type } = shapes.read(property);
    return type === 'array' || type === 'object' || isAboutPages(name);
  });
}

/** The property of an envelope that is the list: by its name, or because everything beside it is about pages. */
function selectArray(shapes: ShapeReader, shape: Shape, nouns: readonly string[]) {
  const properties = [...shape.properties].map(([name, property]) => ({
    name,
    shape: shapes.read(property),
  }));
  const arrays = properties.filter((property) => property.shape.type === 'array');
  const byNoun = arrays.find(({ name }) => isNamedAfter(name, nouns));
  if (byNoun !== undefined) return byNoun;
  const byWrapper = arrays.find(({ name }) => wrapperNames.has(normalise(name)));
  if (byWrapper !== undefined) return byWrapper;
  const companions = properties.filter((property) => property.shape.type !== 'array');
  const areAboutPages = companions.every(({ name }) => isAboutPages(name));
  const [only] = arrays;
  return arrays.length === 1 && areAboutPages ? only : undefined;
}

function isNamedAfter(name: string, nouns: readonly string[]): boolean {
  return nouns.some((noun) => {
    if (noun === '') return false;
    return isSameNoun(name, noun) || normalise(name).endsWith(normalise(noun));
  });
}

function isAboutPages(name: string): boolean {
  return splitWords(name).some((word) => pagingWords.has(word));
}

/**
 * Finds the record in the body of a single one: the body itself, or a field such as `data` or `user`.
 * @param nouns names of the record, from the path
 */
export function findItem(
  shapes: ShapeReader,
  shape: Shape,
  nouns: readonly string[],
  depth = 0,
): ItemEnvelope | undefined {
  if (shape.type === 'array') return undefined;
  const wrapped = selectObject(shapes, shape, nouns);
  if (wrapped === undefined || depth >= 2) {
    return shape.type === 'object' ? { pointer: '', shape } : undefined;
  }
  const inner = findItem(shapes, wrapped.shape, nouns, depth + 1);
  const { pointer, shape: record } = inner ?? { pointer: '', shape: wrapped.shape };
  return { pointer: `/${escapePointer(wrapped.name)}${pointer}`, shape: record };
}

/** The property of an envelope that is the record. Undefined if the object is no envelope. */
function selectObject(shapes: ShapeReader, shape: Shape, nouns: readonly string[]) {
  if (looksLikeRecord(shape) || shape.properties.size > 6) return undefined;
  const properties = [...shape.properties].map(([name, property]) => ({
    name,
    shape: shapes.read(property),
  }));
  const objects = properties.filter(({ name, shape: value }) => {
    return value.type === 'object' && value.properties.size > 0 && !metaNames.has(normalise(name));
  });
  const companions = properties.filter(({ name }) => {
    return !metaNames.has(normalise(name)) && !isAboutPages(name);
  });
  const named = objects.find(({ name }) => {
    return clearWrapperNames.has(normalise(name)) || isNamedAfter(name, nouns);
  });
  if (named !== undefined && companions.length <= 2) return named;
  const [only] = objects;
  const isAlone = companions.length === 1 || properties.length === 1;
  return objects.length === 1 && isAlone ? only : undefined;
}

/** Whether two shapes describe the same kind of record: the same schema, or the same id and nearly the same fields. */
export function isSameEntity(first: Shape | undefined, second: Shape | undefined): boolean {
  if (first === undefined || second === undefined) return false;
  if (first.pointer === second.pointer) return true;
  if (first.entity !== undefined && second.entity !== undefined) {
    return first.entity === second.entity;
  }
  const smaller = first.properties.size <= second.properties.size ? first : second;
  const larger = smaller === first ? second : first;
  if (smaller.properties.size < 2) return false;
  const names = [...smaller.properties.keys()];
  const shared = names.filter((name) => larger.properties.has(name));
  return shared.length >= 2 && shared.length / names.length >= 0.8;
}
