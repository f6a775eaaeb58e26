import { jest } from '@jest/globals';

/** Of the timers, only those of `setTimeout` stop. */
const others = [
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

/** Does something while no timer ever fires: what ends nevertheless has not waited for one. */
export async function withoutTimers<T>(act: () => Promise<T>): Promise<T> {
  jest.useFakeTimers({ doNotFake: [...others] });
  try {
    return await act();
  } finally {
    jest.useRealTimers();
  }
}
