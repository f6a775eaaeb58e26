import regjsparser, { type AstNode, type Features } from 'regjsparser';
import { pick, pickInteger, type Random } from '../random.ts';
import { toRegExp } from './regular-expression.ts';

/** The syntax of the regular expressions that documents use. */
interface Syntax extends Features {
  lookbehind: true;
  namedGroups: true;
  unicodePropertyEscape: true;
}

const syntax: Syntax = { lookbehind: true, namedGroups: true, unicodePropertyEscape: true };

type Node = AstNode<Syntax>;

/** The lengths that texts for a part of a pattern can have. */
interface Range {
  least: number;
  most: number;
}

/** How many characters a pattern without a limit of length gets beyond its shortest text. */
const usualSpare = 8;
/** Longer texts are not generated. */
const longest = 100_000;
/** How many texts are tried until one matches. */
const mostTries = 30;

const writers = new Map<string, PatternWriter | undefined>();

/**
 * Creates a text that matches a pattern, with a length in a range where possible. Lookarounds are only tried.
 * @returns undefined if no text was found
 */
export function createPatternText(
  pattern: string,
  random: Random,
  isValid: (text: string) => boolean,
  length: Partial<Range> = {},
): string | undefined {
  const writer = findWriter(pattern);
  if (writer === undefined || writer.least > longest) return undefined;
  const range = { least: length.least ?? 0, most: length.most ?? longest };
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    const text = writer.write(random, writer.pickLength(random, range, attempt));
    if (isValid(text)) return text;
  }
  return undefined;
}

function findWriter(pattern: string): PatternWriter | undefined {
  if (writers.has(pattern)) return writers.get(pattern);
  const writer = createWriter(pattern);
  writers.set(pattern, writer);
  return writer;
}

function createWriter(pattern: string): PatternWriter | undefined {
  const flags = toRegExp(pattern)?.flags;
  if (flags === undefined) return undefined;
  try {
    return new PatternWriter(regjsparser.parse(pattern, flags, syntax), flags);
  } catch {
    // Syntax that the parser does not know.
    return undefined;
  }
}

/** Characters that read well, best ones first. */
const letters = 'abcdefghijklmnopqrstuvwxyz';
const alphabets = [
  `${letters}0123456789`,
  letters.toUpperCase(),
  '-_. /:+=,@#~!?&%$*()[]{}<>|;^"\'`\\',
  'éàüßñøждשعあ漢한😀€£°\u00a0\t\n\r\0',
];

/** Writes texts for one pattern. */
class PatternWriter {
  readonly #root: Node;
  readonly #flags: string;
  readonly #ranges = new Map<Node, Range>();
  readonly #characters = new Map<Node, readonly string[]>();
  readonly #lookaheads: readonly Node[][];
  #groups: string[] = [];

  constructor(root: Node, flags: string) {
    this.#root = root;
    this.#flags = flags;
    this.#lookaheads = listLookaheads(root);
  }

  /** The length of the shortest text. */
  get least(): number {
    return this.#measure(this.#root).least;
  }

  /** Picks a length in a range. The first attempts are short, the later ones anywhere. */
  pickLength(random: Random, { least, most }: Range, attempt: number): number {
    const length = this.#measure(this.#root);
    const low = Math.min(Math.max(least, length.least), longest);
    const high = Math.max(low, Math.min(most, length.most, low + usualSpare + attempt * 4));
    return attempt === 1 ? low : pickInteger(random, low, high);
  }

  write(random: Random, length: number): string {
    this.#groups = [];
    const text = this.#fill(this.#root, length, random);
    return this.#lookaheads.length === 0 ? text : this.#overlay(text, random);
  }

