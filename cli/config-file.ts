import { existsSync } from 'node:fs';
import path from 'node:path';
import { readTextFile } from '../contract/files.ts';
import { matchNearest } from '../contract/match-nearest.ts';
import { isRecord } from '../contract/resolve-reference.ts';
import type { Option, OptionTable } from './option.ts';
import { UsageError } from './usage-error.ts';

export const configFileName = 'site-contract.config.json';

/** The commands with a section in the config file. */
export const sections = [
  'mock',
  'trigger',
  'conformance',
  'diff',
  'check',
  'proxy',
  'gate',
  'interface',
] as const;

/** The section of one command. Its settings are not parsed yet. */
export interface ConfigSection {
  /** Name of the file and the section, for messages. */
  name: string;
  /** The folder that relative paths are based on. */
  folder: string;
  values: Readonly<Record<string, unknown>>;
}

/**
 * Reads the section of a command from the given config file (`none`: from no file), or else from `site-contract.config.json` in the current
 * folder, if it exists.
 * @throws UsageError for an unknown section or option, here or under another command
 */
export function readConfigSection(
  named: string | undefined,
  command: string,
  table: OptionTable,
): ConfigSection | undefined {
  if (named === 'none') return undefined;
  const file = named ?? configFileName;
  if (named === undefined && !existsSync(file)) return undefined;
  const content = parseConfig(file, readTextFile(file));
  for (const [key, value] of Object.entries(content)) {
    if (key === '$schema') continue;
    if (!isSection(key)) throw new UsageError(explainSection(file, key));
    if (!isRecord(value)) throw new UsageError(`${file}: ${key} must be an object`);
  }
  const values = content[command];
  if (!isRecord(values)) return undefined;
  const name = `${file}: ${command}`;
  const known = listSettings(table);
  for (const key of Object.keys(values))
    if (table[key]?.secret !== true && !known.includes(key)) {
      const isFlag = table[key] !== undefined && table[key].positional !== true;
      throw new UsageError(
        isFlag
          ? `${name}.${key}: pass it as a flag; the config file cannot set it`
          : explainUnknown(name, key, known),
      );
    }
  return { name, folder: path.dirname(file), values };
}

/** The keys that the config file may contain. */
export function listSettings(table: OptionTable): string[] {
  return Object.entries(table).flatMap(([key, { perCall, secret }]) =>
    perCall === true || secret === true ? [] : [key],
  );
}

/** The texts of a setting, as a flag would have them; undefined if it is not set. */
export function readSetting(
  { name: section, folder, values }: ConfigSection,
  key: string,
  option: Option<unknown>,
): { name: string; texts: readonly string[] } | undefined {
  const value = values[key];
  if (value === undefined) return undefined;
  const name = `${section}.${key}`;
  if (option.secret === true)
    throw new UsageError(
      `${name}: secrets are not read from the config file; ${option.variable === undefined ? 'pass a flag' : `set ${option.variable}`} instead`,
    );
  const items: readonly unknown[] =
    option.isList === true && Array.isArray(value) ? value : [value];
  const texts = items.map((item) => toText(item, name));
  const isPath = (text: string): boolean =>
    option.file === true && text !== '-' && option.isWord?.(text) !== true;
  return { name, texts: texts.map((text) => (isPath(text) ? path.resolve(folder, text) : text)) };
}

function parseConfig(file: string, text: string): Record<string, unknown> {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : '';
    throw new UsageError(`${file}: invalid JSON: ${reason}`);
  }
  if (!isRecord(content)) throw new UsageError(`${file}: must be a JSON object`);
  return content;
}

function toText(item: unknown, name: string): string {
  if (typeof item === 'string') return item;
  if (typeof item === 'number' || typeof item === 'boolean') return String(item);
  throw new UsageError(
    `${name} must be a string, a number or a boolean (got ${JSON.stringify(item)})`,
  );
}

/** Explains an unknown section, which may be an option in the wrong place. */
function explainSection(file: string, key: string): string {
  const explained = explainUnknown(file, key, sections);
  return explained.endsWith('?')
    ? explained
    : `${explained}; options belong under the name of a command, for example {"mock": {"${key}": …}}`;
}

function explainUnknown(name: string, key: string, known: readonly string[]): string {
  const nearest = matchNearest(key, known);
  return `${name}: unknown key "${key}"${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`;
}

function isSection(key: string): boolean {
  return sections.some((section) => section === key);
}
