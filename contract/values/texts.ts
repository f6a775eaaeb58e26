import { isTextValid } from './check.ts';
import { createFormatText, createShortText } from './format-texts.ts';
import { createPatternText } from './pattern-texts.ts';
import { createPlausibleText } from './plausible.ts';
import type { Shape } from './shapes.ts';
import { type TextContext, toSentence, toSlug, toTitle, toToken, toUrl, toWord } from './words.ts';

/** Longer texts are not generated. */
const longest = 1_000_000;

interface Length {
  least: number;
  most: number;
}

/** Creates a text of a shape: one that suits the name of the field where possible. */
export function createText(shape: Shape, name: string, context: TextContext): string | undefined {
  const { least, most } = readLength(shape);
  if (least > most) return undefined;
  const isValid = (text: string): boolean => shape.parts.every((part) => isTextValid(part, text));
  for (const candidate of listTexts(shape, name, context, isValid))
    if (isValid(candidate)) return candidate;
  return undefined;
}

function* listTexts(
  shape: Shape,
  name: string,
  context: TextContext,
  isValid: (text: string) => boolean,
): Generator<string> {
  const length = readLength(shape);
  yield* listPlainTexts(shape, name, context);
  const patterns = shape.parts.flatMap(({ pattern }) => pattern ?? []);
  for (const pattern of patterns) {
    const isLong = (text: string): boolean => text !== '' && isValid(text);
    const text = createPatternText(pattern, context.random, isLong, length);
    if (text !== undefined) yield text;
  }
  // A pattern without an end, such as `^https://`, or one of several.
  for (const pattern of patterns) {
    const start = createPatternText(pattern, context.random, () => true) ?? '';
    for (const end of ['', toSlug(context), `/${toSlug(context)}`, ` ${toToken(context)}`]) {
      yield start + end;
      yield end + start;
      yield* resize(start + end, length);
    }
  }
  for (const { format } of shape.parts) {
    const short = format === undefined ? undefined : createShortText(format);
    if (short === undefined) continue;
    yield short;
    yield* resize(short, length);
  }
  for (const text of listPlainTexts(shape, name, context)) yield* resize(text, length);
  yield* resize(toUrl(context), length);
  yield '';
}

/** Texts for the format and the name, and simple texts that many patterns accept. */
function* listPlainTexts(shape: Shape, name: string, context: TextContext): Generator<string> {
  for (const { format } of shape.parts) {
    const text = format === undefined ? undefined : createFormatText(format, context);
    if (text !== undefined) yield text;
  }
  const plausible = createPlausibleText(name, context);
  if (plausible !== undefined) yield plausible;
  yield toWord(context);
  yield toTitle(context);
  yield toSlug(context);
  yield toSentence(context);
}

function readLength({ parts }: Shape): Length {
  let least = 0;
  let most = longest;
  for (const { minLength, maxLength } of parts) {
    least = Math.max(least, minLength ?? 0);
    most = Math.min(most, maxLength ?? longest);
  }
  return { least, most };
}

/** Changes the length of a text in code points, as JSON Schema counts them. */
function* resize(text: string, { least, most }: Length): Generator<string> {
  const characters = [...text];
  if (characters.length > most) {
    yield characters.slice(0, most).join('').trimEnd();
    yield characters.slice(0, most).join('');
  }
  const missing = Math.min(least, longest) - characters.length;
  if (missing <= 0) return;
  yield text + ` ${text}`.repeat(Math.ceil(missing / (characters.length + 1))).slice(0, missing);
  yield text + 'a'.repeat(missing);
  yield 'a'.repeat(missing) + text;
  yield text + '0'.repeat(missing);
}
