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
