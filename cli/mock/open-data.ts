import type { Contract } from '../../contract/index.ts';
import { createDemoFixture } from '../../mock/features/data/demo-fixture.ts';
import { readFixtureFile } from '../../mock/features/data/read-fixture.ts';
import { openStateFile, type StateFile } from '../../mock/features/data/state-file.ts';
import type { MockOptions, StoreContents } from '../../mock/index.ts';

/** What a mock starts with, and where its state is kept. */
export interface Data {
  options: Pick<MockOptions, 'contents' | 'store' | 'records'>;
  /** Where the state is kept, if it is. */
  state?: StateFile;
  /** Writes what is not written yet. @throws UsageError when it cannot be */
  close(): Promise<void>;
}

export interface DataValues {
  state: string | undefined;
  stateSync: boolean;
  fixture: string | undefined;
  seed: number | undefined;
  workspace: readonly string[];
  watch: boolean;
}

/**
 * Reads the fixture, and opens the file of the state. The state goes on where it was left; a reset goes back to the
 * fixture, or where there is none, to what the file held.
 */
export async function openData(
  values: DataValues,
  contract: Contract,
  onError: (line: string) => void,
): Promise<Data> {
  const fixture = await readStart(values, contract);
  if (values.state === undefined) return { options: toContents(fixture), close: async () => {} };
  const state = await openStateFile(values.state, {
    ...toFixtureOptions(values, contract),
    start: fixture,
    isSynced: values.stateSync,
    isWatched: values.watch,
    onError,
  });
  const { store, records } = state;
  return {
    options: { ...toContents(fixture ?? state.contents), store, records },
    state,
    close: () => state.close(),
  };
}

/** Undefined where the mock starts empty. */
export async function readStart(
  values: DataValues,
  contract: Contract,
): Promise<StoreContents | undefined> {
  const { fixture, workspace, seed } = values;
  if (fixture === undefined || fixture === 'empty') return undefined;
  const [isDemo, sites] = /^demo(?::(\d+))?$/.exec(fixture) ?? [];
  if (isDemo === undefined) return readFixtureFile(fixture, toFixtureOptions(values, contract));
  return createDemoFixture(seed, {
    contract,
    ...(workspace.length === 0 ? {} : { workspaces: workspace }),
    ...(sites === undefined ? {} : { sites: Number(sites) }),
  });
}

function toFixtureOptions({ seed }: DataValues, contract: Contract) {
  return { contract, ...(seed === undefined ? {} : { seed }) };
}

function toContents(contents: StoreContents | undefined): Pick<MockOptions, 'contents'> {
  return contents === undefined ? {} : { contents };
}
