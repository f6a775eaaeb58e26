import type { Faults } from './create-faults.ts';
import type { FaultRule, FaultRuleOptions } from './fault-rule.ts';

/** Failures of one session by rule. Rules of all sessions meet its requests as well, and are no business of these. */
export interface SessionFaults {
  /**
   * Adds a rule for requests of this session, behind all that are there.
   * @throws RangeError when nothing could keep to the rule
   */
  add(rule: Omit<FaultRuleOptions, 'session'>): FaultRule;
  /** Those of this session alone, in the order in which they are tried. */
  list(): FaultRule[];
  /** @returns whether this session had such a rule */
  remove(id: string): boolean;
  /** Removes those of this session alone. */
  clear(): void;
}

export function toSessionFaults(faults: Faults, session: string): SessionFaults {
  const list = (): FaultRule[] => faults.list().filter((rule) => rule.session === session);
  return {
    add: (rule) => faults.add({ ...rule, session }),
    list,
    remove: (id) => list().some((rule) => rule.id === id) && faults.remove(id),
    clear: () => {
      for (const { id } of list()) faults.remove(id);
    },
  };
}
