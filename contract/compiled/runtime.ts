import equal from 'fast-deep-equal';
import { allFormats, toPattern } from '../schemas/all-formats.ts';

/** What the code of validators needs. The names are those of ajv. */
export const runtime = { equal, ucs2length, formats: allFormats, toPattern };

/** The number of characters of a text: a pair of surrogates is one. */
function ucs2length(text: string): number {
  const pairs = text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g);
  return text.length - (pairs?.length ?? 0);
}
