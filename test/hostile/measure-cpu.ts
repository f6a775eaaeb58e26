/** Milliseconds of CPU that this process needs for a piece of work, all its threads together: the least of some runs. */
export async function measureCpu(
  work: () => unknown,
  {
    runs = 3,
    enough = 0,
  }: { runs?: number /** Below this, once is enough. */; enough?: number } = {},
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs && least > enough; run += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

const reference = JSON.stringify(
  Array.from({ length: 2000 }, (_, at) => ({ id: `id-${at}`, name: `Site ${at}`, nested: { at } })),
);

/** What the work below takes on a quiet machine, in milliseconds. Budgets of CPU time are meant for such a machine. */
const quiet = 1.9;

/**
 * How many times as much CPU time as on a quiet machine work takes at this moment, at least 1: other programs share the
 * caches and the cores.
 */
export async function measureSlowness(): Promise<number> {
  const work = (): number => {
    const known = new Map<string, string>();
    for (const each of JSON.parse(reference)) known.set(each.id, JSON.stringify(each));
    return known.size;
  };
  return Math.max(1, (await measureCpu(work, { runs: 5 })) / quiet);
}

/** Whether something takes too long each time: once, the collector of garbage or another program may have been in the way. */
export async function showsAgain(isTooMuch: (slowness: number) => Promise<boolean>) {
  for (let attempt = 0; attempt < 4; attempt += 1)
    if (!(await isTooMuch(await measureSlowness()))) return false;
  return true;
}
