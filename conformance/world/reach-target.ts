import { explainNoAnswer } from '../runner/explain-no-answer.ts';
import { Stopped } from '../runner/halt.ts';
import type { World } from './world.ts';

/**
 * Checks that something answers at the base URL, with a read that needs no credentials.
 * @returns why the run cannot start, with the next step; undefined if it can
 */
export async function findUnreachable(
  world: World,
  proxy: string | undefined,
): Promise<string | undefined> {
  const { target, contract } = world;
  // Any answer is one, so the path needs no record.
  const [path = '/', otherPath = '/'] = contract.operations.map((operation) => {
    return operation.path.replaceAll(/\{[^{}]*\}/g, '0');
  });
  const toRead = (wanted: string) => ({
    method: 'GET',
    path: wanted,
    headers: { Accept: 'application/json, */*;q=0.5' },
    credential: { value: undefined },
    body: undefined,
  });
  try {
    const first = await target.send(toRead(path), { attempts: 3 });
    if (first.reply !== undefined) return undefined;
    return await explainNoAnswer(world, first, { other: toRead(otherPath), proxy });
  } catch (error) {
    // A stopped run has its own reason.
    if (error instanceof Stopped) return undefined;
    throw error;
  }
}
