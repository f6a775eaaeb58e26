import type { Operation } from '../../contract/index.ts';
import { isRecord, parseJson } from '../../contract/resolve-reference.ts';
import { createFreshBody } from '../data/fresh-body.ts';
import type { JournalEntry } from '../runner/journal.ts';
import { toKind } from './explanation.ts';
import { decodeEscapes, listPathIds, toKey } from './ledger.ts';
import { listNamed } from './record-writes.ts';

/** Features of a request that may explain its response. Each is a clause that completes "a request that …", with a weight. */
type Traits = ReadonlyMap<string, number>;

const fewestOthers = 3;

export interface TraitOptions {
  /** Ids of records that exist. */
  known: ReadonlySet<string>;
  /** Whether a site is known to appear in the list of a workspace. Default: always true. */
  isListed?: (workspace: string, site: string) => boolean;
  /** The fields of a request whose values another record already had. Default: none. */
  listTaken?: (entry: JournalEntry) => readonly string[];
  /** Successful requests to other operations. Their features are unlikely to be the cause. */
  elsewhere?: readonly JournalEntry[];
  /** The share of the other requests that may have the trait too. Default: 0. */
  tolerance?: number;
}

/**
 * Finds what all requests with one outcome share, and no request with another outcome has. Returns a clause such as `that
 * sends an unknown field`, or undefined if nothing distinguishes them.
 */
export function findCommonTrait(
  same: readonly JournalEntry[],
  others: readonly JournalEntry[],
  options: TraitOptions,
): string | undefined {
  if (same.length === 0 || others.length < fewestOthers) return undefined;
  const { tolerance = 0, elsewhere = [] } = options;
  const counts = new Map<string, number>();
  for (const entry of others)
    for (const [trait] of listTraits(entry, options))
      counts.set(trait, (counts.get(trait) ?? 0) + 1);
  const [first, ...rest] = same.map((entry) => listTraits(entry, options, true));
  const common = [...(first ?? [])]
    .filter(
      ([trait]) =>
        (counts.get(trait) ?? 0) <= tolerance * others.length &&
        rest.every((traits) => traits.has(trait)),
    )
    .sort((one, other) => other[1] - one[1]);
  const [best] = common;
  if (best === undefined) return findLength(same, others);
  // If a text has several kinds of unusual characters, exclude those that worked elsewhere.
  const alike = common.filter(([, weight]) => weight === best[1] && weight === characterWeight);
  if (alike.length < 2) return best[0];
  const harmless = new Set(elsewhere.flatMap((entry) => [...listTraits(entry, options).keys()]));
  const [suspect = best, ...further] = alike.filter(([trait]) => !harmless.has(trait));
  return further.length === 0
    ? suspect[0]
    : suspect[0].replace(/ with (.*)$/, ' with unusual characters, such as $1');
}

/** Minimum share of the requests that must have a usual trait. */
const most = 1 / 3;

/** Finds a trait that many requests with one outcome share, and no request with another outcome has. */
export function findUsualTrait(
  same: readonly JournalEntry[],
  others: readonly JournalEntry[],
  options: TraitOptions,
): string | undefined {
  if (same.length < fewestOthers - 1 || others.length < fewestOthers) return undefined;
  const strange = new Set(others.flatMap((entry) => [...listTraits(entry, options).keys()]));
  const counts = new Map<string, { count: number; weight: number }>();
  for (const entry of same)
    for (const [trait, weight] of listTraits(entry, options, true))
      if (!strange.has(trait))
        counts.set(trait, { count: (counts.get(trait)?.count ?? 0) + 1, weight });
  return [...counts]
    .filter(([, { count }]) => count > 1 && count >= most * same.length)
    .sort(([, one], [, other]) => other.count - one.count || other.weight - one.weight)[0]?.[0];
}

