/** The growth that tests allow. Work in proportion to its input grows 4 times, and work that compares all parts 16 times. */
export const mostGrowth = 9;

/** Shorter times are mostly noise. */
const shortestMs = 5;
const mostAttempts = 3;

/**
 * How many times longer some work takes for an input of double the size, doubled again. Measures the time of this process on
 * the processor, so other processes have little effect. Measures again if the growth is too high, because the first time may
 * contain a collection of garbage.
 * @param work a synchronous function, called with a size
 */
export function measureGrowth(work: (size: number) => void, size: number): number {
  let growth = Infinity;
  for (let attempt = 1; attempt <= mostAttempts && growth >= mostGrowth; attempt += 1) {
    const short = measureMs(() => work(size));
    const long = measureMs(() => work(4 * size));
    growth = Math.min(growth, long / Math.max(short, shortestMs));
  }
  return growth;
}

function measureMs(work: () => void): number {
  const { user } = process.cpuUsage();
  work();
  return (process.cpuUsage().user - user) / 1000;
}
