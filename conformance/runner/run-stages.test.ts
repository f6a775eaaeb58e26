import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import { createRun } from '../create-run.ts';
import type { Check, Run } from '../model/scope.ts';
import { runStages } from './run-stages.ts';
import { createHalt } from './time-limit.ts';

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Makes a check that never ends, or one that passes at once. */
function makeCheck(id: string, stage: Check['stage'], ends: boolean): Check {
  return {
    ...{ id, title: id, operation: 'service', level: 'MUST', stage, writes: false },
    ...{ requirements: [], sends: 'nothing', expects: 'nothing' },
    run: () => (ends ? Promise.resolve() : new Promise(() => {})),
  };
}

function makeRun(): Run {
  return createRun(contract, {
    ...{ baseUrl: 'http://127.0.0.1:9', apiKey: 'some-key', maxTimeMs: 10_000 },
    workspace: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  });
}

/** Simulates processor time used by the run, and how long it took. */
function pretendLoad(cpuMs: number, activeMs: number): void {
  jest.spyOn(process, 'cpuUsage').mockReturnValue({ user: cpuMs * 1000, system: 0 });
  jest
    .spyOn(performance, 'eventLoopUtilization')
    .mockReturnValue({ active: activeMs, idle: 0, utilization: 0 });
}

describe('a run whose time is up', () => {
  test('ends a second later, even if some checks do not end by themselves', async () => {
    pretendLoad(0, 0);
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
    const run = makeRun();
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
    // Checks that send nothing still run.
    expect(ended).toEqual(['service/judges']);
  });

  test('leaves no timer that would keep the process alive', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
    const run = makeRun();
    run.halt.stop('its time is up');
    const checks = [makeCheck('service/judges', 'verdict', true)];
    await runStages(run, {
      ...{ checks, allowed: checks, carriers: [], startedAt: new Date(), onResult: () => {} },
    });
    expect(jest.getTimerCount()).toBe(0);
  });

  test.each([
    { title: 'a part', cpu: 0, active: 0, given: 1000, want: 850 },
    { title: 'two seconds of a long time', cpu: 0, active: 0, given: 300_000, want: 298_000 },
    // Ten times the processor time that verdicts and reports need, and a tenth of what the run has used.
    { title: 'more on a busy machine', cpu: 100, active: 1000, given: 10_000, want: 8400 },
    { title: 'half of it at most', cpu: 100, active: 1000, given: 2000, want: 1000 },
  ])('leaves $title for verdicts and reports', ({ cpu, active, given, want }) => {
    jest.useFakeTimers();
    pretendLoad(cpu, active);
    const halt = createHalt(given);
    expect(halt.remaining()).toBe(want);
    halt.close();
  });

  test('counts the time from the start of the process', () => {
    jest.useFakeTimers();
    pretendLoad(0, 0);
    const halt = createHalt(10_000, Date.now() - 7000);
    expect(halt.remaining()).toBe(2000);
    halt.close();
    const late = createHalt(10_000, Date.now() - 11_000);
    expect(late.reason()).toContain('--max-time');
  });
});
