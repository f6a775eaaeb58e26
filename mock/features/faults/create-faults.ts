import type { OperationId } from '../../../contract/index.ts';
import { defaultSession } from '../../handler.ts';
import { createRandom, deriveSeed, type Random } from '../../sessions/sessions.ts';
import type { OwnAccess } from '../../store/memory-store.ts';
import {
  type Either,
  everySession,
  type Promised,
  type SettingsAccess,
} from '../../store/store.ts';
import {
  checkRule,
  type FaultEffect,
  type FaultRule,
  type FaultRuleOptions,
  type FaultsState,
  type RateLimitEffect,
  type Window,
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

/** The next state of the rules, and the result of the change. */
interface Changed<Result> {
  state: FaultsState;
  result: Result;
}

const noRules: FaultsState = { lastId: 0, rules: [], windows: {}, chances: {} };

/** @throws RangeError when a rule is invalid */
export function toFaultsState(
  rules: readonly FaultRuleOptions[],
  start: FaultsState = noRules,
): FaultsState {
  return rules.reduce((state, rule) => addRule(state, rule).state, start);
}

/** @throws RangeError when the rule is invalid */
function addRule(state: FaultsState, given: FaultRuleOptions): Changed<FaultRule> {
  const checked = checkRule(given);
  if ('faults' in checked) {
    const told = checked.faults.map(({ pointer, detail }) => `${pointer} ${detail}`.trim());
    throw new RangeError(`Invalid fault rule: ${told.join('; ')}`);
  }
  const lastId = state.lastId + 1;
  const { operation = '*' } = checked;
  const rule = { ...checked, operation, id: `fault-${lastId}`, injected: 0 };
  return { state: { ...state, lastId, rules: [...state.rules, rule] }, result: rule };
}

function removeRules(
  state: FaultsState,
  isRemoved: (rule: FaultRule) => boolean,
): Changed<boolean> {
  const rules = state.rules.filter((rule) => !isRemoved(rule));
  const windows = pick(state.windows, (id) => rules.some((rule) => rule.id === id));
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
  const isOwn = (rule: FaultRuleOptions) => (rule.session ?? defaultSession) === session;
  const isOther = (name: string): boolean => name !== session;
  const { state: left } = removeRules(state, isOwn);
  const windows = Object.entries(left.windows).map(([id, own]) => [id, pick(own, isOther)]);
  return toFaultsState(initial.filter(isOwn), {
    ...left,
    chances: pick(left.chances, isOther),
    windows: Object.fromEntries(windows),
  });
}

function pick<Value>(
  record: Readonly<Record<string, Value>>,
  isKept: (name: string) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => isKept(name)));
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

/** The effect of all rules on one request. */
export interface Verdict {
  /** Undefined if no rule applies. */
  injection: Injection | undefined;
  /** The state of each rate limit, reached or not. */
  limits: readonly RateLimit[];
}

export interface Injection {
  /** The deciding rule. */
  rule: FaultRule;
  /** The value of the header `X-Mock-Fault`. */
  effect: string;
  delayMs: number;
}

export interface RateLimit extends Omit<RateLimitEffect, 'kind'> {
  id: string;
  /** Number of requests left in the window; negative if the limit was reached. */
  left: number;
  /** The remaining time of the window. */
  seconds: number;
}

/** Decides what the rules do to a request. Latencies add up; the first rule with another effect decides. */
export function judge(
  state: FaultsState,
  { session, operation, now, seed }: Judged,
): Changed<Verdict> {
  const random = createRandom(state.chances[session] ?? deriveSeed(seed, `faults/${session}`));
  const rules = state.rules.map((rule) => ({ ...rule }));
  const windows = { ...state.windows };
  const limits: RateLimit[] = [];
  let injection: Injection | undefined;
  for (const rule of rules) {
    const { id, effect, probability = 1 } = rule;
    const isMeant = rule.operation === '*' || rule.operation === operation;
    if (!isMeant || (rule.session ?? session) !== session) continue;
    if (effect.kind === 'rateLimit') {
      const window = countRequest(effect, windows[id]?.[session], now);
      windows[id] = { ...windows[id], [session]: window };
      const limit = toLimit(id, effect, window, now);
      limits.push(limit);
      if (limit.left >= 0) continue;
    }
    // A rule that always applies uses no random number, so it does not affect others.
    if (probability < 1 && random.next() / 2 ** 32 >= probability) continue;
    const delay = effect.kind === 'latency' ? drawDelay(effect, random) : 0;
    rule.injected += 1;
    if (rule.next !== undefined) rule.next -= 1;
    const told = `${id}; ${describeEffect(effect, delay)}`;
    injection = {
      rule,
      effect: injection === undefined ? told : `${injection.effect}, ${told}`,
      delayMs: (injection?.delayMs ?? 0) + delay,
    };
    if (effect.kind !== 'latency') break;
  }
  const chances = { ...state.chances, [session]: random.readState() };
  const judged = removeRules({ ...state, rules, windows, chances }, (rule) => rule.next === 0);
  return { state: judged.state, result: { injection, limits } };
}

/** Counts a request in its window. A window starts with the first request after the previous one has ended. */
function countRequest({ windowMs }: RateLimitEffect, window: Window | undefined, now: number) {
  // A clock that was set back also starts a new window.
  const isOver = window === undefined || now >= window.start + windowMs || now < window.start;
  return isOver ? { start: now, count: 1 } : { start: window.start, count: window.count + 1 };
}

function toLimit(
  id: string,
  { requests, windowMs }: RateLimitEffect,
  { start, count }: Window,
  now: number,
): RateLimit {
  const seconds = Math.max(1, Math.ceil((start + windowMs - now) / 1000));
  return { id, requests, windowMs, left: requests - count, seconds };
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
      change((state) => {
        const added = addRule(state, session === undefined ? rule : { ...rule, session });
        return { ...added, result: structuredClone(added.result) };
      }),
    list: () =>
      access.read(everySession, ({ faults = initial }) =>
        structuredClone(faults.rules.filter(isMeant)),
      ),
    remove: (id) =>
      change((state) => removeRules(state, (rule) => isMeant(rule) && rule.id === id)),
    clear: () => change((state) => ({ ...removeRules(state, isMeant), result: undefined })),
  };
}
