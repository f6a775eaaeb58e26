import { readFile, stat } from 'node:fs/promises';
import { DocumentError, explainReadError } from '../../../contract/errors.ts';
import { assertReadable } from '../../../contract/files.ts';
import { type Contract, type Fault, contract as shipped } from '../../../contract/index.ts';
import { findPlace, parseDocumentText } from '../../../contract/read-document-file.ts';
import { isRecord } from '../../../contract/resolve-reference.ts';
import { createValidators } from '../../../contract/validators.ts';
import { schemas } from '../../../generated/control-schemas.js';
import { type StateReplacement, stateFormatVersion } from '../../sessions/state.ts';
import type { StoreContents } from '../../store/store.ts';
import { type FixtureOptions, toContents, toSentence } from './to-contents.ts';

const validators = createValidators(schemas);

/**
 * Reads a fixture: a JSON or YAML file that matches `spec/state.schema.json`. Missing ids and keys are generated, with the same
 * values each time.
 * @throws DocumentError naming the file, the place, and what is wrong there
 */
export async function readFixtureFile(
  file: string,
  { contract = shipped, ...others }: FixtureOptions = {},
): Promise<StoreContents> {
  const { text } = await readText(file);
  return (await parseState(text, file, { contract, ...others })).contents;
}

/** Refuses text that is not UTF-8, because writing it back would change it. */
export async function readText(file: string): Promise<{ text: string; bytes: Buffer }> {
  assertReadable(file);
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new DocumentError(`${file}: ${explainReadError(error)}`);
  });
  try {
    // Removes a byte order mark, which JSON does not allow.
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), bytes };
  } catch {
    throw new DocumentError(`${file}: not UTF-8; save the file as UTF-8`);
  }
}

/**
 * Refuses named pipes, which would block until another program writes, and devices, which may never end.
 * @param name of the file in messages
 * @throws DocumentError unless it is a regular file, or does not exist
 */
export async function assertOrdinaryFile(file: string, name: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || found.isFile()) return;
  const kind = found.isDirectory() ? 'is a directory' : 'is a pipe, socket or device';
  throw new DocumentError(`${name}: ${kind}, not a file; move it away, or use another file`);
}

export interface ParsedState {
  contents: StoreContents;
  /** The location of its schema, for editors. */
  schema: string | undefined;
  /** What a state file contains besides the resources. */
  records: StateReplacement['records'];
}

/**
 * Parses the text of a fixture, or of a saved state.
 * @param file its name in messages
 * @throws DocumentError naming the file, the place, and what is wrong there
 */
export async function parseState(
  text: string,
  file: string,
  options: FixtureOptions & { contract: Contract },
): Promise<ParsedState> {
  const state = await parseDocumentText(text, file);
  await checkVersion(state, text, file);
  if (!isState(state)) throw await refuse(validators.schema('StateReplacement', state), text, file);
  const read = toContents(state, options);
  if (read.faults !== undefined) throw await refuse(read.faults, text, file);
  return { contents: read.contents, schema: state.$schema, records: state.records };
}

/** A newer file may contain data that this version would lose. */
async function checkVersion(state: unknown, text: string, file: string): Promise<void> {
  if (!isRecord(state)) return;
  const { formatVersion = stateFormatVersion } = state;
  if (formatVersion === stateFormatVersion) return;
  const place = await findPlace(text, '/formatVersion');
  const isNewer = typeof formatVersion === 'number' && formatVersion > stateFormatVersion;
  const advice = isNewer
    ? 'the file is newer than this program: update site-contract'
    : 'correct it';
  throw new DocumentError(
    `${file}:${place}: /formatVersion is ${JSON.stringify(formatVersion)}, but only ${stateFormatVersion} is supported; ${advice}`,
  );
}

function isState(state: unknown): state is StateReplacement {
  return validators.schema('StateReplacement', state).length === 0;
}

async function refuse(
  faults: readonly Fault[],
  text: string,
  file: string,
): Promise<DocumentError> {
  const place = await findPlace(text, faults[0]?.pointer ?? '');
  return new DocumentError(`${file}:${place}: ${toSentence(faults)}`);
}
