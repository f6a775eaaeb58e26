import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  visit,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import { DocumentError } from './errors.ts';

/**
 * Keys are texts (OpenAPI 3.1, section 4.3): `1.0` is not 1. The parser would compare each key of a mapping with all
 * others, which takes minutes for 60,000 keys, so `ValueReader` finds the duplicates. Tags such as `!!set` have no form in
 * JSON.
 */
const parserOptions = {
  merge: true,
  stringKeys: true,
  uniqueKeys: false,
  resolveKnownTags: false,
  // A tag that is unknown is ignored, also on standard error.
  logLevel: 'error',
} as const;

/** The parser's stack is limited. */
const tooDeep = 'it is nested too deeply; use a flatter document';

/** How many values aliases may repeat. A few lines of aliases can otherwise stand for billions of values. */
const mostRepeated = 500_000;

export interface Position {
  line: number;
  /** The column, starting at 1. */
  col: number;
}

/**
 * Parses YAML to values of JSON. Aliases become copies, so that a change of one place changes no other.
 * @param file its name in messages
 * @param toNumber reads a number that was written in this way. Default: the number that the parser read
 * @throws DocumentError with the file, and the line and column of a mistake
 */
export function parseYaml(
  text: string,
  file: string,
  toNumber: NumberReader = (_, value) => value,
): unknown {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { ...parserOptions, lineCounter });
  const refuse = ({ line, col }: Position, reason: string): DocumentError =>
    new DocumentError(`${file}:${line}:${col}: ${reason}`);
  const [error] = document.errors;
  if (error !== undefined)
    throw refuse(error.linePos?.[0] ?? { line: 1, col: 1 }, explainSyntaxError(error));
  const refuseNode = (node: Node, reason: string): DocumentError =>
    refuse(lineCounter.linePos(node.range?.[0] ?? 0), reason);
  try {
    return new ValueReader(document, refuseNode, toNumber).read(document.contents);
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new DocumentError(`${file}: ${tooDeep}`);
    throw thrown;
  }
}

/** Explains a syntax error in one sentence, without the line and column. */
function explainSyntaxError({ code, message }: YAMLError): string {
  if (code === 'MULTIPLE_DOCS') return 'a second YAML document starts here; keep one per file';
  if (code === 'NON_STRING_KEY') return 'a key must be a text; quote it, or correct the line';
  const [sentence = ''] = message.split('\n');
  if (sentence.includes('call stack')) return tooDeep;
  const plain = sentence
    .replace(/ at line .*$/, '')
    .replace(/^Flow \w+ in block collection .* end with an? (.)$/, 'a closing $1 is missing');
  return `invalid YAML or JSON: ${plain}`;
}

type NumberReader = (source: string, value: number) => unknown;

/** Reads the values of a parsed document, in time in proportion to its size. */
class ValueReader {
  readonly #targets: ReadonlyMap<Alias, Node>;
  readonly #refuse: (node: Node, reason: string) => DocumentError;
  readonly #toNumber: NumberReader;
  /** The targets of the aliases that are being read. */
  readonly #open = new Set<Node>();
  #repeated = 0;

  constructor(
    document: Document.Parsed,
    refuse: (node: Node, reason: string) => DocumentError,
    toNumber: NumberReader,
  ) {
    this.#targets = findTargets(document);
    this.#refuse = refuse;
    this.#toNumber = toNumber;
  }

