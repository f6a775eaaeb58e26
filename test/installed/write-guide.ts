import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const guides = 'docs/guides';

/** Writes the files of a guide, each from a block of code with its name. */
export function writeGuide(name: string, folder: string, change = (text: string) => text): void {
  const text = readFileSync(`${guides}/${name}.md`, 'utf8');
  for (const [, file = '', code = ''] of text.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, change(code));
  }
}
