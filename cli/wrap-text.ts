/** Breaks a text into lines of at most `width` columns, `indent` of them blank. A longer word has a line of its own. */
export function wrapText(text: string, width = 80, indent = 0): string[] {
  const wrapped: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent + line.length + 1 + word.length > width) {
      wrapped.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...wrapped, line].map((content) => ' '.repeat(indent) + content);
}
