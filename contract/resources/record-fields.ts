import { escapePointer } from '../resolve-reference.ts';
import { isIdName } from './envelopes.ts';
import type { Pointer, Reason } from './model.ts';
import type { Shape, ShapeReader } from './shapes.ts';
import { normalise, splitWords, toCamelCase, toSingular } from './words.ts';

/** Names of fields that identify a record, from the most to the least usual. */
const usualIds = [
  'id',
  'gid',
  'sid',
  'uid',
  'uuid',
  'guid',
  'key',
  'slug',
  'token',
  'number',
  'name',
  'login',
  'code',
  'username',
];

/** Objects inside a record that may contain its id: `/metadata/name`. */
const innerObjects = ['metadata', 'meta', 'sys', 'attributes', 'data'];

/**
 * Finds the field of a record with the value of a path parameter.
 * @param noun the name of the resource
 */
export function findIdField(
  shapes: ShapeReader,
  record: Shape | undefined,
  parameter: string,
  noun: string,
): Pointer | undefined {
  if (record === undefined) return undefined;
  const names = [...record.properties.keys()];
  const field = matchParameter(names, parameter, noun);
  if (field !== undefined) return `/${escapePointer(field)}`;
  for (const inner of innerObjects) {
    const shape = shapes.readProperty(record, inner);
    const innerName = shape && matchParameter([...shape.properties.keys()], parameter, noun);
    if (innerName !== undefined) return `/${inner}/${escapePointer(innerName)}`;
  }
  const usual = usualIds
    .map((id) => names.find((name) => normalise(name) === id))
    .find((name) => name !== undefined);
  return usual === undefined ? undefined : `/${escapePointer(usual)}`;
}

/** The field that a parameter names: itself, without the noun, or any id. */
function matchParameter(names: readonly string[], parameter: string, noun: string) {
  const wanted = normalise(parameter);
  const exact =
    names.find((name) => name === parameter) ?? names.find((name) => normalise(name) === wanted);
  if (exact !== undefined) return exact;
  const words = splitWords(parameter);
  const last = words.at(-1) ?? '';
  const isNoun = wanted === normalise(noun);
  // `{petId}` is the id of a pet, and `{pet}` as well.
  if (isIdName(last) || isNoun || wanted.endsWith('id')) {
    const id = names.find((name) => normalise(name) === last) ?? names.find(isIdName);
    if (id !== undefined) return id;
    const qualified = normalise(noun) + (isNoun ? 'id' : last);
    return names.find((name) => normalise(name) === qualified);
  }
  return (
    names.find((name) => normalise(name) === last) ??
    names.find((name) => wanted.endsWith(normalise(name)) && usualIds.includes(normalise(name)))
  );
}

const timeNames =
  /^(?:(?:date)?(?:created|updated|modified|lastmodified|lastupdated)(?:at|on|time|date|by)?|(?:creation|modification|update|insert)(?:time|date|timestamp)|datecreated|dateupdated|datemodified)$/;

/** Whether a field is a time that the service keeps, by its name: `createdAt`, `updated_on`. */
export function isTimeName(name: string): boolean {
  return timeNames.test(normalise(name));
}

/** What clients send: the records of the requests that create one, and of those that change one. */
export interface SentRecords {
  creating: readonly Shape[];
  changing: readonly Shape[];
}

/** The fields of a record that the service decides, with the reason. */
export function findServerSet(
  shapes: ShapeReader,
  record: Shape | undefined,
  { creating, changing }: SentRecords,
  id: readonly Pointer[],
): Map<Pointer, Reason> {
  const reasons = new Map<Pointer, Reason>();
  if (record === undefined) return reasons;
  const sentFirst = listNames(creating);
  const sentLater = listNames(changing);
  const isKnown = sentFirst.size > 0 || (creating.length === 0 && sentLater.size > 0);
  for (const [name, property] of record.properties) {
    const pointer = `/${escapePointer(name)}`;
    const isId = id.includes(pointer);
    const word = normalise(name);
    // An update often repeats the id that the service gave.
    const isSent = sentFirst.has(word) || (!isId && sentLater.has(word));
    if (shapes.read(property).readOnly) {
      reasons.set(pointer, { certainty: 'certain', because: 'the schema says readOnly' });
    } else if (isKnown && !isSent) {
      const because = 'responses have it, and no request does';
      reasons.set(pointer, { certainty: 'certain', because });
    } else if (isTimeName(name)) {
      const because = 'services usually keep a time of this name themselves';
      reasons.set(pointer, { certainty: 'likely', because });
    }
  }
  return reasons;
}

