import type { JudgedExchange, LeftOutPart } from './judge-exchange.ts';

/** What a warning says about each part, before the names of the operations. */
const reasons: readonly (readonly [LeftOutPart, string])[] = [
  ['request body', 'Request bodies were not recorded completely, and not checked'],
  ['response body', 'Response bodies were not recorded completely, and not checked'],
  ['response', 'Responses of the service were not recorded, and not checked'],
];

/** Counts what could not be checked because a recording lacks it. It would otherwise look as if it had passed. */
export class LeftOutCounter {
  readonly #counts = new Map<LeftOutPart, Map<string, number>>();

  add({ operation, leftOut }: JudgedExchange): void {
    const id = operation?.id ?? '';
    for (const part of leftOut) {
      const counts = this.#counts.get(part) ?? new Map<string, number>();
      counts.set(id, (counts.get(id) ?? 0) + 1);
      this.#counts.set(part, counts);
    }
  }

  /** One sentence for each part, with the operations and how often it was left out. */
  toWarnings(): string[] {
    const warnings: string[] = [];
    for (const [part, reason] of reasons) {
      const counts = this.#counts.get(part);
      if (counts === undefined) continue;
      const operations = [...counts].map(([id, count]) => `${id} (${count})`);
      warnings.push(`${reason}: ${operations.join(', ')}`);
    }
    return warnings;
  }
}
