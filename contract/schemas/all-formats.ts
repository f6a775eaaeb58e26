import { fullFormats } from 'ajv-formats/dist/formats.js';
import { formats } from '../formats.ts';
import { toRegExp } from '../values/regular-expression.ts';

/** All formats that are judged. */
export const allFormats = { ...fullFormats, ...formats };

/** An expression that ajv can compile, also for patterns that it does not understand. */
export function toPattern(pattern: string): RegExp {
  return toRegExp(pattern) ?? /(?:)/;
}
