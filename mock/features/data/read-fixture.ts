import { DocumentError } from '../../../contract/errors.ts';
import { readTextFile } from '../../../contract/files.ts';
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
  return (await parseState(readTextFile(file), file, { contract, ...others })).contents;
}

/**
 * Parses the text of a fixture, or of a state file, whose `records` are what it contains besides the resources.
 * @param file its name in messages
 * @throws DocumentError naming the file, the place, and what is wrong there
 */
export async function parseState(
  text: string,
  file: string,
  options: FixtureOptions & { contract: Contract },
): Promise<{ contents: StoreContents; records: StateReplacement['records'] }> {
  const state = await parseDocumentText(text, file);
  const refuse = async (pointer: string, reason: string): Promise<DocumentError> =>
    new DocumentError(`${file}:${await findPlace(text, pointer)}: ${reason}`);
  const version = isRecord(state) ? state['formatVersion'] : undefined;
  // A newer file may contain data that this version would lose.
  if (version !== undefined && version !== stateFormatVersion) {
    const told = `is ${JSON.stringify(version)}, but only ${stateFormatVersion} is supported`;
    throw await refuse('/formatVersion', `/formatVersion ${told}; update site-contract`);
  }
  const violations = validators.schema('StateReplacement')(state);
  const read = isState(state, violations) ? toContents(state, options) : { faults: violations };
  if (read.faults !== undefined)
    throw await refuse(read.faults[0]?.pointer ?? '', toSentence(read.faults));
  return { contents: read.contents, records: Object(state).records };
}

/** A value without violations of the schema has its type. */
function isState(_state: unknown, violations: readonly Fault[]): _state is StateReplacement {
  return violations.length === 0;
}
