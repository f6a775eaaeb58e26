// Characters that are invisible, and partly control terminals: controls, zero-width and direction characters, separators
// that break lines in some programs, lone surrogates and noncharacters. The joiner of emoji does no harm.
const invisible = /(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{fdd0}-\u{fdef}\u{fffe}\u{ffff}]/gu;
const escapes = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** Makes all characters of a text from elsewhere visible, except for line feeds and tabs. */
export function toVisibleText(text: string): string {
  const visible = text.replace(invisible, (character) =>
    character === '\n' || character === '\t' ? character : toEscape(character),
  );
  return breakCommands(visible);
}

/** Makes all characters of a text visible, except for line feeds, tabs and the colours of `createPaint`. */
export function toVisiblePaint(text: string): string {
  const visible = text.replace(paintOrInvisible, (characters) =>
    characters.length > 2 || characters === '\n' || characters === '\t'
      ? characters
      : toEscape(characters),
  );
  return breakCommands(visible);
}

/** Makes all characters of a text from elsewhere visible on one line, with escapes such as `\n`, `\t` and `\u{1b}`. */
export function toVisibleLine(text: string): string {
  return breakCommands(text.replace(invisible, toEscape));
}

function toEscape(character: string): string {
  return escapes.get(character) ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** GitHub's runner obeys `##[` anywhere in a line, and `::` at its start, after any white space. */
function breakCommands(text: string): string {
  return text.replaceAll('##[', '##\\u{5b}').replaceAll(/^([^\S\n]*)::/gm, '$1\\u{3a}:');
}

/**
 * An excerpt of a text, starting at `from` and cut between characters, with the total length.
 * @param total the length of the whole text, if this is only its start
 */
export function toExcerpt(text: string, length: number, from = 0, total?: number): string {
  const isComplete = text.length <= length;
  if (isComplete && total === undefined) return text;
  const excerpt = isComplete ? text : cutText(text, from, length);
  return `${excerpt} (${(total ?? text.length).toLocaleString('en-US')} characters in total)`;
}

function cutText(text: string, from: number, length: number): string {
  const first = isMiddleOfCharacter(text, from) ? from - 1 : from;
  const last = isMiddleOfCharacter(text, first + length) ? first + length - 1 : first + length;
  const start = first > 0 ? '…' : '';
  const end = last < text.length ? '…' : '';
  return start + text.slice(first, last) + end;
}

/** Whether an offset is between the halves of a surrogate pair. */
function isMiddleOfCharacter(text: string, offset: number): boolean {
  return (text.codePointAt(offset - 1) ?? 0) > 0xffff;
}

/**
 * Escapes text for elements and quoted attributes of HTML and XML. Makes characters visible that XML 1.0 forbids (section
 * 2.2).
 */
export function escapeMarkup(text: string): string {
  return toVisibleText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** For example `1 check`, `2 checks` or `1,204 requests`. */
export function toCount(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** For example `812 ms`, `2.1 s` or `3 min 20 s`. */
export function toDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const codes = {
  strong: [1, 22],
  faint: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

type Tone = keyof typeof codes;

const paintOrInvisible = new RegExp(
  `\\u001b\\[(?:${Object.values(codes).flat().join('|')})m|${invisible.source}`,
  'gu',
);

/** Colours a text. Control characters must have been removed from it. */
export type Paint = (tone: Tone, text: string) => string;

export function createPaint(colour: boolean): Paint {
  if (!colour) return (_, text) => text;
  return (tone, text) => {
    const [on, off] = codes[tone];
    return text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`;
  };
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const withoutWidth = /[\p{M}\u200d]/u;

/** Number of terminal cells that a text takes. */
export function countCells(text: string): number {
  let cells = 0;
  for (const character of text) {
    if (withoutWidth.test(character)) continue;
    cells += wide.test(character) ? 2 : 1;
  }
  return cells;
}

/**
 * Wraps a text between words into lines of at most `width` cells, including the indent. A longer word gets its own line.
 *
 * @param width `Infinity` if the output is not a terminal, so that lines stay whole
 * @param lead what the first line has in place of the indent
 */
export function wrapText(text: string, width = 80, indent = 0, lead = ' '.repeat(indent)) {
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, width - indent))
    .map((line, index) => {
      const start = index === 0 ? lead : ' '.repeat(indent);
      return start + line;
    });
}

function wrapLine(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=\S)(?= )/)) {
    if (line !== '' && countCells(line) + countCells(word) > width) {
      lines.push(line);
      line = word.trimStart();
    } else line += word;
  }
  return [...lines, line];
}
