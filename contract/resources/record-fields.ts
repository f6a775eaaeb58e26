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
  'login',
  'username',
  'number',
  'name',
  'code',
  'token',
  'ip',
  'fingerprint',
];

/** Objects inside a record that may contain its id: `/metadata/name`. */
const innerObjects = ['metadata', 'meta', 'sys', 'attributes', 'data'];

/** A parameter that identifies a record in a path. */
export interface IdParameter {
  name: string;
  /** The type of its schema. */
  type: string | undefined;
}

/**
 * Finds the field of a record with the value of a path parameter.
 * @param noun the name of the resource
 */
export function findIdField(
  shapes: ShapeReader,
  record: Shape | undefined,
  parameter: IdParameter,
  noun: string,
): Pointer | undefined {
  if (record === undefined) return undefined;
  const toPointer = (field: string): Pointer => {
    return `/${escapePointer(field)}${findInnerName(shapes, record, field)}`;
  };
  const id = matchId([...record.properties.keys()], parameter.name, noun);
  if (id !== undefined) return toPointer(id);
  const fields = listCandidates(shapes, record, parameter);
  const field = matchName(fields, parameter.name, noun);
  if (field !== undefined) return toPointer(field);
  for (const name of innerObjects) {
    const inner = shapes.readProperty(record, name);
    const innerField = inner && matchInner(shapes, inner, parameter, noun);
    if (innerField !== undefined) return `/${name}/${escapePointer(innerField)}`;
  }
  const usual = findFirst(fields, usualIds);
  return usual === undefined ? undefined : `/${escapePointer(usual)}`;
}

/** The fields whose type is that of the parameter: a text does not name an integer. */
function listCandidates(shapes: ShapeReader, record: Shape, { type }: IdParameter): string[] {
  const names = [...record.properties.keys()];
  if (type !== 'string' && type !== 'integer') return names;
  const unfitTypes = type === 'string' ? ['integer', 'number', 'array'] : ['string', 'array'];
  return names.filter((name) => {
    const field = shapes.readProperty(record, name);
    return !unfitTypes.includes(field?.type ?? '');
  });
}

