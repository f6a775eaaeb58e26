import type { Entry } from '../entry.ts';
import { type DifferenceOptions, findDifference, type Recording, withService } from './compare.ts';

/** Whether an entry differs observably from the plain service, by its own proof or by the script. */
export async function isDifferent(
  entry: Entry,
  recording: Recording,
  see: DifferenceOptions['see'] = (signature) => signature,
): Promise<boolean> {
  const { deviate, id, proof } = entry;
  if (proof) {
    const here = JSON.stringify(await withService([deviate], proof));
    return here !== JSON.stringify(await withService([], proof));
  }
  const family = id.split('/')[0] ?? id;
  return (await findDifference([deviate], recording, { family, see })) !== undefined;
}

/** What to do about an entry that is not different. */
export function explainAlike({ id }: Entry): string {
  return `no request of test/corpus/probe/script shows what ${id} does: add one there, or a \`proof\` to the entry`;
}

/** Does something with each item, a few at a time, and keeps those for which it is not true. */
export async function findFailing<T>(
  items: readonly T[],
  atOnce: number,
  isFine: (item: T) => Promise<boolean>,
): Promise<readonly T[]> {
  const waiting = [...items];
  const failing: T[] = [];
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      if (!(await isFine(item))) failing.push(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failing;
}
