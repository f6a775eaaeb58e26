import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import { createRun } from '../create-run.ts';
import type { Check } from '../model/scope.ts';
import { createHalt } from './outcome.ts';
import { runStages } from './run-stages.ts';

afterEach(() => {
  jest.useRealTimers();
});

/** Makes a check that never ends, or one that passes at once. */
function makeCheck(id: string, stage: Check['stage'], ends: boolean): Check {
  return {
    ...{ id, title: id, operation: 'service', level: 'MUST', stage, writes: false },
    ...{ requirements: [], sends: 'nothing', expects: 'nothing' },
    run: () => (ends ? Promise.resolve() : new Promise(() => {})),
  };
}

describe('a run whose time is up', () => {
  test('ends a second later, however many checks do not end by themselves', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
    const run = createRun(contract, {
      ...{ baseUrl: 'http://127.0.0.1:9', apiKey: 'some-key', maxTimeMs: 10_000 },
      workspace: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    });
    const checks = [
      makeCheck('service/hangs-in-calls', 'calls', false),
      makeCheck('service/hangs-in-listing', 'listing', false),
      makeCheck('service/hangs-in-verdict', 'verdict', false),
      makeCheck('service/judges', 'verdict', true),
    ];
    let ended: readonly string[] | undefined;
    const running = runStages(run, {
      ...{ checks, allowed: checks, carriers: [], startedAt: new Date(), onResult: () => {} },
    }).then(({ results }) => {
      ended = [...results.keys()];
    });
    await jest.advanceTimersByTimeAsync(9990);
    expect(ended).toBeUndefined();
    await jest.advanceTimersByTimeAsync(10);
    await running;
    // What only judges has its turn.
    expect(ended).toEqual(['service/judges']);
  });

  test('leaves a part of it for verdicts and reports', () => {
    const quick = createHalt(1000);
    const usual = createHalt(300_000);
    expect(quick.remaining()).toBeLessThanOrEqual(900);
    expect(usual.remaining()).toBeLessThanOrEqual(298_000);
    expect(usual.remaining()).toBeGreaterThan(200_000);
    quick.close();
    usual.close();
  });
});
