/*
 * mock/features/data/: initial data, demo data and the state file. It imports sessions/, store/ and contract/. Start here for a
 * fixture, in demo-fixture.ts or example-fixture.ts for created ones, in state-file.ts for `--state`.
 */

import { readFileSync, statSync } from 'node:fs';
import { DocumentError, explainReadError, readErrorCode } from '../../../contract/errors.ts';
import { readTextFile } from '../../../contract/files.ts';
import { type Contract, type Fault, contract as shipped } from '../../../contract/index.ts';
import { findPlace, parseDocumentText } from '../../../contract/read-document-file.ts';
import { isRecord, readAt } from '../../../contract/resolve-reference.ts';
import { createValidators } from '../../../contract/validators.ts';
import { schemas } from '../../../generated/control-schemas.js';
import type { components } from '../../../generated/control-types.ts';
import { readContractState } from '../../sessions/contract-state.ts';
import { addRest, mustBeRecords } from '../../sessions/saved-state.ts';
import { stateFormatVersion } from '../../sessions/state-format.ts';
import type { StoreContents } from '../../store/records.ts';
import { createIdsFrom, type FixtureOptions, toSentence } from './fixture-ids.ts';
import { longestText, parseLongJson } from './long-json.ts';

const validators = createValidators(schemas);

/** What a state file contains besides the resources. */
type StateRecords = components['schemas']['StateRecords'];

/**
 * Reads a fixture: a JSON or YAML file that matches `spec/state.schema.json`. Missing ids and keys are generated, with the same
 * values each time.
 * @throws DocumentError naming the file, the place, and what is wrong there
 */
export async function readFixtureFile(
  file: string,
  { contract = shipped, ...fixtureOptions }: FixtureOptions = {},
): Promise<StoreContents> {
  return (await readStateFile(file, file, { contract, ...fixtureOptions })).contents;
}

/**
 * Reads a fixture, or a state file, whose `records` are what it contains besides the resources.
 * @param name of the file in messages
 * @throws DocumentError naming the file, the place, and what is wrong there
 */
export async function readStateFile(
  file: string,
  name: string,
  options: FixtureOptions & { contract: Contract },
): Promise<{ contents: StoreContents; records: StateRecords }> {
  const { state, locate } = await readValue(file, name);
  const refuse = async (pointer: string, reason: string): Promise<DocumentError> =>
    new DocumentError(`${await locate(pointer)}: ${reason}`);
  const version = isRecord(state) ? state['formatVersion'] : undefined;
  // A newer file may contain data that this version would lose.
  if (version !== undefined && version !== stateFormatVersion) {
    const reason = `is ${JSON.stringify(version)}, but only ${stateFormatVersion} is supported`;
    throw await refuse('/formatVersion', `/formatVersion ${reason}; update site-contract`);
  }
  const { contract, seed = 0 } = options;
  const createUuid = createIdsFrom(seed, contract.assumptions);
  const read = readContractState(contract, state, createUuid);
  if (read.faults !== undefined)
    throw await refuse(read.faults[0]?.pointer ?? '', toSentence(read.faults));
  const records = readAt(state, ['records']) ?? {};
  const violations = validators.schema('StateRecords')(records);
  if (!areRecords(records, violations)) {
    const faults = violations.map((fault) => ({
      ...fault,
      pointer: `/records${fault.pointer ?? ''}`,
    }));
    throw await refuse(faults[0]?.pointer ?? '', toSentence(faults));
  }
  const contents = addRest(read.contents, readAt(records, ['rest']));
  if (contents === undefined) throw await refuse('/records/rest', `/records/rest ${mustBeRecords}`);
  return { contents, records };
}

/** A value without violations of the schema has its type. */
function areRecords(_records: unknown, violations: readonly Fault[]): _records is StateRecords {
  return violations.length === 0;
}

interface ReadValue {
  state: unknown;
  /** Returns the place of a JSON Pointer, for messages. */
  locate(pointer: string): Promise<string>;
}

async function readValue(file: string, name: string): Promise<ReadValue> {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > longestText) return readLongValue(file, name);
  const text = readTextFile(file, name);
  return {
    state: await parseDocumentText(text, name),
    locate: async (pointer) => `${name}:${await findPlace(text, pointer)}`,
  };
}

/** A text that is too long for a string can only have been written by a mock. */
function readLongValue(file: string, name: string): ReadValue {
  try {
    return { state: parseLongJson(readFileSync(file)), locate: async () => name };
  } catch (error) {
    const reason = readErrorCode(error) === undefined ? 'invalid JSON' : explainReadError(error);
    throw new DocumentError(`${name}: ${reason}`);
  }
}
