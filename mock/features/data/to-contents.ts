import {
  type AssumptionValues,
  type Contract,
  type Fault,
  mostFaults,
} from '../../../contract/index.ts';
import { createResourceFactory } from '../../operations/index.ts';
import { createRandom, createUuidFactory, deriveSeed } from '../../sessions/sessions.ts';
import { fromState, type ReadState, type StateReplacement } from '../../sessions/state.ts';

/** The options for reading a fixture. */
export interface FixtureOptions {
  /** The contract that every record must match. Default: the included one. */
  contract?: Contract;
  /** A whole number from which missing ids are derived. Default: 0. */
  seed?: number;
}

/**
 * Converts a state that matches its schema to the contents of a store, or returns all its violations of the contract.
 */
export function toContents(
  state: StateReplacement,
  { contract, seed = 0 }: FixtureOptions & { contract: Contract },
): ReadState {
  const { assumptions } = contract;
  const createId = createIdsFrom(seed, assumptions);
  return fromState(fillIds(state, createId), {
    assumptions,
    // All ids have been filled in, so none is generated.
    createUuid: () => createId(''),
    writeUuid: (id) => id,
    createResource: createResourceFactory(contract),
  });
}

export function toSentence(faults: readonly Fault[]): string {
  const [first] = faults;
  if (first === undefined) return 'no violation';
  const { pointer = '', detail } = first;
  const atLeast = faults.length < mostFaults ? '' : 'at least ';
  const more = faults.length === 1 ? '' : ` (and ${atLeast}${faults.length - 1} more)`;
  return `${pointer || 'the top-level value'} ${detail}${more}`;
}

/** Creates the same id for the same key, independent of other data. */
type CreateId = (key: string) => string;

/** The time in version 7 ids, because a fixture has none. */
const time = Date.UTC(2026, 0, 1);

/**
 * Adds missing ids to records, and missing API keys to sites. They depend on the data of the record and not on its
 * position, so adding a site to a fixture does not change other ids. Equal records are numbered.
 */
function fillIds({ workspaces }: StateReplacement, createId: CreateId): StateReplacement {
  const count = createCounter();
  return {
    workspaces: workspaces.map((workspace) => {
      const owner = workspace.id.toLowerCase();
      const sites = workspace.sites?.map((site) => {
        const id = site.id ?? createId(count(`${owner}/site/${site.name}`));
        const own = id.toLowerCase();
        const routes = site.routes?.map((route) => ({
          ...route,
          id: route.id ?? createId(count(`${own}/route/${route.pathname}`)),
        }));
        const apiKey = site.apiKey ?? createId(`${own}/apiKey`);
        return { ...site, id, apiKey, ...(routes === undefined ? {} : { routes }) };
      });
      const webhooks = workspace.webhooks?.map((webhook) => ({
        ...webhook,
        id: webhook.id ?? createId(count(`${owner}/webhook/${webhook.eventType} ${webhook.url}`)),
      }));
      return {
        id: workspace.id,
        ...(sites === undefined ? {} : { sites }),
        ...(webhooks === undefined ? {} : { webhooks }),
      };
    }),
  };
}

/** Creates ids in the form of the assumptions. */
function createIdsFrom(seed: number, assumptions: AssumptionValues): CreateId {
  const createUuid = createUuidFactory(assumptions);
  return (key) => {
    const random = createRandom([0, 1, 2, 3].map((part) => deriveSeed(seed, `${part} ${key}`)));
    // The first numbers still correlate with the state.
    for (let round = 0; round < 12; round += 1) random.next();
    return createUuid(random, time);
  };
}

/** Numbers repeated keys, to distinguish the second and later ones from the first. */
function createCounter(): (key: string) => string {
  const seen = new Map<string, number>();
  return (key) => {
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return times === 1 ? key : `${key} (${times})`;
  };
}
