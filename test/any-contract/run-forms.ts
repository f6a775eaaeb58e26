import type { RunResult } from '../../conformance/results.ts';
import { runAnyContract } from '../../conformance/run-any-contract.ts';
import type { Contract } from '../../contract/index.ts';
import { createMock } from '../../mock/index.ts';
import { type Change, serveChanged } from '../support/serve-changed.ts';
import { key } from './changes.ts';

/** How many services run at once. Most of a run is waiting: the suite repeats what failed, in case the service lags. */
const atOnce = 6;

/** Runs the suite against a changed mock of a contract. */
export async function runChanged(
  contract: Contract,
  change: Change,
  only: readonly string[],
): Promise<RunResult> {
  const seed = Number(process.env['SEED'] ?? 1);
  const mock = createMock({ contract, seed, apiKeys: [key] });
  const { url, close } = await serveChanged((request) => mock.fetch(request), change);
  try {
    const options = { baseUrl: url, apiKey: key, workspace: '', seed, only };
    return await runAnyContract(contract, options);
  } finally {
    await close();
  }
}

/** Runs a function for all items, a few at a time. */
export async function runAll<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Map<Item, Result>> {
  const results = new Map<Item, Result>();
  const queue = [...items];
  const work = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift())
      results.set(item, await run(item));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
