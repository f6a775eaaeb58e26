/** A write of a unique value, or a read. Times are milliseconds of one clock. */
export interface Operation {
  kind: 'write' | 'read';
  value: string;
  from: number;
  /** Infinity for a write with an unknown outcome: it may have an effect at any time, or none. */
  to: number;
}

interface Cluster {
  value: string;
  write: Operation | undefined;
  reads: Operation[];
}

/**
 * Finds results that are impossible for a register: a place that contains the last written value, whatever the order in
 * which overlapping operations took effect. Because each value is written once, it suffices to compare the times at
 * which values are known to have been stored (Gibbons and Korach, Testing Shared Memories, 1997).
 * @returns one line for each violation
 */
export function findViolations(operations: readonly Operation[]): string[] {
  const violations: string[] = [];
  const zones: { value: string; from: number; to: number; isForward: boolean }[] = [];
  for (const { value, write, reads } of toClusters(operations)) {
    // A write with an unknown outcome that was never read may not have happened.
    if (reads.length === 0 && write?.to === Number.POSITIVE_INFINITY) continue;
    if (write === undefined) {
      violations.push(`${value} was read but never written`);
      continue;
    }
    const early = reads.find(({ to }) => to < write.from);
    if (early !== undefined) violations.push(`${value} was read before it was written`);
    const all = [write, ...reads];
    const firstEnd = Math.min(...all.map(({ to }) => to));
    const lastStart = Math.max(...all.map(({ from }) => from));
    const isForward = firstEnd < lastStart;
    zones.push({
      value,
      from: Math.min(firstEnd, lastStart),
      to: Math.max(firstEnd, lastStart),
      isForward,
    });
  }
  const forward = zones.filter(({ isForward }) => isForward);
  forward.sort((left, right) => left.from - right.from);
  for (const [at, zone] of forward.entries()) {
    const next = forward[at + 1];
    if (next !== undefined && next.from < zone.to)
      violations.push(
        `${zone.value} was the value from ${ms(zone.from)} to ${ms(zone.to)}, and ${next.value} from ${ms(next.from)} to ${ms(next.to)}`,
      );
  }
  for (const zone of zones) {
    if (zone.isForward) continue;
    const around = forward.find(
      (candidate) => candidate.from < zone.from && zone.to < candidate.to,
    );
    if (around !== undefined)
      violations.push(
        `${zone.value} took effect between ${ms(zone.from)} and ${ms(zone.to)}, while ${around.value} was the value`,
      );
  }
  return violations;
}

function toClusters(operations: readonly Operation[]): Cluster[] {
  const clusters = new Map<string, Cluster>();
  for (const operation of operations) {
    const { value } = operation;
    const cluster = clusters.get(value) ?? { value, write: undefined, reads: [] };
    clusters.set(value, cluster);
    if (operation.kind === 'write') cluster.write = operation;
    else cluster.reads.push(operation);
  }
  return [...clusters.values()];
}

function ms(time: number): string {
  return `${Math.round(time)} ms`;
}
