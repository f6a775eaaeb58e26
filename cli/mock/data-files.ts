import type { Contract } from '../../contract/index.ts';
import { loadContract } from '../../contract/load-contract.ts';
import { createDemoFixture } from '../../mock/features/data/demo-fixture.ts';
import { readFixtureFile } from '../../mock/features/data/read-fixture.ts';
import { openStateFile, type StateFile } from '../../mock/features/data/state-file.ts';
import { toContents } from '../../mock/features/data/to-contents.ts';
import { type WatchedFiles, watchFiles } from '../../mock/features/data/watch-files.ts';
import type { Mock, MockOptions, StoreContents, StoredMock } from '../../mock/index.ts';
import { toState } from '../../mock/sessions/state.ts';
import { isFixtureWord } from '../commands/mock-values.ts';
import { UsageError } from '../usage-error.ts';

export interface Data {
  options: Pick<MockOptions, 'contents'>;
  /** The file with the state, if configured. */
  state?: StateFile;
  /**
   * Writes pending changes.
   * @throws UsageError if that fails
   */
  close(): Promise<void>;
}

interface DataValues {
  state: string | undefined;
  fixture: string | undefined;
  seed: number | undefined;
  workspace: readonly string[];
  watch: boolean;
}

/**
 * Reads the fixture, and opens the state file. The mock continues with the stored state. A reset restores the fixture, or
 * without one, the initial contents of the state file.
 */
export async function openData(
  values: DataValues,
  contract: Contract,
  onError: (line: string) => void,
): Promise<Data> {
  const fixture = await readStart(values, contract);
  if (values.state === undefined)
    return { options: toContentsOption(fixture), close: async () => {} };
  const state = await openStateFile(values.state, {
    ...toFixtureOptions(values, contract),
    start: fixture,
    onError,
  });
  return {
    options: toContentsOption(fixture ?? state.contents),
    state,
    close: () => state.close(),
  };
}

/** Undefined if the mock starts empty. */
async function readStart(
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

function toContentsOption(contents: StoreContents | undefined): Pick<MockOptions, 'contents'> {
  return contents === undefined ? {} : { contents };
}

interface FollowedValues extends DataValues {
  contract: string | undefined;
  overlay: readonly string[];
}

/**
 * Reloads the files of a mock when they change: contract, overlays and fixture. If a file becomes invalid, this is
 * reported once and the previous version stays in use.
 */
export async function followFiles(
  values: FollowedValues,
  mock: Mock | StoredMock,
  note: (line: string) => void,
): Promise<WatchedFiles> {
  const contractFiles = [values.contract, ...values.overlay].filter((file) => file !== undefined);
  const fixture = isFile(values.fixture) ? values.fixture : undefined;
  const files = [...contractFiles, fixture].filter((file) => file !== undefined);
  const complaints = new Map<string, string>();

  return watchFiles(files, async (changed) => {
    if (contractFiles.some((file) => changed.has(file))) await attempt('contract', followContract);
    if (fixture !== undefined && changed.has(fixture)) await attempt('fixture', followFixture);
  });

  async function followContract(): Promise<string> {
    const { contract: document, overlay: overlays } = values;
    mock.useContract(await loadContract({ document, overlays }));
    return `the contract was reloaded${await tellMisfits(mock)}`;
  }

  async function followFixture(): Promise<string> {
    const contents = await readStart(values, mock.contract);
    if (contents !== undefined) await mock.useContents(contents);
    return 'the fixture was reloaded, and its changes were applied';
  }

  async function attempt(what: string, follow: () => Promise<string | undefined>): Promise<void> {
    try {
      const line = await follow();
      complaints.delete(what);
      if (line !== undefined) note(line);
    } catch (error) {
      const line = error instanceof Error ? error.message : String(error);
      // An editor may save the same mistake several times.
      if (complaints.get(what) !== line) note(`the ${what} was not reloaded: ${line}`);
      complaints.set(what, line);
    }
  }
}

/** Reports existing records that violate a new contract. They remain in the state. */
async function tellMisfits(mock: Mock | StoredMock): Promise<string> {
  const { contents } = await mock.snapshot();
  const { faults } = toContents(toState(contents), mock);
  const [first] = faults ?? [];
  if (faults === undefined || first === undefined) return '';
  const { pointer = '', detail } = first;
  return `; the state is kept, with ${faults.length === 1 ? 'a violation' : `${faults.length} violations`} of the new contract, such as ${pointer} ${detail}`;
}

/** @throws UsageError if there are no files to watch */
export function assertFollowable({ contract, overlay, fixture }: FollowedValues): void {
  if (contract === undefined && overlay.length === 0 && !isFile(fixture))
    throw new UsageError(
      '--watch requires a file to watch; pass --contract, --overlay or --fixture',
    );
}

function isFile(fixture: string | undefined): fixture is string {
  return fixture !== undefined && !isFixtureWord(fixture);
}