function listNames(bodies: readonly Shape[]): Set<string> {
  return new Set(bodies.flatMap(({ properties }) => [...properties.keys()].map(normalise)));
}

/** The fields that requests have and responses never do. */
export function findHidden(
  shapes: ShapeReader,
  record: Shape | undefined,
  requests: readonly Shape[],
): Set<Pointer> {
  const hidden = new Set<Pointer>();
  if (record === undefined || record.properties.size === 0) return hidden;
  const returned = new Set([...record.properties.keys()].map(normalise));
  for (const request of requests) {
    for (const [name, property] of request.properties) {
      const isHidden = !returned.has(normalise(name)) || shapes.read(property).writeOnly;
      if (isHidden) hidden.add(`/${escapePointer(name)}`);
    }
  }
  for (const [name, property] of record.properties) {
    if (shapes.read(property).writeOnly) hidden.add(`/${escapePointer(name)}`);
  }
  return hidden;
}

/** Fields whose values are secrets by their schema. */
export function findSecret(shapes: ShapeReader, bodies: readonly Shape[]): Set<Pointer> {
  const secret = new Set<Pointer>();
  for (const body of bodies) {
    for (const [name, property] of body.properties) {
      const { format, writeOnly } = shapes.read(property);
      if (format === 'password' || writeOnly) secret.add(`/${escapePointer(name)}`);
    }
  }
  return secret;
}

/** Counts that the service keeps, which change when other records do. */
export function findDerived(
  shapes: ShapeReader,
  record: Shape | undefined,
  serverSet: ReadonlyMap<Pointer, Reason>,
): Set<Pointer> {
  const derived = new Set<Pointer>();
  for (const [name, property] of record?.properties ?? []) {
    const pointer = `/${escapePointer(name)}`;
    const { type } = shapes.read(property);
    const isCount = splitWords(name).some((word) => ['count', 'counts', 'total'].includes(word));
    if (isCount && type === 'integer' && serverSet.has(pointer)) derived.add(pointer);
  }
  return derived;
}

/** The fields of a record that contain ids of other resources. */
export function findReferences(
  shapes: ShapeReader,
  bodies: readonly Shape[],
  id: readonly Pointer[],
  names: ReadonlySet<string>,
): Map<Pointer, string> {
  const references = new Map<Pointer, string>();
  for (const body of bodies) {
    for (const [field, property] of body.properties) {
      const pointer = `/${escapePointer(field)}`;
      if (id.includes(pointer)) continue;
      const reference = findReference(field, shapes.read(property), names);
      if (reference !== undefined) references.set(pointer + reference.inner, reference.resource);
    }
  }
  return references;
}

const idWords = new Set(['id', 'ids', 'uuid', 'uuids', 'gid', 'sid', 'key', 'slug']);

/** The resource that a field names: `authorId`, `tag_ids`, or `author` with an object that has an id. */
function findReference(field: string, shape: Shape, names: ReadonlySet<string>) {
  const words = splitWords(field);
  const last = words.at(-1) ?? '';
  if (words.length > 1 && idWords.has(last) && shape.type !== 'object') {
    const resource = findName(words.slice(0, -1), names);
    return resource === undefined ? undefined : { resource, inner: '' };
  }
  const resource = findName(words, names);
  if (resource === undefined) return undefined;
  if (shape.type === 'object') {
    const inner = [...shape.properties.keys()].find(isIdName);
    return inner === undefined ? undefined : { resource, inner: `/${inner}` };
  }
  const isIdentifier = shape.format === 'uuid' || shape.pattern !== undefined;
  return isIdentifier ? { resource, inner: '' } : undefined;
}

/** The resource with the longest name at the end of the words: `parentNoteId` refers to a note. */
function findName(words: readonly string[], names: ReadonlySet<string>): string | undefined {
  const last = toSingular(words.at(-1) ?? '');
  const singular = [...words.slice(0, -1), last];
  for (const start of singular.keys()) {
    const name = toCamelCase(singular.slice(start));
    if (names.has(name)) return name;
  }
  return undefined;
}
