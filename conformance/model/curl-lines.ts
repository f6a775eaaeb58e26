/**
 * A shell line broken before its options, each line but the last ending in a backslash: it fits a narrow place and still
 * works when it is pasted. What stands in quotes is never broken.
 */
export function toCurlLines(curl: string): string[] {
  const words = splitShellWords(curl);
  const lines: string[] = [];
  for (const [index, word] of words.entries()) {
    const startsLine = index === 0 || (word.startsWith('-') && isLong(lines.at(-1) ?? ''));
    if (startsLine || isTarget(word)) lines.push(word);
    else lines.push(`${lines.pop() ?? ''} ${word}`);
  }
  return lines.map((line, index) => (index < lines.length - 1 ? `${line} \\` : line));
}

/** The first line takes the short options, every other line one option with its value. */
function isLong(line: string): boolean {
  return !line.startsWith('curl') || /['"]/.test(line);
}

function isTarget(word: string): boolean {
  return /^['"]?https?:/.test(word);
}

/** The words of a POSIX shell line, each with its quotes. */
function splitShellWords(line: string): string[] {
  return (
    line.match(
      /(?:\$'(?:\\[\s\S]|[^'\\])*'|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[^\s'"\\]|['"\\])+/g,
    ) ?? []
  );
}
