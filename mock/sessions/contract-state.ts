import { type Contract, hasBuiltInOperations } from '../../contract/create-contract.ts';
import type { Fault } from '../../contract/index.ts';
import { readModel } from '../../contract/resources/read-model.ts';
import { createValueSource } from '../behaviours/value-source.ts';
import type { StoreContents } from '../store/records.ts';
import { readTree, readValidRecords } from './model-state.ts';
import { toTree } from './record-tree.ts';
import { stateFormatVersion, toState } from './state.ts';
import type { StateReader } from './state-reader.ts';

/** Writes the contents of a session in readable form: as the built-in contract has it, or as a tree of its resources. */
export function writeState(contract: Contract, contents: StoreContents): object {
  if (hasBuiltInOperations(contract)) return toState(contents);
  return { formatVersion: stateFormatVersion, ...toTree(readModel(contract), contents) };
}

/** Reads a tree of records of any contract but the built-in one. */
export function readContractState(
  contract: Contract,
  tree: unknown,
  createUuid: () => string,
): { contents: StoreContents; faults?: never } | { faults: readonly Fault[] } {
  const read = readTree(createStateReader(contract, createUuid), tree);
  if (read.faults !== undefined) return { faults: read.faults };
  return { contents: read.records };
}

/** Reads a tree that was created from the contract itself. Records that nevertheless do not match it are left out. */
export function readCreatedTree(
  contract: Contract,
  tree: unknown,
  createUuid: () => string,
): StoreContents {
  return readValidRecords(createStateReader(contract, createUuid), tree);
}

/** Prepares what is needed to read the state of a contract. */
export function createStateReader(contract: Contract, createUuid: () => string): StateReader {
  return {
    operations: contract.operations,
    document: contract.document,
    model: readModel(contract),
    values: createValueSource(contract),
    createUuid,
  };
}
