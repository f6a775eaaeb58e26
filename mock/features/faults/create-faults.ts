import { type Contract, type OperationId, operationIds } from '../../../contract/index.ts';
import type { Pipeline } from '../../middleware.ts';
import { defaultSession } from '../../mock-request.ts';
import type { Session } from '../../sessions/create-session.ts';
import { createRandom, type Random } from '../../sessions/random-ids.ts';
import { deriveSeed } from '../../sessions/seeded.ts';
import { type Answer, type Answered, whenAnswered } from '../../store/store.ts';
import {
  assertRule,
  describeEffect,
  type FaultRule,
  type FaultRuleOptions,
  type Injection,
  type RateLimit,
  type RateLimitEffect,
  readDelay,
  type Verdict,
} from './fault-rule.ts';
import { createInjector } from './inject-faults.ts';

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

/** Fault rules that can be reset for each session. */
export interface ResettableFaults extends Faults {
  /**
   * Removes the rules of a session, restores its initial ones, and restarts their random numbers. Rules for all
   * sessions belong to the default session.
   */
  reset(session: string): void;
  /** Whether any rule exists. */
  readonly hasRules: boolean;
  /** The complete state of the rules as JSON, for mocks that share a store. */
  readState(): string;
  writeState(state: string): void;
  /** Whether a reset of the session changes anything. */
  hasResettable(session: string): boolean;
}

/** The part of the rules that other parts of a mock use. */
export type AnyFaults = Answered<
  Omit<ResettableFaults, 'hasRules' | 'readState' | 'writeState' | 'hasResettable'>
>;

interface RuleState {
  rule: FaultRule;
  windows: readonly (readonly [session: string, window: Window])[];
}

interface FaultsState {
  lastId: number;
  rules: readonly RuleState[];
  chances: readonly (readonly [session: string, state: readonly number[]])[];
}

export interface FaultsOptions {
  seed: number;
  readContract: () => Contract;
  /** The initial rules, which a reset restores. */
  initial: readonly FaultRuleOptions[];
}

/** Creates the fault rules. The middleware is enabled only while rules exist. */
export function createFaults(
  pipeline: Pick<Pipeline, 'use' | 'remove'>,
  { seed, readContract, initial }: FaultsOptions,
): ResettableFaults {
  const rules = new Map<string, FaultRule>();
  const windows = new Map<FaultRule, Map<string, Window>>();
  const chances = new Map<string, Random>();
  const middleware = createInjector(readContract, judge);
  let lastId = 0;

  function add(options: FaultRuleOptions): FaultRule {
    assertRule(options, operationIds);
    lastId += 1;
    const { operation = '*', ...others } = options;
    const rule = { ...others, id: `fault-${lastId}`, operation, injected: 0 };
    rules.set(rule.id, rule);
    pipeline.use('faults', middleware);
    return copy(rule);
  }

  function end(rule: FaultRule): boolean {
    windows.delete(rule);
    const isRemoved = rules.delete(rule.id);
    if (rules.size === 0) pipeline.remove('faults');
    return isRemoved;
  }

  /** Latencies add up; the first rule with another effect decides. */
  function judge(session: Session, operation: OperationId | undefined): Verdict {
    const limits: RateLimit[] = [];
    let injection: Injection | undefined;
    for (const rule of rules.values()) {
      if (!isMeant(rule, session.name, operation)) continue;
      const random = findChances(session.name);
      const limit = takePlace(rule, session);
      if (limit !== undefined) limits.push(limit);
      if (limit?.isReached === false || !isDrawn(rule, random)) continue;
      const delay = readDelay(rule.effect, random);
      count(rule);
      const effect = `${rule.id}; ${describeEffect(rule.effect, delay)}`;
      injection = {
        rule,
        effect: injection === undefined ? effect : `${injection.effect}, ${effect}`,
        delayMs: (injection?.delayMs ?? 0) + delay,
        retryAfter: limit?.seconds ?? 0,
      };
      if (rule.effect.kind !== 'latency') break;
    }
    return { injection, limits };
  }

  function count(rule: FaultRule): void {
    rule.injected += 1;
    if (rule.next === undefined) return;
    rule.next -= 1;
    if (rule.next === 0) end(rule);
  }

  function findChances(session: string): Random {
    const known = chances.get(session) ?? createRandom(deriveSeed(seed, `faults/${session}`));
    chances.set(session, known);
    return known;
  }

  /** Counts a request in the window of its session, if the rule limits the rate. */
  function takePlace(rule: FaultRule, { name, clock }: Session) {
    if (rule.effect.kind !== 'rateLimit') return undefined;
    const own = windows.get(rule) ?? new Map<string, Window>();
    windows.set(rule, own);
    const window = own.get(name) ?? { start: clock.now, count: 0 };
    own.set(name, window);
    return { rule, ...countInWindow(rule.effect, window, clock.now) };
  }

  function readState(): string {
    const state: FaultsState = {
      lastId,
      rules: Array.from(rules.values(), (rule) => ({
        rule,
        windows: [...(windows.get(rule) ?? [])],
      })),
      chances: Array.from(chances, ([session, random]) => [session, random.readState()] as const),
    };
    return JSON.stringify(state);
  }

  function writeState(text: string): void {
    const state: FaultsState = JSON.parse(text);
    lastId = state.lastId;
    rules.clear();
    windows.clear();
    chances.clear();
    for (const { rule, windows: own } of state.rules) {
      rules.set(rule.id, rule);
      windows.set(rule, new Map(own));
    }
    for (const [session, numbers] of state.chances) {
      const random = createRandom(0);
      random.writeState(numbers);
      chances.set(session, random);
    }
    if (rules.size === 0) pipeline.remove('faults');
    else pipeline.use('faults', middleware);
  }

  for (const rule of initial) add(rule);

  return {
    get hasRules() {
      return rules.size > 0;
    },
    readState,
    writeState,
    hasResettable: (session) =>
      rules.size > 0 || chances.has(session) || initial.some((rule) => toOwner(rule) === session),
    add,
    list: () => [...rules.values()].map(copy),
    remove: (id) => {
      const rule = rules.get(id);
      return rule !== undefined && end(rule);
    },
    clear: () => {
      for (const rule of [...rules.values()]) end(rule);
    },
    reset: (session) => {
      chances.delete(session);
      for (const own of windows.values()) own.delete(session);
      for (const rule of [...rules.values()]) {
        if (toOwner(rule) === session) end(rule);
      }
      for (const rule of initial) if (toOwner(rule) === session) add(rule);
    },
  };
}

