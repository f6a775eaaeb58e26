import type { Contract } from '../../contract/index.ts';
import { readModel } from '../../contract/resources/read-model.ts';
import { createValueSource } from '../behaviours/value-source.ts';
import { findService } from '../known-services.ts';
import type { StoreContents } from '../store/records.ts';
import { readTree, readValidRecords } from './model-state.ts';
import { toTree } from './record-tree.ts';
import { type ReadState, stateFormatVersion } from './state-format.ts';
import type { StateReader } from './state-reader.ts';

/** Writes the contents of a session in readable form: as a known service has it, or as a tree of resources. */
export function writeState(contract: Contract, contents: StoreContents): object {
  const service = findService(contract);
  if (service !== undefined) return service.writeState(contents);
  return { formatVersion: stateFormatVersion, ...toTree(readModel(contract), contents) };
}

/** Reads what `writeState` wrote, or a fixture. @param createUuid gets a text that is the same for the same data */
export function readContractState(
  contract: Contract,
  tree: unknown,
  createUuid: (key?: string) => string,
): ReadState {
  const service = findService(contract);
  if (service !== undefined) return service.readState(contract, tree, createUuid);
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
