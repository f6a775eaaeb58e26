import { createRandom, deriveSeed, type Random } from '../../../contract/random.ts';
import { defaultSession } from '../../handler.ts';
import { type Either, everySession, type SettingsAccess } from '../../store/store.ts';
import {
  type FaultCounts,
  type FaultEffect,
  type FaultRule,
  type FaultRuleOptions,
  type FaultsState,
  readRule,
} from './fault-rule.ts';

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

const noRules: FaultsState = { lastId: 0, rules: [], sessions: {} };

/** @throws RangeError when a rule is invalid */
export function toFaultsState(
  rules: readonly FaultRuleOptions[],
  start: FaultsState = noRules,
): FaultsState {
  return rules.reduce((state, given) => addRule(state, readRule(given)), start);
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
  const { [session]: _, ...sessions } = state.sessions;
  const rules = state.rules.filter((rule) => !isOwn(rule));
  return toFaultsState(initial.filter(isOwn), { ...state, rules, sessions });
}

/** A request that rules may apply to. */
interface Judged {
  session: string;
  operation: string | undefined;
  /** The time by the clock of the session. */
  now: number;
  /** The seed of the mock. */
  seed: number;
}

/** The effect of all rules on one request. */
export interface FaultVerdict {
  /** The deciding rule; undefined if no rule applies. */
  rule: FaultRule | undefined;
  /** The value of the header `X-Mock-Fault`. */
  effect: string;
  delayMs: number;
  /** The remaining time of the window of the rate limit that was reached. */
  seconds: number;
  /** The headers with the remaining requests of all windows (draft-ietf-httpapi-ratelimit-headers). */
  limits: readonly (readonly [name: string, value: string])[];
}

/** Decides what the rules do to a request. Latencies add up; the first rule with another effect decides. */
export function judgeRules(
  state: FaultsState,
  { session, operation, now, seed }: Judged,
): { state: FaultsState; verdict: FaultVerdict } {
  const counts = state.sessions[session];
  const random = createRandom(counts?.random ?? deriveSeed(seed, `faults/${session}`));
  const rules = state.rules.map((rule) => ({ ...rule }));
  const windows: Record<string, FaultCounts['windows'][string]> = {};
  const [policies, limits, effects]: [string[], string[], string[]] = [[], [], []];
  const verdict: FaultVerdict = { rule: undefined, effect: '', delayMs: 0, seconds: 0, limits: [] };
  let isDecided = false;
  for (const rule of rules) {
    const { id, effect, probability = 1 } = rule;
    const known = counts?.windows[id];
    if (known !== undefined) windows[id] = known;
    const isMeant = rule.operation === '*' || rule.operation === operation;
    if (isDecided || !isMeant || (rule.session ?? session) !== session) continue;
    if (effect.kind === 'rateLimit') {
      const { requests, windowMs } = effect;
      // A window starts with the first request after the previous one has ended, or after the clock was set back.
      const isOver = known === undefined || now >= known.start + windowMs || now < known.start;
      const { start, count } = isOver ? { start: now, count: 0 } : known;
      windows[id] = { start, count: count + 1 };
      const left = requests - count - 1;
      verdict.seconds = Math.max(1, Math.ceil((start + windowMs - now) / 1000));
      policies.push(`"${id}";q=${requests};w=${Math.ceil(windowMs / 1000)}`);
      limits.push(`"${id}";r=${Math.max(0, left)};t=${verdict.seconds}`);
      if (left >= 0) continue;
    }
    // A rule that always applies uses no random number, so it does not affect others.
    if (probability < 1 && random.next() / 2 ** 32 >= probability) continue;
    const delay = effect.kind === 'latency' ? drawDelay(effect, random) : 0;
    rule.injected += 1;
    if (rule.next !== undefined) rule.next -= 1;
    verdict.rule = rule;
    verdict.delayMs += delay;
    effects.push(`${id}; ${describeEffect(effect, delay)}`);
    isDecided = effect.kind !== 'latency';
  }
  verdict.effect = effects.join(', ');
  if (limits.length > 0)
    verdict.limits = [
      ['RateLimit-Policy', policies.join(', ')],
      ['RateLimit', limits.join(', ')],
    ];
  const sessions = { ...state.sessions, [session]: { random: random.readState(), windows } };
  const left = rules.filter((rule) => rule.next !== 0);
  return { state: { ...state, rules: left, sessions }, verdict };
}

function drawDelay(
  { milliseconds = 0, from = 0, to }: FaultEffect & { kind: 'latency' },
  random: Random,
): number {
  if (to === undefined) return milliseconds;
  return from === to ? to : Math.round(from + (random.next() / 2 ** 32) * (to - from));
}

function describeEffect(effect: FaultEffect, delay: number): string {
  if (effect.kind === 'status') return `status=${effect.status}`;
  return effect.kind === 'latency' ? `latency=${delay}` : effect.kind;
}

/**
 * Creates the fault rules of a mock, or of one session.
 * @param initial the state of the rules before any change
 */
export function createFaults(
  access: SettingsAccess,
  initial: FaultsState,
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
      const rule = readRule(session === undefined ? given : { ...given, session });
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
