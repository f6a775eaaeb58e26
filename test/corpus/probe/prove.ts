import type { Entry } from '../entry.ts';
import { type DifferenceOptions, findDifference, type Recording, withService } from './compare.ts';

/** Whether an entry observably differs from the plain service, by its own proof or by the script. */
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

/** Explains what to do about an entry without a difference. */
export function explainAlike({ id }: Entry): string {
  return `no request of test/corpus/probe/script shows what ${id} does: add one there, or a \`proof\` to the entry`;
}

/** Tests items a few at a time, and returns those that fail. */
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
