import type { MemoryStore } from '../../store/memory-store.ts';
import { Slot } from '../../store/slot.ts';
import { defaultSession, type SharedChange, type Store } from '../../store/store.ts';
import { type FaultRule, type FaultRuleOptions, type FaultsState, readRule } from './fault-rule.ts';

/** The rules of all sessions with their counters, which every session shares. */
export const faultsSlot = new Slot<FaultsState>('faults');

/** The fault rules of a mock in memory. */
export interface Faults {
  /**
   * Adds a rule after the existing ones.
   * @throws RangeError when the rule is invalid
   */
  add(rule: FaultRuleOptions): FaultRule;
  /** The rules, in the order in which they are tried. */
  list(): FaultRule[];
  /** Removes a rule. @returns whether it existed */
  remove(id: string): boolean;
  /** Removes all rules. */
  clear(): void;
}

/** The fault rules of one session in memory. Rules for all sessions also apply to its requests, but are not listed here. */
export interface SessionFaults extends Omit<Faults, 'add'> {
  /**
   * Adds a rule for requests of this session, after the existing ones.
   * @throws RangeError when the rule is invalid
   */
  add(rule: Omit<FaultRuleOptions, 'session'>): FaultRule;
}

/** The fault rules of a mock in a store. */
export interface StoredFaults {
  /**
   * Adds a rule after the existing ones.
   * @throws RangeError when the rule is invalid
   */
  add(rule: FaultRuleOptions): Promise<FaultRule>;
  /** The rules, in the order in which they are tried. */
  list(): Promise<FaultRule[]>;
  /** Removes a rule. @returns whether it existed */
  remove(id: string): Promise<boolean>;
  /** Removes all rules. */
  clear(): Promise<void>;
}

/** The fault rules of one session in a store. Rules for all sessions also apply to its requests, but are not listed here. */
export interface StoredSessionFaults extends Omit<StoredFaults, 'add'> {
  /**
   * Adds a rule for requests of this session, after the existing ones.
   * @throws RangeError when the rule is invalid
   */
  add(rule: Omit<FaultRuleOptions, 'session'>): Promise<FaultRule>;
}

const noRules: FaultsState = { lastId: 0, rules: [], counts: [] };

/** @throws RangeError when a rule is invalid */
export function toFaultsState(
  rules: readonly FaultRuleOptions[],
  start: FaultsState = noRules,
  operationIds?: readonly string[],
): FaultsState {
  return rules.reduce((state, options) => addRule(state, readRule(options, operationIds)), start);
}

function addRule(state: FaultsState, rule: FaultRule): FaultsState {
  const lastId = state.lastId + 1;
  return { ...state, lastId, rules: [...state.rules, { ...rule, id: `fault-${lastId}` }] };
}

/**
 * Removes the rules of a session, restores its initial ones, and restarts its random numbers. Rules for all sessions
 * belong to the default session.
 */
export function resetRules(
  state: FaultsState,
  session: string,
  initial: readonly FaultRuleOptions[],
): FaultsState {
  const isOwn = (rule: FaultRuleOptions) => (rule.session ?? defaultSession) === session;
  const counts = state.counts.filter((counted) => counted.session !== session);
  const rules = state.rules.filter((rule) => !isOwn(rule));
  return toFaultsState(initial.filter(isOwn), { ...state, rules, counts });
}

/** The rules before any change, and what new ones are checked against. */
export interface FirstRules {
  readonly state: FaultsState;
  /** Returns the operations of the current contract. */
  listOperationIds(): readonly string[];
}

/** The session whose rules are meant; undefined for all rules. */
type Scope = string | undefined;

function isMeant({ session }: FaultRule, scope: Scope): boolean {
  return scope === undefined || session === scope;
}

/** Changes the rules, and returns what the caller gets. */
type RulesChange<Result> = (state: FaultsState) => { state: FaultsState; result: Result };

/** @throws RangeError when the rule is invalid */
function adding(
  options: FaultRuleOptions,
  scope: Scope,
  { listOperationIds }: FirstRules,
): RulesChange<FaultRule> {
  const scoped = scope === undefined ? options : { ...options, session: scope };
  const rule = readRule(scoped, listOperationIds());
  return (before) => {
    const state = addRule(before, rule);
    const added = { ...rule, id: `fault-${state.lastId}` };
    return { state, result: structuredClone(added) };
  };
}

/** Removes one rule, or all. The result is whether there were any. */
function removing(scope: Scope, id?: string): RulesChange<boolean> {
  const isRemoved = (rule: FaultRule) =>
    isMeant(rule, scope) && (id === undefined || rule.id === id);
  return (before) => {
    const rules = before.rules.filter((rule) => !isRemoved(rule));
    return { state: { ...before, rules }, result: rules.length < before.rules.length };
  };
}

function listRules({ rules }: FaultsState, scope: Scope): FaultRule[] {
  return structuredClone(rules.filter((rule) => isMeant(rule, scope)));
}

/** Turns a change of the rules into one of the settings of every session. */
export function toSharedChange<Result>(
  initial: FaultsState,
  change: RulesChange<Result>,
): SharedChange<Result> {
  return (settings) => {
    const { state, result } = change(faultsSlot.read(settings) ?? initial);
    return { settings: faultsSlot.write(settings, state), result };
  };
}

/** Creates the fault rules of a mock in a store, or of one of its sessions. */
export function createStoredFaults(store: Store, first: FirstRules, scope?: string): StoredFaults {
  const run = <Result>(change: RulesChange<Result>) =>
    store.changeShared(toSharedChange(first.state, change));
  return {
    add: async (rule) => run(adding(rule, scope, first)),
    list: async () => {
      const { shared } = await store.readSettings(defaultSession);
      return listRules(faultsSlot.read(shared) ?? first.state, scope);
    },
    remove: (id) => run(removing(scope, id)),
    clear: async () => {
      await run(removing(scope));
    },
  };
}

/** Creates the fault rules of a mock in memory, or of one of its sessions. */
export function createMemoryFaults(memory: MemoryStore, first: FirstRules, scope?: string): Faults {
  const run = <Result>(change: RulesChange<Result>) =>
    memory.changeSharedNow(toSharedChange(first.state, change));
  return {
    add: (rule) => run(adding(rule, scope, first)),
    list: () => listRules(faultsSlot.read(memory.readSharedNow()) ?? first.state, scope),
    remove: (id) => run(removing(scope, id)),
    clear: () => {
      run(removing(scope));
    },
  };
}
