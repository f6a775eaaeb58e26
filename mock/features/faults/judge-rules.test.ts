import { describe, expect, test } from '@jest/globals';
import { toFaultsState } from './create-faults.ts';
import type { FaultRuleOptions, FaultsState } from './fault-rule.ts';
import { judgeRules } from './judge-rules.ts';

const limit: FaultRuleOptions = { effect: { kind: 'rateLimit', requests: 2, windowMs: 1000 } };
const sometimes: FaultRuleOptions = { probability: 0.5, effect: { kind: 'status', status: 503 } };
const always: FaultRuleOptions = { effect: { kind: 'latency', milliseconds: 5 } };

/** Judges one request after the other, and returns the last state and the effects. */
function judge(start: FaultsState, sessions: readonly string[]) {
  const effects: string[] = [];
  let state = start;
  for (const session of sessions) {
    const judged = judgeRules(state, { session, operation: undefined, now: 0, seed: 1 });
    state = judged.state;
    effects.push(judged.verdict.effect);
  }
  return { state, effects };
}

const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `test-${at}`);

describe('the sessions whose requests are counted', () => {
  test('are none if all requests are treated alike', () => {
    const { state } = judge(toFaultsState([always]), names(1000));
    expect(state.counts).toEqual([]);
    expect(state.rules).toMatchObject([{ injected: 1000 }]);
  });

  test.each([
    ['a rate limit', limit],
    ['a probability', sometimes],
    ['a range', { effect: { kind: 'latency', from: 1, to: 9 } } satisfies FaultRuleOptions],
  ])('are limited in number: %s', (_title, rule) => {
    const { state } = judge(toFaultsState([rule]), names(1000));
    expect(state.counts).toHaveLength(250);
    expect(state.counts.at(-1)?.session).toBe('test-999');
  });

  test('are forgotten only after all others have been used', () => {
    const others = names(200);
    const { effects } = judge(toFaultsState([limit]), ['a', ...others, 'a', ...others, 'a']);
    expect(effects.at(-1)).toBe('fault-1; rateLimit');
  });

  test('lose the windows of rules that were removed', () => {
    const { state } = judge(toFaultsState([limit, limit]), ['a']);
    const [, second] = state.rules;
    const left = judge({ ...state, rules: state.rules.slice(1) }, ['a']).state;
    expect(left.counts).toMatchObject([{ windows: [{ rule: second?.id, count: 2 }] }]);
  });

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'may be called %s',
    (session) => {
      const { effects } = judge(toFaultsState([limit, sometimes]), [session, session, session]);
      expect(effects.at(-1)).toBe('fault-1; rateLimit');
    },
  );
});

test('each session has random numbers of its own, which continue', () => {
  const state = toFaultsState([sometimes]);
  const alone = judge(state, Array(20).fill('a')).effects;
  const mixed = judge(state, Array(20).fill(['a', 'b']).flat()).effects;
  expect(mixed.filter((_, at) => at % 2 === 0)).toEqual(alone);
  expect(mixed.filter((_, at) => at % 2 === 1)).not.toEqual(alone);
  expect(new Set(alone).size).toBe(2);
});
