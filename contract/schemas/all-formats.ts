import { fullFormats } from 'ajv-formats/dist/formats.js';
import { formats } from '../formats.ts';
import { matches } from '../values/match-pattern.ts';

/** All formats that are judged. */
export const allFormats = { ...fullFormats, ...formats };

/** What ajv needs of an expression. It keeps one for each different text. */
interface Expression {
  test(text: string): boolean;
  toString(): string;
}

/** An expression that ajv can use, also for a pattern that it does not understand. It never takes long. */
export function toPattern(pattern: string): Expression {
  return { test: (text) => matches(pattern, text), toString: () => pattern };
}