/** Returns the session whose reset removes a rule. */
function toOwner({ session = defaultSession }: FaultRuleOptions): string {
  return session;
}

function isMeant(rule: FaultRule, session: string, operation: OperationId | undefined): boolean {
  return (
    (rule.operation === '*' || rule.operation === operation) &&
    (rule.session === undefined || rule.session === session)
  );
}

/** Uses no random number for a rule that always applies, so that the rule does not affect others. */
function isDrawn({ probability = 1 }: FaultRule, random: Random): boolean {
  return probability >= 1 || random.next() / 2 ** 32 < probability;
}

function copy(rule: FaultRule): FaultRule {
  return structuredClone(rule);
}

/** Number of requests in a session since the start of a window. */
interface Window {
  start: number;
  count: number;
}

/** Counts a request in its window. A window starts with the first request after the previous one has ended. */
function countInWindow({ requests, windowMs }: RateLimitEffect, window: Window, now: number) {
  // A clock that was set back also starts a new window.
  if (now >= window.start + windowMs || now < window.start) {
    window.start = now;
    window.count = 0;
  }
  window.count += 1;
  const seconds = Math.max(1, Math.ceil((window.start + windowMs - now) / 1000));
  const left = Math.max(0, requests - window.count);
  return { requests, windowMs, left, seconds, isReached: window.count > requests };
}

export function toSessionFaults(
  faults: Answered<Faults>,
  session: string,
): Answered<SessionFaults> {
  const list = (): Answer<FaultRule[]> =>
    whenAnswered(faults.list(), (all) => all.filter((rule) => rule.session === session));
  return {
    add: (rule) => faults.add({ ...rule, session }),
    list,
    remove: (id) =>
      whenAnswered(list(), (own) => own.some((rule) => rule.id === id) && faults.remove(id)),
    clear: () =>
      whenAnswered(list(), (own) =>
        own.reduce<Answer<void>>(
          (done, { id }) => whenAnswered(done, () => whenAnswered(faults.remove(id), () => {})),
          undefined,
        ),
      ),
  };
}
