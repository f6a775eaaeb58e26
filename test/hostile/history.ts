import { findViolations, type Operation } from './linearize.ts';

export const nothing = 'nothing';

/** The outcome of a request: acknowledged, certainly without effect, or unknown. */
export type Outcome = 'done' | 'refused' | 'unknown';

/** All actions of clients on the sites of a store, and everything they read. */
export class History {
  readonly #registers = new Map<string, Operation[]>();
  /** Refused values, which must never be read. */
  readonly #refused = new Set<string>();
  /** The first time at which each site was known to exist: acknowledged, or read. */
  readonly #existsSince = new Map<string, { from: number; to: number }>();
  readonly violations: string[] = [];
  acknowledged = 0;
  unknown = 0;
  refused = 0;
  reads = 0;

  write(register: string, value: string, from: number, to: number, outcome: Outcome): void {
    if (outcome === 'refused') {
      this.refused += 1;
      this.#refused.add(`${register} ${value}`);
      return;
    }
    if (outcome === 'done') this.acknowledged += 1;
    else this.unknown += 1;
    const end = outcome === 'done' ? to : Number.POSITIVE_INFINITY;
    this.#list(register).push({ kind: 'write', value, from, to: end });
  }

  read(register: string, value: string, from: number, to: number): void {
    this.reads += 1;
    if (this.#refused.has(`${register} ${value}`))
      this.violations.push(`${register}: ${value} is stored, although its request was refused`);
    this.#list(register).push({ kind: 'read', value, from, to });
  }

  /** Records a site whose creation was acknowledged or that was read, for the first time. */
  meet(id: string, from: number, to: number): void {
    const existence = this.#existsSince.get(id);
    if (existence === undefined || to < existence.to) this.#existsSince.set(id, { from, to });
  }

  knows(id: string): boolean {
    return this.#existsSince.has(id);
  }

  /** Finds sites that are missing in a list, repeated, or not in order of creation. */
  checkList(
    what: string,
    listed: readonly string[],
    before: readonly string[],
    from: number,
  ): void {
    const places = new Map(listed.map((id, at) => [id, at]));
    if (places.size < listed.length) this.violations.push(`${what}: a site is listed twice`);
    const lost = before.filter(
      (id) => (this.#existsSince.get(id)?.to ?? from) < from && !places.has(id),
    );
    if (lost.length > 0)
      this.violations.push(`${what}: ${lost.length} sites are lost, such as ${lost[0]}`);
    let latest = { id: '', from: 0 };
    for (const id of listed) {
      const since = this.#existsSince.get(id);
      if (since === undefined) continue;
      if (since.to < latest.from)
        this.violations.push(
          `${what}: ${id} was created before ${latest.id} but is listed after it`,
        );
      if (since.from > latest.from) latest = { id, from: since.from };
    }
  }

  judge(): string[] {
    const all = [...this.violations];
    for (const [register, operations] of this.#registers)
      all.push(...findViolations(operations).map((violation) => `${register}: ${violation}`));
    return all;
  }

  #list(register: string): Operation[] {
    const list = this.#registers.get(register) ?? [];
    this.#registers.set(register, list);
    return list;
  }
}