  /** Writes texts for lookaheads over a text, one after the other, as most of them only demand that some character occurs. */
  #overlay(text: string, random: Random): string {
    const characters = [...text];
    let position = pickInteger(random, 0, Math.max(0, characters.length - 1));
    for (const body of this.#lookaheads) {
      const needed = this.#fillAll(body, 0, random);
      for (const character of needed) {
        characters[position] = character;
        position = (position + 1) % Math.max(1, characters.length);
      }
    }
    return characters.join('');
  }

  #measure(node: Node): Range {
    const stored = this.#ranges.get(node);
    if (stored !== undefined) return stored;
    const range = this.#toRange(node);
    this.#ranges.set(node, range);
    return range;
  }

  #toRange(node: Node): Range {
    switch (node.type) {
      case 'alternative':
        return this.#measureAll(node.body);
      case 'disjunction': {
        const ranges = node.body.map((option) => this.#measure(option));
        const least = Math.min(...ranges.map((range) => range.least));
        const most = Math.max(...ranges.map((range) => range.most));
        return { least, most };
      }
      case 'group':
        return isLookaround(node) ? { least: 0, most: 0 } : this.#measureAll(node.body);
      case 'quantifier': {
        const { least, most } = this.#measure(node.body[0]);
        const times = node.max ?? Number.POSITIVE_INFINITY;
        return { least: least * node.min, most: most === 0 || times === 0 ? 0 : most * times };
      }
      case 'anchor':
      case 'reference':
        return { least: 0, most: 0 };
      default:
        return { least: 1, most: 1 };
    }
  }

  #measureAll(nodes: readonly Node[]): Range {
    const range: Range = { least: 0, most: 0 };
    for (const node of nodes) {
      const { least, most } = this.#measure(node);
      range.least += least;
      range.most += most;
    }
    return range;
  }

  /** Writes a text for a node whose length is as near to the wanted one as possible. */
  #fill(node: Node, length: number, random: Random): string {
    switch (node.type) {
      case 'alternative':
        return this.#fillAll(node.body, length, random);
      case 'disjunction':
        return this.#fill(this.#pickOption(node.body, length, random), length, random);
      case 'group': {
        if (isLookaround(node)) return '';
        const text = this.#fillAll(node.body, length, random);
        if (node.behavior === 'normal') this.#groups.push(text);
        return text;
      }
      case 'quantifier':
        return this.#repeat(node, length, random);
      case 'reference':
        return this.#groups[(node.matchIndex ?? 1) - 1] ?? '';
      case 'anchor':
        return '';
      case 'value':
        return String.fromCodePoint(node.codePoint);
      default:
        return this.#writeCharacter(node, random);
    }
  }

  /** A class can match no character at all. */
  #writeCharacter(node: Node, random: Random): string {
    const characters = this.#listCharacters(node);
    return characters.length === 0 ? '' : pick(random, characters);
  }

  #pickOption(options: readonly Node[], length: number, random: Random): Node {
    const fitting = options.filter((option) => {
      const { least, most } = this.#measure(option);
      return least <= length && most >= length;
    });
    return pick(random, fitting.length > 0 ? fitting : options);
  }

  /** Distributes a length among the parts of a sequence. */
  #fillAll(nodes: readonly Node[], length: number, random: Random): string {
    const ranges = nodes.map((node) => this.#measure(node));
    const lengths = distribute(ranges, length, random);
    const texts = nodes.map((node, index) => this.#fill(node, lengths[index] ?? 0, random));
    return texts.join('');
  }

  #repeat(node: Extract<Node, { type: 'quantifier' }>, length: number, random: Random): string {
    const [body] = node.body;
    const range = this.#measure(body);
    const most = Math.min(node.max ?? longest, longest);
    const needed = range.most === 0 ? node.min : Math.ceil(length / range.most);
    const possible = range.least === 0 ? needed + 2 : Math.floor(length / range.least);
    const low = Math.min(Math.max(node.min, needed), most);
    const high = Math.min(Math.max(low, possible), most, low + 3);
    const count = pickInteger(random, low, high);
    const lengths = distribute(Array<Range>(count).fill(range), length, random);
    return lengths.map((share) => this.#fill(body, share, random)).join('');
  }

  /** The characters that a class matches: those that read well, if there are any. */
  #listCharacters(node: Node): readonly string[] {
    const stored = this.#characters.get(node);
    if (stored !== undefined) return stored;
    const expression = new RegExp(`^${node.raw}$`, this.#flags);
    const characters = listPlausible(node, expression) ?? listAll(expression);
    this.#characters.set(node, characters);
    return characters;
  }
}

/** The characters of the first alphabet that has some of a class. */
function listPlausible(node: Node, expression: RegExp): string[] | undefined {
  for (const alphabet of [...alphabets, listLiterals(node)]) {
    const matching = [...alphabet].filter((character) => expression.test(character));
    if (matching.length > 0) return matching;
  }
  return undefined;
}

/** Gives each part its shortest length, and divides what is left. */
function distribute(ranges: readonly Range[], length: number, random: Random): number[] {
  const lengths = ranges.map(({ least }) => least);
  let spare = length;
  for (const least of lengths) spare -= least;
  // The first round divides by chance, the second one gives the rest to whoever can take it.
  for (const isLast of [false, true])
    for (const [index, range] of ranges.entries()) {
      const current = lengths[index] ?? 0;
      const room = Math.min(spare, range.most - current);
      if (room <= 0) continue;
      const share = isLast ? room : pickInteger(random, 0, room);
      lengths[index] = current + share;
      spare -= share;
    }
  return lengths;
}

function isLookaround(node: Extract<Node, { type: 'group' }>): boolean {
  return node.behavior !== 'normal' && node.behavior !== 'ignore';
}

/** The bodies of lookaheads that must match. */
function listLookaheads(node: Node): Node[][] {
  if (node.type === 'group' && node.behavior === 'lookahead') return [node.body];
  if (!('body' in node) || node.type === 'characterClass') return [];
  const bodies: Node[][] = [];
  for (const part of node.body) bodies.push(...listLookaheads(part));
  return bodies;
}

/** The characters that a class names itself. */
function listLiterals(node: Node): string[] {
  if (node.type !== 'characterClass') return [];
  const codePoints: number[] = [];
  for (const part of node.body) {
    if (part.type === 'value') codePoints.push(part.codePoint);
    if (part.type === 'characterClassRange')
      codePoints.push(part.min.codePoint, part.max.codePoint);
  }
  return codePoints.map((codePoint) => String.fromCodePoint(codePoint));
}

/** Tries all characters of the basic plane, for classes such as `\p{Script=Thai}`. */
function listAll(expression: RegExp): string[] {
  const characters: string[] = [];
  for (let codePoint = 0; codePoint < 0xd800; codePoint += 1) {
    const character = String.fromCodePoint(codePoint);
    if (expression.test(character)) characters.push(character);
    if (characters.length === 20) return characters;
  }
  return characters;
}