/** @param isFailing whether the request has the outcome to be explained */
function listTraits(
  entry: JournalEntry,
  { known, isListed = () => true, listTaken = () => [] }: TraitOptions,
  isFailing = false,
): Traits {
  const { operation, intent } = entry;
  const { request } = entry.sent;
  const traits = new Map<string, number>();
  const add = (trait: string, weight: number) => traits.set(`that ${trait}`, weight);
  if (intent === 'unauthorised') add('has no valid API key', 6);
  if (request.credential.value === undefined) add('has no Authorization header', 6.2);
  if (isSpelledOtherwise(request.path)) add(spelledOtherwise, 7);
  addIds(entry, { known, isListed }, isFailing ? uuid : looseUuid, add);
  for (const field of listTaken(entry)) add(`sends a ${field} that another record has`, 7.3);
  if (intent === 'invalid') add('breaks the contract', 0);
  addBody(request.body, operation, add);
  addQuery(request.path, operation, add);
  return traits;
}

const spelledOtherwise = 'spells its path differently';

/** Malformed ids may cause errors in services that pass them to the database without validation. */
export const malformedId = 'has an id in its path that is not a UUID';

/** Whether a path is a variant spelling that some servers normalise: escapes, capital letters or extra slashes. */
export function isSpelledOtherwise(path: string): boolean {
  const [address = ''] = path.split('?');
  return !/^(?:\/[a-z\d-]+)+$/.test(address);
}