/** The first of some normalised names that a record has. */
function findFirst(names: readonly string[], wanted: readonly string[]): string | undefined {
  for (const word of wanted) {
    const name = names.find((candidate) => normalise(candidate) === word);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** For `/repos/{owner}`, the owner is an object, and its login identifies it. */
function findInnerName(shapes: ShapeReader, record: Shape, field: string): Pointer {
  const inner = shapes.readProperty(record, field);
  if (inner?.type !== 'object') return '';
  const name = findFirst([...inner.properties.keys()], ['login', 'username', 'name', 'slug', 'id']);
  return name === undefined ? '' : `/${escapePointer(name)}`;
}

/** Words at the end of parameters, with the fields that they mean, from the most to the least likely. */
const fieldsByWord: ReadonlyMap<string, readonly string[]> = new Map([
  ['index', ['number', 'index', 'iid']],
  ['number', ['number', 'index', 'iid']],
  ['username', ['username', 'login', 'name']],
  ['user', ['username', 'login', 'name']],
]);

function matchInner(shapes: ShapeReader, inner: Shape, parameter: IdParameter, noun: string) {
  const id = matchId([...inner.properties.keys()], parameter.name, noun);
  return id ?? matchName(listCandidates(shapes, inner, parameter), parameter.name, noun);
}

/** The field with the name of the parameter, or the id for a parameter such as `petId`. */
function matchId(names: readonly string[], parameter: string, noun: string): string | undefined {
  const exact = findFirst(names, [normalise(parameter)]);
  if (exact !== undefined) return exact;
  // `{id_or_name}` is an id as well.
  const [first = ''] = parameter.split(/_or_|Or(?=[A-Z])/);
  const last = splitWords(first).at(-1) ?? '';
  if (!isIdName(last) && !last.endsWith('id')) return undefined;
  const id = findFirst(names, [last]) ?? names.find(isIdName);
  const ownId = normalise(noun);
  return id ?? findFirst(names, [ownId + last, `${ownId}id`]);
}

/** The field that another parameter means: `{issue_number}` the number, `{pet}` the id of a pet. */
function matchName(names: readonly string[], parameter: string, noun: string): string | undefined {
  const wanted = normalise(parameter);
  const last = splitWords(parameter).at(-1) ?? '';
  if (wanted === normalise(noun)) {
    const id = names.find(isIdName) ?? findFirst(names, [`${wanted}id`]);
    if (id !== undefined) return id;
  }
  const meant = findFirst(names, fieldsByWord.get(last) ?? [last]);
  if (meant !== undefined) return meant;
  const usual = names.find((name) => {
    const word = normalise(name);
    return wanted.endsWith(word) && usualIds.includes(word);
  });
  if (usual !== undefined || !usualIds.includes(last)) return usual;
  // `{template_key}` is the template of a record that has no key.
  const subject = wanted.slice(0, -last.length);
  return subject === normalise(noun) ? undefined : findFirst(names, [subject]);
}

const timeNames =
  /^(?:(?:date)?(?:created|updated|modified|lastmodified|lastupdated)(?:at|on|time|date|by)?|(?:creation|modification|update|insert)(?:time|date|timestamp)|datecreated|dateupdated|datemodified)$/;

/** Whether a field is a time that the service keeps, by its name: `createdAt`, `updated_on`. */
function isTimeName(name: string): boolean {
  return timeNames.test(normalise(name));
}

/** What clients send: the records of the requests that create one, and of those that change one. */
interface SentRecords {
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
  const names = bodies.flatMap(({ properties }) => [...properties.keys()]);
  return new Set(names.map(normalise));
}

/**
 * The fields that requests have and responses never do.
 * @param responses the record in every response
 */
export function findHidden(
  shapes: ShapeReader,
  record: Shape | undefined,
  responses: readonly Shape[],
  requests: readonly Shape[],
): Set<Pointer> {
  const hidden = new Set<Pointer>();
  if (record === undefined || record.properties.size === 0) return hidden;
  const returned = listNames([record, ...responses]);
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

/** The type of the id of each resource, by name. Undefined where nothing says it, and where several fields identify a record. */
export type IdTypes = ReadonlyMap<string, string | undefined>;

/**
 * The fields of a record that contain ids of other resources.
 * @param resource the name of its resource. A field with that name is the text of a comment more often than the id of another one
 */
export function findReferences(
  shapes: ShapeReader,
  bodies: readonly Shape[],
  { resource, id }: { resource: string; id: readonly Pointer[] },
  idTypes: IdTypes,
): Map<Pointer, string> {
  const references = new Map<Pointer, string>();
  const types = new Map(idTypes).set(resource, undefined);
  for (const body of bodies) {
    for (const [field, property] of body.properties) {
      const pointer = `/${escapePointer(field)}`;
      if (id.includes(pointer)) continue;
      const reference = findReference(field, shapes.read(property), types);
      if (reference !== undefined) references.set(pointer + reference.inner, reference.resource);
    }
  }
  return references;
}

const idWords = new Set(['id', 'ids', 'uuid', 'uuids', 'gid', 'sid', 'key', 'slug']);

/** The resource that a field names: `authorId`, `tag_ids`, or `author` with an id or with an object that has one. */
function findReference(field: string, shape: Shape, names: IdTypes) {
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
  const isNamedAlike = normalise(field) === normalise(resource) && canBeId(shape, names, resource);
  return isIdentifier || isNamedAlike ? { resource, inner: '' } : undefined;
}

/** Whether a field that is named as a resource, such as `customer`, has the type of its ids. It is then likely to contain one. */
function canBeId({ type, format, values }: Shape, idTypes: IdTypes, resource: string): boolean {
  const isPlain = format === undefined || format === 'int32' || format === 'int64';
  return isPlain && values.length === 0 && type !== undefined && type === idTypes.get(resource);
}

/** The resource with the longest name at the end of the words: `parentNoteId` refers to a note. */
function findName(words: readonly string[], names: IdTypes): string | undefined {
  const last = toSingular(words.at(-1) ?? '');
  const singular = [...words.slice(0, -1), last];
  for (const start of singular.keys()) {
    const name = toCamelCase(singular.slice(start));
    if (names.has(name)) return name;
  }
  return undefined;
}
