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

/** The beginning of a text, cut between characters, and how long the whole is. */
export function toExcerpt(text: string, length: number): string {
  if (text.length <= length) return text;
  const lastIsHalf = /[\ud800-\udbff]/.test(text.charAt(length - 1));
  const start = text.slice(0, lastIsHalf ? length - 1 : length);
  return `${start}… (${text.length.toLocaleString('en-US')} characters in all)`;
}
