import { createRandom, deriveSeed, pickFraction, type Random } from '../../../contract/random.ts';
import type { FaultCounts, FaultEffect, FaultRule, FaultsState, Window } from './fault-rule.ts';

/** A request that rules may apply to. */
interface JudgedRequest {
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

/**
 * Maximum number of sessions whose requests are counted. Any request can name a session, also one that is refused. More
 * than the sessions that are in use at the same time.
 */
const mostCounted = 250;

/** Decides what the rules do to a request. Latencies add up; the first rule with another effect decides. */
export function judgeRules(
  state: FaultsState,
  request: JudgedRequest,
): { state: FaultsState; verdict: FaultVerdict } {
  const judgement = new Judgement(request, findCounts(state, request.session));
  const rules: FaultRule[] = [];
  for (const rule of state.rules) {
    const judged = judgement.apply(rule);
    if (judged.next !== 0) rules.push(judged);
  }
  const counts = updateCounts(state, judgement.readCounts());
  return { state: { ...state, rules, counts }, verdict: judgement.toVerdict() };
}

function findCounts({ counts }: FaultsState, session: string): FaultCounts | undefined {
  return counts.find((counted) => counted.session === session);
}

/** Makes a session the last of those that are counted. The one that was not used for the longest time is forgotten. */
function updateCounts(
  { counts }: FaultsState,
  changed: FaultCounts | undefined,
): readonly FaultCounts[] {
  if (changed === undefined) return counts;
  const unchanged = counts.filter(({ session }) => session !== changed.session);
  return [...unchanged.slice(-(mostCounted - 1)), changed];
}

/** Applies one rule after the other to a request. */
class Judgement {
  readonly #request: JudgedRequest;
  /** What was counted in the session before. */
  readonly #known: FaultCounts | undefined;
  /** The windows of the rate limits, by rule. */
  readonly #windows = new Map<string, Window>();
  readonly #policies: string[] = [];
  readonly #limits: string[] = [];
  readonly #effects: string[] = [];
  /** Created for the first rule that needs it. */
  #random: Random | undefined;
  #rule: FaultRule | undefined;
  #delayMs = 0;
  #seconds = 0;
  #isDecided = false;
  #isCounted = false;

  constructor(request: JudgedRequest, counts: FaultCounts | undefined) {
    this.#request = request;
    this.#known = counts;
  }

  /** @returns the rule with its counters after the request */
  apply(rule: FaultRule): FaultRule {
    const { windows = [] } = this.#known ?? {};
    const window = windows.find(({ rule: id }) => id === rule.id);
    if (window !== undefined) this.#windows.set(rule.id, window);
    if (this.#isDecided || !this.#isMeant(rule)) return rule;
    const { id, effect } = rule;
    if (effect.kind === 'rateLimit' && !this.#isLimitReached(id, effect)) return rule;
    if (!this.#isDrawn(rule)) return rule;
    const delay = effect.kind === 'latency' ? this.#drawDelay(effect) : 0;
    this.#delayMs += delay;
    this.#effects.push(`${id}; ${describeEffect(effect, delay)}`);
    this.#isDecided = effect.kind !== 'latency';
    const applied = { ...rule, injected: rule.injected + 1 };
    if (rule.next !== undefined) applied.next = rule.next - 1;
    this.#rule = applied;
    return applied;
  }

  /** The counts of the session after the request; undefined if they are the same as before. */
  readCounts(): FaultCounts | undefined {
    if (!this.#isCounted) return undefined;
    return {
      session: this.#request.session,
      random: this.#random === undefined ? this.#known?.random : this.#random.readState(),
      windows: [...this.#windows.values()],
    };
  }

  toVerdict(): FaultVerdict {
    const limits: [name: string, value: string][] = [];
    if (this.#limits.length > 0) {
      limits.push(['RateLimit-Policy', this.#policies.join(', ')]);
      limits.push(['RateLimit', this.#limits.join(', ')]);
    }
    return {
      rule: this.#rule,
      effect: this.#effects.join(', '),
      delayMs: this.#delayMs,
      seconds: this.#seconds,
      limits,
    };
  }

  #isMeant({ operation, session }: FaultRule): boolean {
    const isOperation = operation === '*' || operation === this.#request.operation;
    return isOperation && (session === undefined || session === this.#request.session);
  }

  /** Counts the request in the window of a rate limit. A window starts with the first request after the previous one. */
  #isLimitReached(
    id: string,
    { requests, windowMs }: FaultEffect & { kind: 'rateLimit' },
  ): boolean {
    const { now } = this.#request;
    const openWindow = this.#windows.get(id);
    // The clock may have been set back.
    const isOver =
      openWindow === undefined || now >= openWindow.start + windowMs || now < openWindow.start;
    const window = isOver ? { rule: id, start: now, count: 0 } : openWindow;
    this.#windows.set(id, { ...window, count: window.count + 1 });
    this.#isCounted = true;
    const left = requests - window.count - 1;
    this.#seconds = Math.max(1, Math.ceil((window.start + windowMs - now) / 1000));
    this.#policies.push(`"${id}";q=${requests};w=${Math.ceil(windowMs / 1000)}`);
    this.#limits.push(`"${id}";r=${Math.max(0, left)};t=${this.#seconds}`);
    return left < 0;
  }

  /** A rule that always applies uses no random number, so it does not affect others. */
  #isDrawn({ probability = 1 }: FaultRule): boolean {
    return probability >= 1 || this.#draw() < probability;
  }

  #drawDelay({ milliseconds = 0, from = 0, to }: FaultEffect & { kind: 'latency' }): number {
    if (to === undefined) return milliseconds;
    return from === to ? to : Math.round(from + this.#draw() * (to - from));
  }

  /** Draws a number from 0 to 1. Each session has numbers of its own. */
  #draw(): number {
    const { seed, session } = this.#request;
    const start = this.#known?.random ?? deriveSeed(seed, `faults/${session}`);
    this.#random ??= createRandom(start);
    this.#isCounted = true;
    return pickFraction(this.#random);
  }
}

function describeEffect(effect: FaultEffect, delay: number): string {
  if (effect.kind === 'status') return `status=${effect.status}`;
  return effect.kind === 'latency' ? `latency=${delay}` : effect.kind;
}
