import type { Contract } from '../../contract/index.ts';
import { loadContract } from '../../contract/load-contract.ts';
import { createDemoFixture } from '../../mock/features/data/demo-fixture.ts';
import { createExampleFixture } from '../../mock/features/data/example-fixture.ts';
import { readFixtureFile } from '../../mock/features/data/read-fixture.ts';
import { openStateFile, type StateFile } from '../../mock/features/data/state-file.ts';
import { type WatchedFiles, watchFiles } from '../../mock/features/data/watch-files.ts';
import type { Mock, StoreContents, StoredMock } from '../../mock/index.ts';
import { toDemoOptions } from '../../service/cli/mock-scope.ts';
import { isFixtureWord, type MockValues } from '../commands/mock-options.ts';
import { UsageError } from '../usage-error.ts';

export interface Data {
  /** The initial data, restored on reset. Default: none. */
  contents?: StoreContents | undefined;
  /** The file with the state, if configured. */
  state?: StateFile;
}

/**
 * Reads the fixture, and opens the state file. The mock continues with the stored state. A reset restores the fixture, or
 * without one, the initial contents of the state file.
 */
export async function openData(
  values: MockValues,
  contract: Contract,
  onError: (line: string) => void,
): Promise<Data> {
  const start = await readStart(values, contract, onError);
  if (values.state === undefined) return { contents: start };
  const state = await openStateFile(values.state, { contract, seed: values.seed, start, onError });
  return { contents: start ?? state.contents, state };
}

/** Undefined if the mock starts empty. */
async function readStart(
  values: MockValues,
  contract: Contract,
  note: (line: string) => void,
): Promise<StoreContents | undefined> {
  const { fixture, seed } = values;
  if (fixture === 'empty') return undefined;
  if (fixture === 'examples') return readExamples(contract, seed, note);
  const [isDemo, number] = /^demo(?::(\d+))?$/.exec(fixture) ?? [];
  if (isDemo === undefined) return readFixtureFile(fixture, { contract, seed });
  const count = number === undefined ? undefined : Number(number);
  return createDemoFixture(seed, { ...toDemoOptions(values, count), contract, records: count });
}

function readExamples(
  contract: Contract,
  seed: number | undefined,
  note: (line: string) => void,
): StoreContents {
  const { contents, omitted } = createExampleFixture({ contract, seed });
  const [first] = omitted;
  const more = omitted.length > 1 ? ` (and ${omitted.length - 1} more)` : '';
  if (first !== undefined) note(`--fixture examples: ${first}${more}; it was left out`);
  return contents;
}

/** @throws UsageError if there are no files to watch */
export function listFollowed({ contract, overlay, fixture }: MockValues) {
  const contractFiles = [contract, ...overlay].filter((file) => file !== undefined);
  const fixtureFiles = isFixtureWord(fixture) ? [] : [fixture];
  if (contractFiles.length + fixtureFiles.length === 0)
    throw new UsageError(
      '--watch requires a file to watch; pass --contract, --overlay or --fixture',
    );
  return { contract: contractFiles, fixture: fixtureFiles };
}

/**
 * Reloads the files of a mock when they change: contract, overlays and fixture. If a file becomes invalid, this is
 * reported, and the previous version stays in use.
 */
export async function followFiles(
  values: MockValues,
  mock: Mock | StoredMock,
  note: (line: string) => void,
): Promise<WatchedFiles> {
  const files = listFollowed(values);
  const reload = {
    contract: async () => {
      const { contract: document, overlay: overlays } = values;
      mock.useContract(await loadContract({ document, overlays }));
    },
    fixture: async () => {
      const contents = await readStart(values, mock.contract, note);
      if (contents !== undefined) await mock.useContents(contents);
    },
  };
  return watchFiles([...files.contract, ...files.fixture], async (changed) => {
    for (const what of ['contract', 'fixture'] as const) {
      if (!files[what].some((file) => changed.has(file))) continue;
      try {
        await reload[what]();
        note(`the ${what} was reloaded`);
      } catch (error) {
        note(`the ${what} was not reloaded: ${error instanceof Error ? error.message : error}`);
      }
    }
  });
}
