import { type Hide, redactedMark } from './hide.ts';
import { Rewriter } from './rewriter.ts';
import { isSecretContainer, isSecretField, isSecretName } from './secret-names.ts';

/**
 * How JSON is quoted in a text: plain, or escaped because it is a string in JSON, perhaps repeatedly. Programs also write
 * objects with single quotes.
 */
interface Quoting {
  mark: string;
  /** The number of backslashes before each mark: 0, 1, 3, 7 … */
  backslashes: number;
  /** The mark with its backslashes. */
  opening: string;
}

/** The name of a member, up to its value. */
const member = /(?<!\\)(\\*)(["'])([^"'\\\r\n]+)\1\2\s*:\s*/g;
const number = /-?\d[\d.eE+-]*/y;
const colon = /\s*:/y;
/** The parts of an object or a list: quotation marks, brackets and numbers. */
const part = /(?<!\\)\\*["']|[{}[\]]|-?\d[\d.eE+-]*/g;

/** A value without its secrets, and the offset behind it in the text. */
interface Redacted {
  clean: string;
  end: number;
}

/**
 * Replaces the values of secret members in JSON, also in a part of JSON, in a truncated one, and in one that is within other
 * text.
 */
export function redactJson(text: string, hide: Hide): string {
  const rewriter = new Rewriter(text);
  const pattern = new RegExp(member);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [, escapes = '', mark = '', name = ''] = match;
    const quoting = { mark, backslashes: escapes.length, opening: escapes + mark };
    const start = pattern.lastIndex;
    const value = redactValue(text, start, name, quoting, hide);
    if (value === undefined) continue;
    rewriter.replace(start, value.end, value.clean);
    pattern.lastIndex = value.end;
  }
  return rewriter.finish();
}

/** @returns undefined if the value at an offset contains no secrets */
function redactValue(
  text: string,
  start: number,
  name: string,
  quoting: Quoting,
  hide: Hide,
): Redacted | undefined {
  const { opening } = quoting;
  const first = text.charAt(start);
  if (first === '{' || first === '[') {
    const isSecret = isSecretContainer(name) || (first === '[' && isSecretName(name));
    return isSecret ? redactContainer(text, start, quoting, hide) : undefined;
  }
  if (text.startsWith(opening, start)) {
    const from = start + opening.length;
    const end = findStringEnd(text, from, quoting);
    const value = text.slice(from, end);
    return isSecretField(name, value) ? { clean: opening + hide(value), end } : undefined;
  }
  const end = findMatchEnd(number, text, start);
  if (end === undefined || !isSecretName(name)) return undefined;
  return { clean: opening + redactedMark + opening, end };
}

/** Replaces all texts and numbers in an object or a list. Names remain. */
function redactContainer(text: string, start: number, quoting: Quoting, hide: Hide): Redacted {
  const { opening, mark } = quoting;
  const rewriter = new Rewriter(text, start);
  const pattern = new RegExp(part);
  pattern.lastIndex = start;
  let depth = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { 0: token, index } = match;
    const next = pattern.lastIndex;
    if ('{['.includes(token)) depth += 1;
    else if ('}]'.includes(token)) depth -= 1;
    else if (/\d/.test(token)) rewriter.replace(index, next, opening + redactedMark + opening);
    else if (token.endsWith(mark)) {
      // A mark with fewer backslashes ends the string that contains this JSON.
      if (token.length < opening.length) return { clean: rewriter.finish(index), end: index };
      const end = findStringEnd(text, next, quoting);
      const isName = findMatchEnd(colon, text, end + opening.length) !== undefined;
      if (!isName) rewriter.replace(next, end, hide(text.slice(next, end)));
      pattern.lastIndex = end + opening.length;
    }
    if (depth === 0) return { clean: rewriter.finish(next), end: next };
  }
  return { clean: rewriter.finish(), end: text.length };
}

/** The offset of the mark that ends a string, with its backslashes, or the end of the text. */
function findStringEnd(text: string, from: number, { mark, backslashes }: Quoting): number {
  let escapes = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') {
      escapes += 1;
      continue;
    }
    // More backslashes belong to the text: an escaped mark has twice as many, and one more.
    const isEnd = escapes < backslashes || escapes % (2 * (backslashes + 1)) === backslashes;
    if (character === mark && isEnd) return at - Math.min(escapes, backslashes);
    escapes = 0;
  }
  return text.length;
}

/** The offset behind the match of a sticky pattern. */
function findMatchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
