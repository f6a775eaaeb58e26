import { normalizePath } from './parse-url.ts';

/** A path template in the tree, with what a path has in place of its parameters. */
interface PathMatch<Leaf> {
  leaf: Leaf;
  /** The texts of the parameters, as they were sent, in the order of the template. */
  texts: readonly string[];
}

/** A segment with parameters and fixed text, such as `{id}:activate` or `{name}.{extension}`. */
interface PartialSegment<Leaf> {
  /** The segment with `{}` for each parameter. */
  key: string;
  pattern: RegExp;
  node: Node<Leaf>;
}

interface Node<Leaf> {
  readonly fixed: Map<string, Node<Leaf>>;
  /** Those with more fixed text first. */
  readonly partial: PartialSegment<Leaf>[];
  /** For a segment that is one parameter. */
  whole: Node<Leaf> | undefined;
  leaf: Leaf | undefined;
}

const parameter = /\{[^{}]*\}/g;

/**
 * Path templates by segment. A path takes as many steps as it has segments, however many templates there are. Templates that
 * differ only in the names of their parameters are one (OpenAPI 3.1, "Path Templating Matching").
 */
export class PathTree<Leaf> {
  readonly #root = createNode<Leaf>();

  /** Returns the leaf of a template, which is created if it is new. */
  provide(template: string, create: () => Leaf): Leaf {
    let node = this.#root;
    for (const segment of template.split('/')) node = descend(node, segment);
    node.leaf ??= create();
    return node.leaf;
  }

  /** The templates that match a normalised path: fixed segments before those with parameters, from left to right. */
  match(path: string): PathMatch<Leaf>[] {
    const matches: PathMatch<Leaf>[] = [];
    collect(this.#root, path.split('/'), 0, [], matches);
    return matches;
  }
}

function createNode<Leaf>(): Node<Leaf> {
  return { fixed: new Map(), partial: [], whole: undefined, leaf: undefined };
}

/** The node below another one, which is created if it is new. */
function descend<Leaf>(node: Node<Leaf>, segment: string): Node<Leaf> {
  const key = segment.replaceAll(parameter, '{}');
  if (!key.includes('{}')) {
    const text = normalizePath(segment);
    const existing = node.fixed.get(text) ?? createNode<Leaf>();
    node.fixed.set(text, existing);
    return existing;
  }
  if (key === '{}') {
    node.whole ??= createNode<Leaf>();
    return node.whole;
  }
  const earlier = node.partial.find((candidate) => candidate.key === key);
  if (earlier !== undefined) return earlier.node;
  const added = { key, pattern: toPattern(key), node: createNode<Leaf>() };
  node.partial.push(added);
  node.partial.sort((left, right) => right.key.length - left.key.length);
  return added.node;
}

function toPattern(key: string): RegExp {
  const literals = key.split('{}').map(normalizePath);
  const texts = literals.map((text) => text.replaceAll(/[.*+?^$()|[\]{}\\]/g, '\\$&'));
  return new RegExp(`^${texts.join('(.+)')}$`);
}

function collect<Leaf>(
  node: Node<Leaf>,
  segments: readonly string[],
  position: number,
  texts: readonly string[],
  matches: PathMatch<Leaf>[],
): void {
  const segment = segments[position];
  if (segment === undefined) {
    if (node.leaf !== undefined) matches.push({ leaf: node.leaf, texts });
    return;
  }
  const next = position + 1;
  const fixed = node.fixed.get(segment);
  if (fixed !== undefined) collect(fixed, segments, next, texts, matches);
  for (const { pattern, node: inner } of node.partial) {
    const [, ...captured] = pattern.exec(segment) ?? [];
    if (captured.length > 0) collect(inner, segments, next, [...texts, ...captured], matches);
  }
  if (node.whole !== undefined && segment !== '')
    collect(node.whole, segments, next, [...texts, segment], matches);
}
