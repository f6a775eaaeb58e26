import { defaultSession } from '../../handler.ts';
import { type Either, everySession, type SettingsAccess } from '../../store/store.ts';
import { type FaultRule, type FaultRuleOptions, type FaultsState, readRule } from './fault-rule.ts';

/** The fault rules of a mock. */
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

/** The fault rules of one session. Rules for all sessions also apply to its requests, but are not listed here. */
export interface SessionFaults extends Omit<Faults, 'add'> {
  /**
   * Adds a rule for requests of this session, after the existing ones.
   * @throws RangeError when the rule is invalid
   */
  add(rule: Omit<FaultRuleOptions, 'session'>): FaultRule;
}

const noRules: FaultsState = { lastId: 0, rules: [], counts: [] };

/** @throws RangeError when a rule is invalid */
export function toFaultsState(
  rules: readonly FaultRuleOptions[],
  start: FaultsState = noRules,
  operationIds?: readonly string[],
): FaultsState {
  return rules.reduce((state, given) => addRule(state, readRule(given, operationIds)), start);
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

/**
 * Creates the fault rules of a mock, or of one session.
 * @param initial the state of the rules before any change
 * @param listOperationIds the operations of the current contract
 */
export function createFaults(
  access: SettingsAccess,
  initial: FaultsState,
  listOperationIds: () => readonly string[],
  session?: string,
): Either<Faults> {
  const isMeant = (rule: FaultRule): boolean => session === undefined || rule.session === session;
  const change = <Result>(
    act: (state: FaultsState) => FaultsState,
    read: (before: FaultsState, after: FaultsState) => Result,
  ) =>
    access.change(everySession, (settings) => {
      const before = settings.faults ?? initial;
      const faults = act(before);
      return { settings: { ...settings, faults }, result: read(before, faults) };
    });
  const without = (isRemoved: (rule: FaultRule) => boolean) => (state: FaultsState) => ({
    ...state,
    rules: state.rules.filter((rule) => !isRemoved(rule)),
  });
  return {
    add: (given) => {
      const meant = session === undefined ? given : { ...given, session };
      const rule = readRule(meant, listOperationIds());
      return change(
        (state) => addRule(state, rule),
        (_, { lastId }) => structuredClone({ ...rule, id: `fault-${lastId}` }),
      );
    },
    list: () =>
      access.read(everySession, ({ faults = initial }) =>
        structuredClone(faults.rules.filter(isMeant)),
      ),
    remove: (id) =>
      change(
        without((rule) => isMeant(rule) && rule.id === id),
        (before, after) => after.rules.length < before.rules.length,
      ),
    clear: () => change(without(isMeant), () => undefined),
  };
}
