import { jest } from '@jest/globals';

/** Only timers of `setTimeout` are stopped. */
const functionNames = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
] as const;

/** Runs a function while no timer ever fires: if it ends, it has not waited for one. */
export async function withoutTimers<T>(act: () => Promise<T>): Promise<T> {
  jest.useFakeTimers({ doNotFake: [...functionNames] });
  try {
    return await act();
  } finally {
    jest.useRealTimers();
  }
}
