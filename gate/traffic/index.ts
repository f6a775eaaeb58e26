import type { RunResult } from '../../conformance/results.ts';
import type { Contract } from '../../contract/index.ts';
import { type Coverage, createCoverageMeter, listUncovered } from './coverage.ts';
import {
  type JudgedExchange,
  judgeExchange,
  readHeader,
  type TrafficExchange,
} from './judge-exchange.ts';
import { createPathReader } from './read-path.ts';
import { createTrafficLog, toCoverageLines, toTrafficResult } from './traffic-result.ts';

export { createProxy, type Proxy, type ProxyOptions } from './create-proxy.ts';
export type { JudgedExchange } from './judge-exchange.ts';
export { readHar } from './read-har.ts';
export { createFixtureRecorder, type FixtureRecorder } from './record-fixture.ts';

export interface CheckedTraffic {
  /** In the form of a run of the suite, for its reporters. */
  result: RunResult;
  coverage: Coverage;
  /** The coverage in words. */
  lines: readonly string[];
  /** How many exchanges belong to somebody else, were preflights, or have a response that was forced with Prefer or a fault rule. */
  foreign: number;
}

/** Judges recorded traffic, and measures what of the contract it exercised. */
export function checkTraffic(
  contract: Contract,
  exchanges: readonly TrafficExchange[],
  { source, command, baseUrl }: { source: string; command: string; baseUrl?: string },
): CheckedTraffic {
  const readPath = createPathReader(contract, baseUrl);
  const hasCredentials = exchanges.some(
    ({ requestHeaders }) => readHeader(requestHeaders, 'authorization') !== undefined,
  );
  const summary = createTrafficSummary(contract);
  for (const exchange of exchanges) {
    // A preflight is the browser's, and no operation (Fetch standard, "CORS-preflight fetch").
    if (exchange.method === 'OPTIONS' || isForced(exchange)) continue;
    const path = readPath(new URL(exchange.url));
    if (path !== undefined) summary.add(judgeExchange(contract, exchange, path, hasCredentials));
  }
  const durationMs = exchanges.reduce((sum, each) => sum + each.durationMs, 0);
  const checked = summary.finish({ source, command, durationMs });
  return { ...checked, foreign: exchanges.length - checked.result.requests };
}

/** Whether a mock was told to respond so: that says nothing about what was called, or about the service. */
function isForced({ response }: TrafficExchange): boolean {
  const headers = response?.headers ?? {};
  return (
    readHeader(headers, 'x-mock-fault') !== undefined ||
    /\b(?:code|example)=/.test(readHeader(headers, 'preference-applied') ?? '')
  );
}

/** Gathers exchanges as they are judged, so that a long session needs little memory. */
export interface TrafficSummary {
  add(judged: JudgedExchange): void;
  finish(about: {
    source: string;
    command: string;
    durationMs: number;
  }): Omit<CheckedTraffic, 'foreign'>;
}

export function createTrafficSummary(contract: Contract): TrafficSummary {
  const log = createTrafficLog();
  const meter = createCoverageMeter(contract);
  return {
    add: (judged) => {
      log.add(judged);
      meter.add(judged);
    },
    finish: (about) => {
      const coverage = meter.measure();
      const lines = toCoverageLines(coverage, listUncovered(coverage));
      return { result: toTrafficResult(contract, log, about), coverage, lines };
    },
  };
}
