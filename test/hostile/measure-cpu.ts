/**
 * Measures the CPU time of this process for a task in milliseconds, including all its threads: the minimum of some
 * runs.
 */
export async function measureCpu(
  work: () => unknown,
  {
    runs = 3,
    enough = 0,
  }: {
    runs?: number /** If a run takes less than this, it is not repeated. */;
    enough?: number;
  } = {},
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

/** The CPU time of the task below on a quiet machine, in milliseconds. Budgets of CPU time assume such a machine. */
const quiet = 1.9;

/**
 * How many times as much CPU time a task takes now as on a quiet machine, at least 1: other programs share the caches
 * and the cores.
 */
export async function measureSlowness(): Promise<number> {
  const work = (): number => {
    const known = new Map<string, string>();
    for (const each of JSON.parse(reference)) known.set(each.id, JSON.stringify(each));
    return known.size;
  };
  return Math.max(1, (await measureCpu(work, { runs: 5 })) / quiet);
}

/** Whether a task always takes too long: garbage collection or another program can affect a single run. */
export async function showsAgain(isTooMuch: (slowness: number) => Promise<boolean>) {
  for (let attempt = 0; attempt < 4; attempt += 1)
    if (!(await isTooMuch(await measureSlowness()))) return false;
  return true;
}
