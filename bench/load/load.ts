import type { WorkRequest } from '../works/work.ts';

/** What is sent to a server, and for how long. */
export interface Load {
  port: number;
  requests: readonly WorkRequest[];
  expects: 'success' | 'refusal';
  connections: number;
  seconds: number;
}

export interface LoadResult {
  requests: number;
  seconds: number;
  /** Answers of another kind than expected, and requests without any. */
  failed: number;
  medianMs: number;
  p99Ms: number;
}

/** A program that puts load on a server. */
export interface LoadGenerator {
  /** With its version. */
  name: string;
  run(load: Load): Promise<LoadResult>;
}

/** @throws when a program printed anything but a result */
export function parseLoadResult(text: string): LoadResult {
  const result: unknown = JSON.parse(text);
  if (isLoadResult(result)) return result;
  throw new Error(`the load generator answered ${text}`);
}

function isLoadResult(value: unknown): value is LoadResult {
  if (typeof value !== 'object' || value === null) return false;
  const names = ['requests', 'seconds', 'failed', 'medianMs', 'p99Ms'];
  return names.every((name) => typeof Reflect.get(value, name) === 'number');
}
