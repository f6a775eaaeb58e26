import { hasBuiltInOperations } from '../../../contract/create-contract.ts';
import { DocumentError } from '../../../contract/errors.ts';
import { type Contract, contract as shipped } from '../../../contract/index.ts';
import { listWorkspaces } from '../../http/steps.ts';
import { readCreatedTree } from '../../sessions/contract-state.ts';
import type { RecordTree } from '../../sessions/record-tree.ts';
import type { StoreContents } from '../../store/records.ts';
import { createExampleTree } from './example-records.ts';
import { readState } from './read-fixture.ts';
import { createIdsFrom, type FixtureOptions, toSentence } from './to-contents.ts';

/** The initial data from the examples of a contract. */
export interface ExampleFixture {
  /** The records, for `createMock({ fixture })`. */
  contents: StoreContents;
  /** Which examples were left out, because they do not match the schema of their record: one sentence each. */
  omitted: readonly string[];
}

/**
 * Fills the resources of a contract with the records that the examples of its document show.
 *
 * @example const mock = createMock({ contract, contents: createExampleFixture({ contract }).contents });
 * @throws DocumentError when the examples do not match the contract
 */
export function createExampleFixture({
  contract = shipped,
  seed = 0,
}: FixtureOptions = {}): ExampleFixture {
  const { tree, omitted } = createExampleTree(contract, seed);
  if (hasBuiltInOperations(contract))
    return { contents: readBuiltInTree(contract, tree, seed), omitted };
  const createUuid = createIdsFrom(seed, contract.assumptions);
  return { contents: readCreatedTree(contract, tree, createUuid), omitted };
}

/** No response shows a workspace, so its id is the one that the document has as an example. */
function readBuiltInTree(contract: Contract, tree: RecordTree, seed: number): StoreContents {
  const [id] = listWorkspaces(contract, undefined);
  const { workspaces } = tree;
  const named = [workspaces ?? []].flat().map((workspace) => Object.assign({ id }, workspace));
  const state = readState({ formatVersion: 1, workspaces: named }, { contract, seed });
  if (state.faults === undefined) return state.contents;
  throw new DocumentError(
    `the fixture examples does not match the contract: ${toSentence(state.faults)}; write your own fixture`,
  );
}
