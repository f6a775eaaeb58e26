import { type OperationId, operationIds } from '../../../contract/index.ts';
import { defaultSession } from '../../session-name.ts';
import { createRandom, deriveSeed, type Random } from '../../sessions/random-ids.ts';
import type { Either, OwnAccess, Promised, SettingsAccess } from '../../store/settings-access.ts';
import { everySession } from '../../store/store.ts';
import {
  assertRule,
  describeEffect,
  type FaultRule,
  type FaultRuleOptions,
  type FaultsState,
  type Injection,
  type RateLimit,
  type RateLimitEffect,
  readDelay,
  type Verdict,
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
export interface SessionFaults {
  /**
   * Adds a rule for requests of this session, after the existing ones.
   * @throws RangeError when the rule is invalid
   */
  add(rule: Omit<FaultRuleOptions, 'session'>): FaultRule;
  /** The rules of this session only, in the order in which they are tried. */
  list(): FaultRule[];
  /** Removes a rule of this session. @returns whether it existed */
  remove(id: string): boolean;
  /** Removes the rules of this session only. */
  clear(): void;
}

/** The next state of the rules, and the result of the change. */
export interface Changed<Result> {
  state: FaultsState;
  result: Result;
}

const noRules: FaultsState = { lastId: 0, rules: [], windows: {}, chances: {} };

/** @throws RangeError when a rule is invalid */
export function toFaultsState(rules: readonly FaultRuleOptions[]): FaultsState {
  return rules.reduce<FaultsState>((state, rule) => addRule(state, rule).state, noRules);
}

/** @throws RangeError when the rule is invalid */
export function addRule(state: FaultsState, options: FaultRuleOptions): Changed<FaultRule> {
  assertRule(options, operationIds);
  const lastId = state.lastId + 1;
  const { operation = '*', ...others } = structuredClone(options);
  const rule: FaultRule = { ...others, id: `fault-${lastId}`, operation, injected: 0 };
  const rules = [...state.rules, rule];
  return { state: { ...state, lastId, rules }, result: structuredClone(rule) };
}

/** Removes all rules for which the test is true. @returns whether there were any */
export function removeRules(
  state: FaultsState,
  isRemoved: (rule: FaultRule) => boolean,
): Changed<boolean> {
  const rules = state.rules.filter((rule) => !isRemoved(rule));
  const kept = new Set(rules.map(({ id }) => id));
  const windows = pickEntries(state.windows, (id) => kept.has(id));
  return { state: { ...state, rules, windows }, result: rules.length < state.rules.length };
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
  const { state: left } = removeRules(state, (rule) => toOwner(rule) === session);
  const isOther = (name: string): boolean => name !== session;
  const restarted: FaultsState = {
    ...left,
    chances: pickEntries(left.chances, isOther),
    windows: Object.fromEntries(
      Object.entries(left.windows).map(([id, own]) => [id, pickEntries(own, isOther)]),
    ),
  };
  return initial
    .filter((rule) => toOwner(rule) === session)
    .reduce<FaultsState>((added, rule) => addRule(added, rule).state, restarted);
}

/** Whether a reset of the session changes anything. */
export function hasResettable(
  { rules, chances }: FaultsState,
  session: string,
  initial: readonly FaultRuleOptions[],
): boolean {
  return (
    rules.length > 0 || session in chances || initial.some((rule) => toOwner(rule) === session)
  );
}

function pickEntries<Value>(
  record: Readonly<Record<string, Value>>,
  isKept: (name: string) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => isKept(name)));
}

/** Returns the session whose reset removes a rule. */
function toOwner({ session = defaultSession }: FaultRuleOptions): string {
  return session;
}

/** A request that rules may apply to. */
interface Judged {
  session: string;
  operation: OperationId | undefined;
  /** The time by the clock of the session. */
  now: number;
  /** The seed of the mock. */
  seed: number;
}

