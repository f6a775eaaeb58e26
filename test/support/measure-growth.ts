/** Shorter times are mostly noise. */
const shortestMs = 5;

/**
 * How many times longer some work takes for an input of double the size, doubled again. Work in proportion to its input
 * returns about 4, and work that compares each part with all others 16. Measures the time of this process on the
 * processor, so other processes have little effect.
 * @param work is called with a size, and only a synchronous function is measured
 */
export function measureGrowth(work: (size: number) => void, size: number): number {
  // Also compiles the code.
  const short = measureMs(() => work(size));
  return measureMs(() => work(4 * size)) / Math.max(short, shortestMs);
}

/** The growth that tests allow: between 4 and 16. */
export const mostGrowth = 9;

/** The shortest of two attempts, because one may contain a collection of garbage. */
function measureMs(work: () => void): number {
  const attempts = Array.from({ length: 2 }, () => {
    const { user } = process.cpuUsage();
    work();
    return (process.cpuUsage().user - user) / 1000;
  });
  return Math.min(...attempts);
}
