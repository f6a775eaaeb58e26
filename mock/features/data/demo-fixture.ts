import { contract as shipped } from '../../../contract/index.ts';
import { findService, type KnownDemoOptions } from '../../known-services.ts';
import { readCreatedTree } from '../../sessions/contract-state.ts';
import type { StoreContents } from '../../store/records.ts';
import { createDemoTree } from './demo-records.ts';
import { createIdsFrom, type FixtureOptions } from './fixture-ids.ts';

/** The options of the demo data. */
export interface DemoOptions extends Omit<FixtureOptions, 'seed'>, KnownDemoOptions {
  /** The number of records of each resource that no other one contains. Default: 24. */
  records?: number | undefined;
}

/**
 * Creates example data: more records than fit on one page, in many scripts. The same seed always creates the same data.
 *
 * @example const mock = createMock({ contents: createDemoFixture(7) });
 * @throws DocumentError when the contract does not allow it
 */
export function createDemoFixture(seed = 0, options: DemoOptions = {}): StoreContents {
  const { contract = shipped, records } = options;
  const service = findService(contract);
  if (service !== undefined) return service.createDemo(contract, seed, options);
  const tree = createDemoTree(contract, seed, records);
  return readCreatedTree(contract, tree, createIdsFrom(seed, contract.assumptions));
}
