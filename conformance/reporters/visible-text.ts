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
