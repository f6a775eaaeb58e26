// Controls, formatting characters that change the direction or have no width, separators that break lines in some readers,
// halves of surrogate pairs and noncharacters: none of them shows, and a terminal obeys some of them.
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{fdd0}-\u{fdef}\u{fffe}\u{ffff}]/gu;
const emojiJoiner = '\u200d';

/** Text on one line in which every character can be seen: `\n`, `\t` and `\u{1b}` stand for what has no picture. */
export function toVisibleLine(text: string): string {
  return text.replace(invisible, toEscape);
}

/** Text in which line feeds and tabs stay and every other character can be seen. */
export function toVisibleText(text: string): string {
  return text.replace(invisible, (character) =>
    character === '\n' || character === '\t' ? character : toEscape(character),
  );
}

function toEscape(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  if (character === '\t') return '\\t';
  if (character === emojiJoiner) return character;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** A part of a text, cut between characters, and how long the whole is; the beginning unless `from` says otherwise. */
export function toExcerpt(text: string, length: number, from = 0): string {
  if (text.length <= length) return text;
  const first = isMiddleOfCharacter(text, from) ? from - 1 : from;
  const last = isMiddleOfCharacter(text, first + length) ? first + length - 1 : first + length;
  const cut = `${first > 0 ? '…' : ''}${text.slice(first, last)}${last < text.length ? '…' : ''}`;
  return `${cut} (${text.length.toLocaleString('en-US')} characters in total)`;
}

/** Whether an offset lies between the halves of a surrogate pair. */
function isMiddleOfCharacter(text: string, offset: number): boolean {
  return (text.codePointAt(offset - 1) ?? 0) > 0xffff;
}

/**
 * Text that is safe between the tags of HTML and XML, and between the quotes of their attributes. Characters that XML 1.0
 * (section 2.2) bars are made visible.
 */
export function escapeMarkup(text: string): string {
  return toVisibleText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** `1 check`, `2 checks`, `1,204 requests`. */
export function toCount(count: number, noun: string): string {
  return `${toNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

export function toNumber(count: number): string {
  return count.toLocaleString('en-US');
}

/** `812 ms`, `2.1 s`, `3 min 20 s`. */
export function toDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