/** Decides what the rules do to a request. Latencies add up; the first rule with another effect decides. */
export function judge(state: FaultsState, request: Judged): Changed<Verdict> {
  const { session, operation, now, seed } = request;
  const known = state.chances[session];
  const random = createRandom(known ?? deriveSeed(seed, `faults/${session}`));
  const rules = state.rules.map((rule) => ({ ...rule }));
  const windows = { ...state.windows };
  const limits: RateLimit[] = [];
  let injection: Injection | undefined;
  for (const rule of rules) {
    if (!appliesTo(rule, session, operation)) continue;
    let limit: RateLimit | undefined;
    if (rule.effect.kind === 'rateLimit') {
      const own = windows[rule.id] ?? {};
      const window = countInWindow(rule.effect, own[session], now);
      windows[rule.id] = { ...own, [session]: window };
      limit = toLimit(rule, rule.effect, window, now);
      limits.push(limit);
      if (window.count <= rule.effect.requests) continue;
    }
    if (!isDrawn(rule, random)) continue;
    const delay = readDelay(rule.effect, random);
    rule.injected += 1;
    if (rule.next !== undefined) rule.next -= 1;
    const effect = `${rule.id}; ${describeEffect(rule.effect, delay)}`;
    injection = {
      rule,
      effect: injection === undefined ? effect : `${injection.effect}, ${effect}`,
      delayMs: (injection?.delayMs ?? 0) + delay,
      retryAfter: limit?.seconds ?? 0,
    };
    if (rule.effect.kind !== 'latency') break;
  }
  const chances = { ...state.chances, [session]: random.readState() };
  const judged = removeRules({ ...state, rules, windows, chances }, (rule) => rule.next === 0);
  return { state: judged.state, result: { injection, limits } };
}

function appliesTo(rule: FaultRule, session: string, operation: OperationId | undefined): boolean {
  return (
    (rule.operation === '*' || rule.operation === operation) &&
    (rule.session === undefined || rule.session === session)
  );
}

/** Uses no random number for a rule that always applies, so that the rule does not affect others. */
function isDrawn({ probability = 1 }: FaultRule, random: Random): boolean {
  return probability >= 1 || random.next() / 2 ** 32 < probability;
}

/** Number of requests in a session since the start of a window. */
type Window = FaultsState['windows'][string][string];

/** Counts a request in its window. A window starts with the first request after the previous one has ended. */
function countInWindow(
  { windowMs }: RateLimitEffect,
  window: Window | undefined,
  now: number,
): Window {
  // A clock that was set back also starts a new window.
  const isOver = window === undefined || now >= window.start + windowMs || now < window.start;
  return isOver ? { start: now, count: 1 } : { start: window.start, count: window.count + 1 };
}

function toLimit(
  rule: FaultRule,
  { requests, windowMs }: RateLimitEffect,
  { start, count }: Window,
  now: number,
): RateLimit {
  const seconds = Math.max(1, Math.ceil((start + windowMs - now) / 1000));
  return { rule, requests, windowMs, left: Math.max(0, requests - count), seconds };
}

/**
 * Creates the fault rules of a mock, or of one session.
 * @param initial the state of the rules before any change
 */
export function createFaults(access: OwnAccess, initial: FaultsState, session?: string): Faults;
export function createFaults(
  access: SettingsAccess,
  initial: FaultsState,
  session?: string,
): Promised<Faults>;
export function createFaults(
  access: SettingsAccess,
  initial: FaultsState,
  session?: string,
): Either<Faults> {
  const isMeant = (rule: FaultRule): boolean => session === undefined || rule.session === session;
  const change = <Result>(act: (state: FaultsState) => Changed<Result>) =>
    access.change(everySession, (settings) => {
      const { state, result } = act(settings.faults ?? initial);
      return { settings: { ...settings, faults: state }, result };
    });
  return {
    add: (rule) =>
      change((state) => addRule(state, session === undefined ? rule : { ...rule, session })),
    list: () =>
      access.read(everySession, ({ faults = initial }) =>
        structuredClone(faults.rules.filter(isMeant)),
      ),
    remove: (id) =>
      change((state) => removeRules(state, (rule) => isMeant(rule) && rule.id === id)),
    clear: () => change((state) => ({ ...removeRules(state, isMeant), result: undefined })),
  };
}
