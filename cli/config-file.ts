import { existsSync } from 'node:fs';
import path from 'node:path';
import { readTextFile } from '../contract/files.ts';
import { matchNearest } from '../contract/match-nearest.ts';
import { isRecord, parseJson } from '../contract/resolve-reference.ts';
import { UsageError } from './usage-error.ts';

export const configFileName = 'site-contract.config.json';
/** The commands with options in the configuration file. */
export const sections = [
  'mock',
  'trigger',
  'conformance',
  'diff',
  'check',
  'proxy',
  'gate',
  'coverage',
  'assumptions',
] as const;

/** A parsed configuration file. Its settings have not been validated yet. */
export interface ConfigFile {
  name: string;
  /** The folder that relative paths are based on. */
  folder: string;
  sections: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Thrown for a configuration file that is not JSON. The place of the mistake is determined later, when it is reported. */
export class ConfigSyntaxError extends UsageError {
  readonly file: string;
  readonly text: string;

  constructor(file: string, text: string) {
    super(`${file}: invalid JSON`);
    this.file = file;
    this.text = text;
  }
}

/**
 * Reads the configuration file: the given one, otherwise `site-contract.config.json` in the current folder, if it exists.
 * @throws UsageError with file and place
 */
export function readConfigFile(named: string | undefined): ConfigFile | undefined {
  const name = named ?? configFileName;
  if (!existsSync(name)) {
    if (named === undefined) return undefined;
    throw new UsageError(`${name}: file not found`);
  }
  const text = readTextFile(name);
  const content = parseJson(text);
  if (content === undefined) throw new ConfigSyntaxError(name, text);
  if (!isRecord(content)) throw new UsageError(`${name}: must be a JSON object`);
  const found: Record<string, Record<string, unknown>> = {};
  for (const [key, value] of Object.entries(content)) {
    if (key === '$schema') continue;
    if (!isSection(key)) throw new UsageError(explainSection(name, key));
    if (!isRecord(value)) throw new UsageError(`${name}: ${key} must be an object`);
    found[key] = value;
  }
  return { name, folder: path.dirname(name), sections: found };
}

/** Explains where and why a configuration file is not JSON. The scanner is imported only for this. */
export async function explainSyntax({ file, text, message }: ConfigSyntaxError): Promise<string> {
  const { scanJson, toLineAndColumn } = await import('../contract/scan-json.ts');
  const found = scanJson(text);
  if (found === undefined) return message;
  return `${file}:${toLineAndColumn(text, found.offset)}: invalid JSON: ${found.problem}`;
}

/** Explains an unknown section, which may be an option in the wrong place. */
function explainSection(name: string, key: string): string {
  const explained = explainUnknown(name, key, sections);
  return explained.endsWith('?')
    ? explained
    : `${explained}; options belong under the name of a command, for example {"mock": {"${key}": …}}`;
}

export function explainUnknown(name: string, key: string, known: readonly string[]): string {
  const nearest = matchNearest(key, known);
  return `${name}: unknown key "${key}"${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`;
}

function isSection(key: string): boolean {
  return sections.some((section) => section === key);
}
