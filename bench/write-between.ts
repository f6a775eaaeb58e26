import { readFileSync, writeFileSync } from 'node:fs';

/** A part of a document between two comments, which a command writes. */
export interface WrittenPart {
  file: string;
  begin: string;
  end: string;
}

export function readBetween({ file, begin, end }: WrittenPart): string {
  const text = readFileSync(file, 'utf8');
  return text.slice(text.indexOf(begin) + begin.length, text.indexOf(end)).trim();
}

/** @throws Error when the document lacks one of the comments */
export function writeBetween({ file, begin, end }: WrittenPart, part: string): void {
  const text = readFileSync(file, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} lacks ${begin} before ${end}`);
  writeFileSync(file, `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`);
}
