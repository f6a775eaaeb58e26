import { type Contract, type OperationId, operationIds } from '../../../contract/index.ts';
import type { Layers } from '../../layers.ts';
import type { Session } from '../../sessions/create-session.ts';
import { createRandom, deriveSeed, type Random } from '../../sessions/random.ts';
import { defaultSession } from '../../sessions/session-name.ts';
import { checkRule } from './check-rule.ts';
import type { FaultRule, FaultRuleOptions } from './fault-rule.ts';
import { injectFaults } from './inject-faults.ts';
import { describeEffect, type Injection, readDelay, type Window, waitForWindow } from './meet.ts';

/** Failures of a mock by rule. */
export interface Faults {
  /**
   * Adds a rule behind those that are there.
   * @throws RangeError when nothing could keep to the rule
   */
  add(rule: FaultRuleOptions): FaultRule;
  /** In the order in which they are tried. */
  list(): FaultRule[];
  /** @returns whether there was such a rule */
  remove(id: string): boolean;
  clear(): void;
}

/** Rules, and what puts one session back to its start. */
export interface ResettableFaults extends Faults {
  /** Ends the rules of a session, and repeats its chances. With the default session end those that name none. */
  reset(session: string): void;
}

export interface FaultsOptions {
  seed: number;
  readContract: () => Contract;
  findSession: (name: string) => Session | undefined;
}

/** The layer is there as long as there are rules. */
export function createFaults(layers: Layers, options: FaultsOptions): ResettableFaults {
  const { seed, findSession, readContract } = options;
  const rules = new Map<string, FaultRule>();
  const windows = new Map<FaultRule, Map<string, Window>>();
  const chances = new Map<string, Random>();
  let lastId = 0;
  // Requests that were met and wait for their body. A client that leaves meanwhile is not heard of, and the layer stays.
  let pending = 0;
  let isPut = false;
  const onPending = (change: 1 | -1): void => {
    pending += change;
    settleLayer();
  };
  const injecting = { readContract, findSession, meet, onPending };

  function add(options: FaultRuleOptions): FaultRule {
    const faults = checkRule(options, operationIds);
    if (faults.length > 0) {
      const told = faults.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; ');
      throw new RangeError(`the rule for faults cannot be kept to: ${told}`);
    }
    lastId += 1;
    const { operation = '*', ...others } = options;
    const rule = { ...others, id: `fault-${lastId}`, operation, injected: 0 };
    rules.set(rule.id, rule);
    settleLayer();
    return copy(rule);
  }

  function settleLayer(): void {
    const isNeeded = rules.size > 0 || pending > 0;
    if (isNeeded === isPut) return;
    isPut = isNeeded;
    if (isNeeded) layers.put('faults', (inner) => injectFaults(inner, injecting));
    else layers.remove('faults');
  }

  function end(rule: FaultRule): boolean {
    windows.delete(rule);
    const isGone = rules.delete(rule.id);
    settleLayer();
    return isGone;
  }

  /** What happens to a request: latencies add up, and the first rule that says something else has the last word. */
  function meet(session: Session, operation: OperationId | undefined): Injection | undefined {
    let met: Injection | undefined;
    for (const rule of rules.values()) {
      if (!isMeant(rule, session.name, operation)) continue;
      const random = findChances(session.name);
      const wait = rule.effect.kind === 'rateLimit' ? findWait(rule, session) : 0;
      if (wait === undefined || !isDrawn(rule, random)) continue;
      const delay = readDelay(rule.effect, random);
      count(rule);
      const effect = `${rule.id}; ${describeEffect(rule.effect, delay)}`;
      met = {
        rule,
        effect: met === undefined ? effect : `${met.effect}, ${effect}`,
        delayMs: (met?.delayMs ?? 0) + delay,
        retryAfter: wait,
      };
      if (rule.effect.kind !== 'latency') return met;
    }
    return met;
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

  /** How many seconds are left of the window; nothing where the request still has its place in it. */
  function findWait(rule: FaultRule, { name, clock }: Session): number | undefined {
    if (rule.effect.kind !== 'rateLimit') return undefined;
    const own = windows.get(rule) ?? new Map<string, Window>();
    windows.set(rule, own);
    const window = own.get(name) ?? { start: clock.now, count: 0 };
    own.set(name, window);
    return waitForWindow(rule.effect, window, clock.now);
  }

  return {
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
        if ((rule.session ?? defaultSession) === session) end(rule);
      }
    },
  };
}

function isMeant(rule: FaultRule, session: string, operation: OperationId | undefined): boolean {
  return (
    (rule.operation === '*' || rule.operation === operation) &&
    (rule.session === undefined || rule.session === session)
  );
}

/** Nothing is drawn where there is no chance, so that a rule that always holds changes no other one's luck. */
function isDrawn({ probability = 1 }: FaultRule, random: Random): boolean {
  return probability >= 1 || random.next() / 2 ** 32 < probability;
}

function copy(rule: FaultRule): FaultRule {
  return structuredClone(rule);
}
