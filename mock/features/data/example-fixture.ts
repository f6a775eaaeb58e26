import { contract as shipped } from '../../../contract/index.ts';
import { findService } from '../../known-services.ts';
import { readCreatedTree } from '../../sessions/contract-state.ts';
import type { StoreContents } from '../../store/records.ts';
import { createExampleTree } from './example-records.ts';
import { createIdsFrom, type FixtureOptions } from './fixture-ids.ts';

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
  const service = findService(contract);
  if (service !== undefined)
    return { contents: service.readExamples(contract, tree, seed), omitted };
  const createUuid = createIdsFrom(seed, contract.assumptions);
  return { contents: readCreatedTree(contract, tree, createUuid), omitted };
}