/** Whether a path contains a malformed id. Some services accept UUIDs without hyphens or in braces, so `form` decides. */
export function hasMalformedId(operation: Operation, path: string, form: RegExp): boolean {
  const [address = ''] = path.split('?');
  const names = operation.path.split('/');
  // Extra slashes shift the position of an id but do not change the id.
  const segments = address
    .replaceAll(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .split('/');
  if (segments.length !== names.length) return false;
  return names.some(
    (name, at) => name.startsWith('{') && !form.test(decodeEscapes(segments[at] ?? '')),
  );
}

export const looseUuid = /^\{?[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}\}?$/i;

export const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

type Add = (trait: string, weight: number) => void;

/** Adds traits for the ids in the path and the query. */
function addIds(
  { operation, sent: { request } }: JournalEntry,
  { known, isListed }: Required<Pick<TraitOptions, 'known' | 'isListed'>>,
  form: RegExp,
  add: Add,
): void {
  const cursor = new URLSearchParams(request.path.split('?')[1] ?? '').get('after') ?? undefined;
  if (cursor !== undefined && !form.test(cursor)) add('has a cursor that is not a UUID', 5.5);
  const [workspace = ''] = listPathIds(request.path);
  if (cursor !== undefined && uuid.test(cursor) && !isListed(workspace, toKey(cursor)))
    add('has a cursor that is not the id of a site in the workspace', 5);
  if (cursor !== undefined && uuid.test(cursor) && !known.has(toKey(cursor)))
    add('names a resource that does not exist', 4.9);
  else if (listPathIds(request.path).some((id) => !known.has(id)))
    add('names a resource that does not exist', 3);
  if (hasMalformedId(operation, request.path, form)) add(malformedId, 7.5);
}

function addBody(bytes: Uint8Array | undefined, operation: Operation, add: Add): void {
  const { text, json } = readBody(bytes);
  const documented = listDocumented(operation);
  const isDocumented = (field: string) => documented.includes(field);
  if (json !== undefined && (!isRecord(json) || !Object.keys(json).some(isDocumented)))
    add('sends none of the documented fields', 6.5);
  if (json !== undefined && !isRecord(json)) add('has a body that is not an object', 7);
  if (text === undefined) add('has no body', 5);
  else if (json === undefined) add('has a body that is not JSON', 8);
  else if (json === null) add('has the body null', 9);
  else if (Array.isArray(json)) add('has an array as its body', 8);
  else if (isRecord(json)) addFields({ ...json }, operation, add);
}

/** The documented fields of the operation's request body. */
function listDocumented({ requestBody }: Operation): string[] {
  return Object.keys(requestBody?.schema.properties ?? {});
}

function addFields(body: Record<string, unknown>, operation: Operation, add: Add): void {
  const documented = listDocumented(operation);
  const example = createFreshBody(operation, 'x');
  const fields = Object.keys(body);
  if (fields.length === 0) add('has an empty object as its body', 9);
  for (const [field, value] of Object.entries(body)) {
    if (!documented.includes(field)) add('sends an unknown field', 7);
    add(`sends ${field}`, 2);
    if (field in example && toKind(value) !== toKind(example[field])) {
      add('sends a field of a wrong type', 4.5);
      add(`sends ${field} with a wrong type`, 4.6);
    }
    if (typeof value === 'string') addText(field, value, add);
    else add(`sends ${field} as ${toKind(value)}`, 5);
    for (const item of Array.isArray(value) ? value : [])
      if (!isRecord(item)) add(`sends ${toKind(item)} in ${field}`, 5.2);
  }
  for (const field of documented) if (!(field in body)) add(`does not send ${field}`, 1);
}

function addText(field: string, text: string, add: Add): void {
  if (word.test(text)) add(`sends ${field} ${JSON.stringify(text)}`, 1.5);
  if (text === '') add(`sends an empty ${field}`, 6);
  for (const [name, pattern] of textTraits)
    if (pattern.test(text)) add(`sends ${field} with ${name}`, characterWeight);
}

/** Weight of a trait that is about the characters of a text. */
const characterWeight = 4;

/** Matches enum-like values. Names that a run generates contain digits. */
const word = /^[a-z]+(?:[._-][a-z]+)*$/i;

export const textTraits: readonly (readonly [string, RegExp])[] = [
  ['half a surrogate pair', /\p{Cs}/u],
  ['the character U+0000', /\0/],
  ['a backslash', /\\/],
  ['a double quote', /"/],
  ['an apostrophe', /'/],
  ['a line break', /[\r\n]/],
  ['a percent sign', /%/],
  ['a brace', /[{}]/],
  ['a less-than sign', /</],
  ['an ampersand', /&/],
  ['a dollar sign', /\$/],
  ['a character beyond the Basic Multilingual Plane (such as an emoji)', /[\u{10000}-\u{10ffff}]/u],
  ['a space at its start or end', /^\s|\s$/],
  ['a space', / /],
  ['a character that is not ASCII', /[^\0-\x7f]/],
];

function addQuery(path: string, { parameters }: Operation, add: Add): void {
  const query = new URLSearchParams(path.split('?')[1] ?? '');
  const isNumber = (name: string) =>
    parameters.some((one) => one.name === name && one.schema.type === 'number');
  for (const [name, value] of query) {
    add(`has the parameter ${name}`, 3);
    if (isNumber(name) && !/^-?\d{1,18}$/.test(value))
      add(`has a ${name} that is not an integer`, 4.15);
    add(`has ${name}=${value}`, 4.1);
    if (/^-\d/.test(value)) add(`has a negative ${name}`, 5);
    else if (/\./.test(value)) add(`has a ${name} that is not whole`, 5);
    else if (!/^\d*$/.test(value) && isNumber(name)) add(`has a ${name} that is not a number`, 4.2);
  }
  for (const { in: place, name } of parameters)
    if (place === 'query' && !query.has(name)) add(`has no ${name}`, 1);
}

/** Checks whether the requests differ only by the length of their texts. */
function findLength(
  same: readonly JournalEntry[],
  others: readonly JournalEntry[],
): string | undefined {
  const documented = same[0] === undefined ? [] : listDocumented(same[0].operation);
  for (const field of documented) {
    const [lengths, otherLengths] = [same, others].map((entries) =>
      entries.flatMap(({ sent }) => {
        const value = listNamed(sent)[field];
        return typeof value === 'string' ? [[...value].length] : [];
      }),
    );
    if (lengths === undefined || lengths.length < same.length) continue;
    const least = Math.min(...lengths);
    const most = Math.max(0, ...(otherLengths ?? []));
    if (least > most)
      return `that sends ${/^[aeiou]/.test(field) ? 'an' : 'a'} ${field} of ${least} characters (${most} are accepted)`;
  }
  return undefined;
}

function readBody(bytes: Uint8Array | undefined): { text?: string; json?: unknown } {
  if (bytes === undefined || bytes.length === 0) return {};
  const text = Buffer.from(bytes).toString('utf8');
  return { text, json: parseJson(text) };
}
