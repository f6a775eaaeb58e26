const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const withoutWidth = /[\p{M}\u200d]/u;

/** How many cells of a terminal a text takes. */
export function countCells(text: string): number {
  let cells = 0;
  for (const character of text) {
    if (withoutWidth.test(character)) continue;
    cells += wide.test(character) ? 2 : 1;
  }
  return cells;
}

/** Lines of at most `width` cells; a word is cut only where it is longer than a line. */
export function wrapText(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(width, 10)));
}

function wrapLine(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  const words = text.split(/(?<=\S)(?= )/).flatMap((word) => splitAddress(word, width));
  for (const word of words) {
    if (countCells(line) + countCells(word) <= width) {
      line += word;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = cutWord(line === '' ? word : word.trimStart(), width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  return [...lines, line];
}

/** A long word without spaces may break behind what separates its parts: in JSON the members, in an address the segments. */
function splitAddress(word: string, width: number): string[] {
  if (countCells(word) * 4 <= width * 3) return [word];
  return word.split(/["{[]/.test(word) ? /(?<=,)(?=\S)/ : /(?<=[/?&])(?=\S)/);
}

function cutWord(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let cells = 0;
  for (const character of word) {
    const size = countCells(character);
    if (cells + size > width) {
      pieces.push(piece);
      piece = '';
      cells = 0;
    }
    piece += character;
    cells += size;
  }
  return [...pieces, piece];
}
