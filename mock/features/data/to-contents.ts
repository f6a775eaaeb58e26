import { type Contract, type Fault, mostFaults } from '../../../contract/index.ts';
import { createResourceFactory } from '../../operations/create-resource.ts';
import { fromState, type ReadState, type StateReplacement } from '../../sessions/from-state.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { createIdsFrom, fillIds } from './fill-ids.ts';

/** What a fixture is read by. */
export interface FixtureOptions {
  /** What every record has to keep to. Default: the contract that ships with this package. */
  contract?: Contract;
  /** What ids that are left out follow from, a whole number. Default: 0. */
  seed?: number;
}

/** Reads a state whose form is right into what a store holds, or says everything that the contract does not allow in it. */
export function toContents(
  state: StateReplacement,
  { contract, seed = 0 }: FixtureOptions & { contract: Contract },
): ReadState {
  const { assumptions } = contract;
  const createId = createIdsFrom(seed, assumptions);
  return fromState(fillIds(state, createId), {
    store: createMemoryStore(),
    assumptions,
    // Nothing is left to be made once the ids are filled in.
    createUuid: () => createId(''),
    writeUuid: (id) => id,
    createResource: createResourceFactory(contract),
  });
}

/** Faults in one line: the first one, and how many more there are. */
export function toSentence(faults: readonly Fault[]): string {
  const [first] = faults;
  if (first === undefined) return 'nothing is wrong';
  const { pointer = '', detail } = first;
  const atLeast = faults.length < mostFaults ? '' : 'at least ';
  const more = faults.length === 1 ? '' : ` (and ${atLeast}${faults.length - 1} more)`;
  return `${pointer || 'the whole of it'} ${detail}${more}`;
}
