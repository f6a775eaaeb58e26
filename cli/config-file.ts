import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readErrorCode } from '../contract/error-code.ts';
import { matchNearest } from '../contract/match-nearest.ts';
import { UsageError } from './usage-error.ts';

export const configFileName = 'site-contract.config.json';
/** The commands whose options a file may set. */
export const sections = ['mock', 'trigger', 'conformance', 'coverage', 'assumptions'] as const;

/** A configuration file: what it says to each command, not yet checked against the options of the command. */
export interface ConfigFile {
  /** As it is shown in messages. */
  name: string;
  /** Folder that relative files in it start from. */
  folder: string;
  sections: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A configuration file that is no JSON. Where the mistake is, is looked for when it is told. */
export class ConfigSyntaxError extends UsageError {
  readonly file: string;
  readonly text: string;

  constructor(file: string, text: string) {
    super(`${file}: it is no JSON`);
    this.file = file;
    this.text = text;
  }
}

/**
 * Reads the configuration file: the one that is named, or else `site-contract.config.json` in the folder where the command
 * runs, if there is one.
 * @throws UsageError naming file and place
 */
export function readConfigFile(named: string | undefined): ConfigFile | undefined {
  const name = named ?? configFileName;
  if (!existsSync(name)) {
    if (named === undefined) return undefined;
    throw new UsageError(`${name}: there is no such file`);
  }
  const content = parseJson(readText(name), name);
  if (!isRecord(content)) throw new UsageError(`${name}: it has to be a JSON object`);
  const found: Record<string, Record<string, unknown>> = {};
  for (const [key, value] of Object.entries(content)) {
    if (key === '$schema') continue;
    if (!isSection(key)) throw new UsageError(explainUnknown(name, key, sections));
    if (!isRecord(value)) throw new UsageError(`${name}: ${key} has to be an object`);
    found[key] = value;
  }
  return { name, folder: path.dirname(name), sections: found };
}

/** Says of a key that it is not known, and which one may have been meant. */
export function explainUnknown(name: string, key: string, known: readonly string[]): string {
  const nearest = matchNearest(key, known);
  return `${name}: unknown key "${key}"${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`;
}

function isSection(key: string): boolean {
  return sections.some((section) => section === key);
}

function readText(name: string): string {
  try {
    return readFileSync(name, 'utf8');
  } catch (error) {
    const code = readErrorCode(error);
    throw new UsageError(
      code === 'EISDIR' ? `${name}: it is a folder` : `${name}: cannot be read (${code})`,
    );
  }
}

function parseJson(content: string, name: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new ConfigSyntaxError(name, content);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
