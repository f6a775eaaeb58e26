import regjsparser, { type AstNode, type Features } from 'regjsparser';

/** The syntax of the regular expressions that documents use. */
interface Syntax extends Features {
  lookbehind: true;
  namedGroups: true;
  unicodePropertyEscape: true;
}

const syntax: Syntax = { lookbehind: true, namedGroups: true, unicodePropertyEscape: true };

/** The lengths of texts that a pattern matches. */
interface TextSize {
  least: number;
  /** The length that generated texts can have. A repetition without a limit counts a few times. */
  most: number;
}

/** How often the generator repeats a part without a limit beyond what is needed. */
const usualRepetitions = 11;

/**
 * Measures the texts that a generator creates for a pattern, because a short pattern can stand for a text that does not fit
 * into memory.
 * @throws Error for syntax that the parser does not know
 */
export function measureTexts({ source, flags }: RegExp): TextSize {
  return measure(regjsparser.parse(source, flags, syntax));
}

function measure(node: AstNode<Syntax>): TextSize {
  switch (node.type) {
    case 'disjunction': {
      const options = node.body.map(measure);
      const least = Math.min(...options.map((option) => option.least));
      const most = Math.max(...options.map((option) => option.most));
      return { least, most };
    }
    case 'alternative':
    case 'group':
      return sum(node.body.map(measure));
    case 'quantifier': {
      const part = sum(node.body.map(measure));
      const times = node.max ?? node.min + usualRepetitions;
      return { least: part.least * node.min, most: part.most * times };
    }
    case 'anchor':
    case 'reference':
      return { least: 0, most: 0 };
    default:
      return { least: 1, most: 1 };
  }
}

function sum(sizes: readonly TextSize[]): TextSize {
  const total: TextSize = { least: 0, most: 0 };
  for (const { least, most } of sizes) {
    total.least += least;
    total.most += most;
  }
  return total;
}
