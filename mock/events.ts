import type { components } from '../generated/control-types.ts';

/** Events of a mock other than requests, for its listeners. */
export type MockEvent =
  /** The state of a session was changed, but not by a request to the service. */
  | { type: 'changed'; data: { session: string; operation?: string } }
  /** The clock of a session was set. */
  | { type: 'clock'; data: { session: string; now: number } }
  /** A delivery was created or updated. */
  | { type: 'delivery'; data: components['schemas']['Delivery'] };

/**
 * Wraps a listener so that its errors do not affect the request that caused the call. It may also be an asynchronous
 * function: its rejection would end the process.
 */
export function guardListener<Values extends unknown[]>(
  listener: (...values: Values) => unknown,
  name: string,
  onError: (line: string) => void,
): (...values: Values) => void {
  const report = (error: unknown): void => onError(`${name} threw ${String(error)}`);
  return (...values) => {
    try {
      const result = listener(...values);
      if (typeof result === 'object' && result !== null) Promise.resolve(result).catch(report);
    } catch (error) {
      report(error);
    }
  };
}

export interface MockEvents {
  emit(event: MockEvent): void;
  /** @returns a function that removes the listener */
  subscribe(listener: (event: MockEvent) => void): () => void;
}

export function createMockEvents(): MockEvents {
  const listeners = new Set<(event: MockEvent) => void>();
  return {
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
