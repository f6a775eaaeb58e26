import {
  findItem,
  findList,
  type ItemEnvelope,
  isListEnvelope,
  type ListEnvelope,
} from './envelopes.ts';
import { type NamedVerb, readNamedVerb } from './operation-names.ts';
import type { OperationView } from './operation-view.ts';
import { isItemKey, isParameter, itemKeyOf, parentKey } from './path-shape.ts';
import type { Shape, ShapeReader } from './shapes.ts';
import { toVerb, type Verb } from './verbs.ts';
import { splitWords, toSingular, toSingularName } from './words.ts';

/** What one operation shows by itself, before it is compared with others. */
export interface OperationFacts {
  operation: OperationView;
  /** Its path key. */
  key: string;
  /** The verb in its operation id or summary. */
  name: NamedVerb | undefined;
  /** The verb at the end of its path, such as `search`, or of a custom method (`:cancel`). */
  pathVerb: PathVerb | undefined;
  /** The names that its records may have in bodies. */
  nouns: readonly string[];
  /** The list in its response. */
  list: ListEnvelope | undefined;
  /** The record in its response. */
  item: ItemEnvelope | undefined;
}

export interface PathVerb {
  verb: Verb;
  word: string;
  /** The words that follow, as in `/users/createWithList`. */
  laterWords: readonly string[];
}

export function readFacts(operation: OperationView, shapes: ShapeReader): OperationFacts {
  const { shape: path, response } = operation;
  const pathVerb = readPathVerb(operation);
  const nouns = readNouns(operation, pathVerb);
  const body = response?.shape;
  const declared = body && findDeclaredList(shapes, body, operation);
  const list = declared ?? (body && findListOf(path.key, shapes, body, nouns));
  const item = body && list === undefined ? findItem(shapes, body, nouns) : undefined;
  const name = readNamedVerb(operation);
  return { operation, key: path.key, name, pathVerb, nouns, list, item };
}

/** The list at the place that an extension names. */
function findDeclaredList(
  shapes: ShapeReader,
  body: Shape,
  { pages }: OperationView,
): ListEnvelope | undefined {
  const items = pages?.items;
  const array = items === undefined ? undefined : shapes.readAt(body, items);
  if (items === undefined || array?.type !== 'array') return undefined;
  return { items, record: array.items };
}

/** The list in a response. One record may have a field with a list, such as the items of an order. */
function findListOf(
  key: string,
  shapes: ShapeReader,
  body: Shape,
  nouns: readonly string[],
): ListEnvelope | undefined {
  const list = findList(shapes, body, nouns);
  const isRecord = isItemKey(key) && body.type === 'object' && !isListEnvelope(shapes, body);
  return isRecord ? undefined : list;
}

function readPathVerb({ shape: path }: OperationView): PathVerb | undefined {
  const last = path.segments.at(-1);
  if (last === undefined || isParameter(last)) return undefined;
  const [word, ...laterWords] = splitWords(last.text);
  if (word === undefined) return undefined;
  const verb = toVerb(word) ?? (path.customVerb === undefined ? undefined : 'action');
  if (verb === undefined) return undefined;
  // `login_links` are things, while `add-links` is a command.
  const noun = laterWords.at(-1) ?? '';
  const isThing = verb === 'action' && path.customVerb === undefined && toSingular(noun) !== noun;
  return isThing ? undefined : { verb, word, laterWords };
}

/** The last noun of the path, also in singular. */
function readNouns({ shape: path }: OperationView, pathVerb: PathVerb | undefined): string[] {
  const fixed = path.segments.filter((segment) => !isParameter(segment));
  const noun = fixed.at(-1)?.text ?? '';
  const before = fixed.at(-2)?.text ?? '';
  const nouns = pathVerb === undefined ? [noun] : [noun, before];
  const texts = nouns.filter((text) => text !== '');
  return texts.flatMap((text) => [text, toSingularName(text)]);
}

/** All operations by path. */
export class PathIndex {
  readonly #methods = new Map<string, Map<string, OperationFacts>>();

  constructor(operations: readonly OperationFacts[]) {
    for (const facts of operations) {
      const methods = this.#methods.get(facts.key) ?? new Map<string, OperationFacts>();
      if (!methods.has(facts.operation.method)) methods.set(facts.operation.method, facts);
      this.#methods.set(facts.key, methods);
    }
  }

  has(key: string): boolean {
    return this.#methods.has(key);
  }

  get(key: string, method: string): OperationFacts | undefined {
    return this.#methods.get(key)?.get(method);
  }

  keys(): IterableIterator<string> {
    return this.#methods.keys();
  }

  /** Whether any of the methods is defined for a path. */
  hasAny(key: string, methods: readonly string[]): boolean {
    return methods.some((method) => this.get(key, method) !== undefined);
  }

  /** Whether records of the collection have paths of their own. */
  hasItems(key: string): boolean {
    return this.has(itemKeyOf(key));
  }

  /** Whether a path is a collection: it has items, or GET lists something. */
  isCollection(key: string): boolean {
    if (isItemKey(key)) return false;
    return this.hasItems(key) || this.get(key, 'GET')?.list !== undefined;
  }

  /** The record that GET returns at a path. */
  recordAt(key: string): Shape | undefined {
    return this.get(key, 'GET')?.item?.shape;
  }
}

/** Whether the segment before the last one identifies a record: `/orders/{id}/cancel`. */
export function isBelowItem(key: string): boolean {
  return isItemKey(parentKey(key));
}
