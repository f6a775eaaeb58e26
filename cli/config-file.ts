import { existsSync, lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Command as Parser } from 'commander';
import { suggest } from '../contract/match-nearest.ts';
import { readDocumentFile } from '../contract/read-document-file.ts';
import { isRecord } from '../contract/resolve-reference.ts';
import type { Option, OptionTable, Source } from './option.ts';
import { UsageError } from './usage-error.ts';

const configFileName = 'site-contract.config.json';

/**
 * Reads the section of a command from the file of `--config` (`none`: from no file), or from `site-contract.config.json` in the
 * current folder if it exists.
 * @returns the texts of each setting, as a flag would have them
 * @throws UsageError for an unknown section, or an option that the file cannot set
 */
export async function readConfigSection(
  parser: Parser,
  table: OptionTable,
): Promise<Map<string, Source>> {
  const named: string | undefined = parser.getOptionValue('config')?.at(-1);
  const file = named ?? configFileName;
  if (named === 'none' || (named === undefined && !existsSync(file))) return new Map();
  const content = await readDocumentFile(file);
  if (!isRecord(content)) throw new UsageError(`${file}: must be a JSON object`);
  const { commands } = parser.parent ?? parser;
  const sections = ['$schema', ...commands.map((command) => command.name())];
  for (const key of Object.keys(content))
    if (!sections.includes(key))
      throw new UsageError(
        `${file}: unknown section "${key}"${suggest(key, sections) || '; options belong under the name of a command, for example {"mock": {"port": 4010}}'}`,
      );
  const section = content[parser.name()] ?? {};
  if (!isRecord(section)) throw new UsageError(`${file}: ${parser.name()} must be an object`);
  return new Map(
    Object.entries(section).map(([written, value]) => {
      const name = `${file}: ${parser.name()}.${written}`;
      const key = findKey(table, written);
      const option = key === undefined ? undefined : table[key];
      if (key === undefined || option === undefined)
        throw new UsageError(`${name}: unknown option${suggest(written, Object.keys(table))}`);
      const { flagOnly, secret, variable } = option;
      const alternative = variable === undefined ? '' : ` or in ${variable}`;
      if (flagOnly === true || secret === true)
        throw new UsageError(
          `${name}: pass it on the command line${alternative}; the config file cannot set it`,
        );
      return [key, { name, texts: toTexts(name, value, option, path.dirname(file)) }];
    }),
  );
}

/** The key of an option, also by its earlier name. */
function findKey(table: OptionTable, written: string): string | undefined {
  if (Object.hasOwn(table, written)) return written;
  const [key] = Object.entries(table).find(([, option]) => option.alias === written) ?? [];
  return key;
}

/** Paths are relative to the folder of the config file. */
function toTexts(name: string, value: unknown, option: Option<unknown>, folder: string): string[] {
  const items: unknown[] = option.isList === true && Array.isArray(value) ? value : [value];
  return items.map((item) => {
    if (!['string', 'number', 'boolean'].includes(typeof item))
      throw new UsageError(
        `${name} must be a string, a number or a boolean (got ${JSON.stringify(item)})`,
      );
    const text = String(item);
    return option.isFile?.(text) === true ? toPath(name, text, option, folder) : text;
  });
}

/** @throws UsageError for a URL, and for a file that is written elsewhere */
function toPath(name: string, text: string, option: Option<unknown>, folder: string): string {
  if (/^https?:\/\//i.test(text))
    throw new UsageError(
      `${name}: pass a URL on the command line, because the config file can only name files`,
    );
  const file = path.resolve(folder, text);
  if (option.isWritten === true && !isInside(file, folder) && !isInside(file, '.'))
    throw new UsageError(
      `${name}: ${text} is not in this folder; pass it on the command line, because the config file cannot write elsewhere`,
    );
  return file;
}

/** Whether a file is in a folder, also if links lead elsewhere, and not in the data of Git. */
function isInside(file: string, folder: string): boolean {
  const real = findRealPath(file);
  if (real === undefined) return false;
  const [first = '', ...inner] = path.relative(realpathSync(folder), real).split(path.sep);
  const isElsewhere = first === '' || first === '..' || path.isAbsolute(first);
  return !isElsewhere && ![first, ...inner].some((name) => name.toLowerCase() === '.git');
}

/** The path of a file without links. It may not exist yet. Undefined for a link that leads nowhere. */
function findRealPath(file: string): string | undefined {
  let existing = file;
  while (lstatSync(existing, { throwIfNoEntry: false }) === undefined)
    existing = path.dirname(existing);
  try {
    return path.join(realpathSync(existing), path.relative(existing, file));
  } catch {
    return undefined;
  }
}
