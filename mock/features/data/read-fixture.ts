import { readFile } from 'node:fs/promises';
import { DocumentError } from '../../../contract/document-error.ts';
import { readErrorCode } from '../../../contract/error-code.ts';
import { contract as shipped } from '../../../contract/index.ts';
import type { StoreContents } from '../../store/store.ts';
import { parseState } from './parse-fixture.ts';
import type { FixtureOptions } from './to-contents.ts';

/**
 * Reads a fixture: a JSON file as `spec/state.schema.json` describes it. Ids and keys that it leaves out are made, the
 * same ones each time.
 * @throws DocumentError naming the file, the place, and what is wrong there
 */
export async function readFixtureFile(
  file: string,
  { contract = shipped, ...others }: FixtureOptions = {},
): Promise<StoreContents> {
  const { text } = await readText(file);
  return parseState(text, file, { contract, ...others }).contents;
}

/** Text that is not UTF-8 would come back as another one. */
export async function readText(file: string): Promise<{ text: string; bytes: Buffer }> {
  const bytes = await readFile(file).catch((error: unknown) => {
    const code = readErrorCode(error);
    if (code === 'ENOENT') throw new DocumentError(`${file}: file not found`);
    if (code === 'EISDIR') throw new DocumentError(`${file}: is a directory`);
    throw new DocumentError(`${file}: it cannot be read (${code})`);
  });
  try {
    // Takes off a byte order mark, which JSON has none of.
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), bytes };
  } catch {
    throw new DocumentError(`${file}: it is not UTF-8; save it in that encoding`);
  }
}