  read(node: unknown): unknown {
    if (isAlias(node)) return this.#readAlias(node);
    if (this.#open.size > 0) this.#repeated += 1;
    if (isMap(node)) return Object.fromEntries(this.#readMap(node));
    if (isSeq(node)) return node.items.map((item) => this.read(item));
    return isScalar(node) ? this.#readScalar(node) : null;
  }

  #readScalar({ value, source }: Scalar): unknown {
    const isNumber = typeof value === 'number' && source !== undefined;
    return isNumber ? this.#toNumber(source, value) : value;
  }

  #readAlias(alias: Alias): unknown {
    const target = this.#targets.get(alias);
    if (target === undefined)
      throw this.#refuse(alias, `*${alias.source} has no anchor &${alias.source} before it`);
    if (this.#open.has(target))
      throw this.#refuse(alias, `the anchor &${alias.source} contains itself; use $ref instead`);
    if (this.#repeated > mostRepeated)
      throw this.#refuse(
        alias,
        'the aliases repeat too many values; replace aliases by $ref or by the repeated parts',
      );
    this.#open.add(target);
    const value = this.read(target);
    this.#open.delete(target);
    return value;
  }

  #readMap(map: YAMLMap): Map<string, unknown> {
    const entries = new Map<string, unknown>();
    const keys = new Set<string>();
    for (const { key, value } of map.items) {
      if (!isScalar(key)) continue;
      if (isMergeKey(key)) {
        this.#merge(key, value, entries);
        continue;
      }
      const name = String(key.value);
      if (keys.has(name))
        throw this.#refuse(key, `the key "${name}" occurs twice in one mapping; keys are unique`);
      keys.add(name);
      entries.set(name, this.read(value));
    }
    return entries;
  }

  /** Adds the entries of other mappings (https://yaml.org/type/merge.html). Those that exist have priority. */
  #merge(key: Scalar, value: unknown, entries: Map<string, unknown>): void {
    const merged: unknown = this.read(value);
    for (const source of Array.isArray(merged) ? merged : [merged]) {
      if (typeof source !== 'object' || source === null || Array.isArray(source))
        throw this.#refuse(key, 'the value of << must be a mapping or a list of mappings');
      for (const [name, inner] of Object.entries(source))
        if (!entries.has(name)) entries.set(name, inner);
    }
  }
}

function isMergeKey(key: Scalar): boolean {
  return key.value === '<<' && key.type === Scalar.PLAIN;
}

/** The node of each alias: the last one before it that has its anchor. */
function findTargets(document: Document.Parsed): Map<Alias, Node> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  visit(document, {
    Node: (_, node) => {
      if (isAlias(node)) {
        const target = anchors.get(node.source);
        if (target !== undefined) targets.set(node, target);
      } else if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
  return targets;
}

/** The places of a value, and of its key. A list item has no key of its own, so both are the same. */
export interface ValuePlace {
  key: Position;
  value: Position;
}

/**
 * Creates a function that finds the place of a value by its keys, or of its nearest ancestor that exists. The text must be
 * one that `parseYaml` accepts.
 */
export function createPlaceFinder(text: string): (keys: readonly string[]) => ValuePlace {
  const lineCounter = new LineCounter();
  const { contents } = parseDocument(text, { ...parserOptions, lineCounter });
  const indexes = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();
  const toIndex = (map: YAMLMap) => {
    const index = indexes.get(map) ?? indexByKey(map);
    indexes.set(map, index);
    return index;
  };
  return (keys) => {
    let node: unknown = contents;
    let entry: { key: unknown; value: unknown } = { key: contents, value: contents };
    for (const key of keys) {
      const child = isMap(node) ? toIndex(node).get(key) : readItem(node, key);
      if (child === undefined) break;
      entry = isPair(child) ? child : { key: child, value: child };
      node = entry.value;
    }
    const toPosition = (part: unknown): Position => {
      const [start = 0] = (isNode(part) && part.range) || [];
      return lineCounter.linePos(start);
    };
    return { key: toPosition(entry.key), value: toPosition(entry.value) };
  };
}

function indexByKey(map: YAMLMap): ReadonlyMap<string, Pair> {
  const index = new Map<string, Pair>();
  for (const pair of map.items) if (isScalar(pair.key)) index.set(String(pair.key.value), pair);
  return index;
}

function readItem(list: unknown, key: string): unknown {
  return isSeq(list) ? list.items[Number(key)] : undefined;
}
