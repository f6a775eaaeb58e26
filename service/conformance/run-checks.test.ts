import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { createHalt } from '../../conformance/runner/halt.ts';
import { contract } from '../../contract/index.ts';
import { createRun } from './create-run.ts';
import type { Check, Run } from './model/scope.ts';
import { runChecks } from './run-checks.ts';

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

function makeRun(): Promise<Run> {
  return createRun(contract, {
    ...{ baseUrl: 'http://127.0.0.1:9', apiKey: 'some-key', maxTimeMs: 10_000 },
    workspace: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  });
}

describe('a run whose time is up', () => {
  test('ends a second later, even if some checks do not end by themselves', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
    const run = await makeRun();
    const checks = [
      makeCheck('service/hangs-in-calls', 'calls', false),
      makeCheck('service/hangs-in-listing', 'listing', false),
      makeCheck('service/hangs-in-verdict', 'verdict', false),
      makeCheck('service/judges', 'verdict', true),
    ];
    const ended: string[] = [];
    let isOver = false;
    const running = runChecks(run, {
      ...{ checks, allowed: checks, carriers: [], onResult: ({ id }) => ended.push(id) },
    }).then(() => {
      isOver = true;
    });
    await jest.advanceTimersByTimeAsync(9900);
    expect(isOver).toBe(false);
    await jest.advanceTimersByTimeAsync(100);
    await running;
    // Checks that send nothing still run.
    expect(ended).toEqual(['service/judges']);
  });

  test('leaves no timer that would keep the process alive', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
    const run = await makeRun();
    run.halt.stop('its time is up');
    const checks = [makeCheck('service/judges', 'verdict', true)];
    await runChecks(run, {
      ...{ checks, allowed: checks, carriers: [], onResult: () => {} },
    });
    expect(jest.getTimerCount()).toBe(0);
  });

  test.each([
    { title: 'a tenth', given: 1000, want: 900 },
    { title: 'two seconds of a long time', given: 300_000, want: 298_000 },
  ])('leaves $title for verdicts and reports', ({ given, want }) => {
    jest.useFakeTimers();
    const halt = createHalt(given);
    expect(halt.remaining()).toBe(want);
    halt.close();
  });

  test('counts the time from the start of the process', () => {
    jest.useFakeTimers();
    const halt = createHalt(10_000, Date.now() - 7000);
    expect(halt.remaining()).toBe(2000);
    halt.close();
    const late = createHalt(10_000, Date.now() - 11_000);
    expect(late.reason()).toContain('--max-time');
  });
});
