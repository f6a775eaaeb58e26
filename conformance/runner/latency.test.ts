import { describe, expect, test } from '@jest/globals';
import { createLatency } from './latency.ts';

function measure(...milliseconds: readonly number[]) {
  const latency = createLatency();
  for (const one of milliseconds) latency.note(one);
  return latency;
}

describe('the round trip to a target', () => {
  test('is the fastest of responses that take alike', () => {
    expect(measure(320, 302, 305, 309, 410, 301).roundTripMs()).toBe(301);
    expect(measure(2, 1, 1).roundTripMs()).toBe(1);
  });

  test('is not what a busy machine takes, which differs from one response to the next', () => {
    expect(measure(1400, 260, 900, 210, 480, 700).roundTripMs()).toBe(0);
  });

  test('is not known before the first response', () => {
    expect(measure().roundTripMs()).toBeUndefined();
    expect(measure().slowestMs()).toBe(0);
  });
});
