import type { Middleware } from '../../middleware.ts';
import type { SharingMetric } from '../../sharing.ts';

/** The upper bounds of the latency histogram, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series {
  operation: string;
  status: number;
  count: number;
  seconds: number;
  /** How many requests took no longer than each bound, and longer than the one before. */
  buckets: number[];
}

/** Counts requests, and writes what it counted as Prometheus reads it (text format 0.0.4). */
export interface Metrics {
  readonly middleware: Middleware;
  toText(others: readonly SharingMetric[]): string;
}

/** There are as many series as operations and statuses, so what clients send cannot make more. */
export function createMetrics(): Metrics {
  const all = new Map<string, Series>();
  return {
    middleware: {
      onSent: ({ reply: { operation = 'none', status, delayMs = 0 }, durationMs }) => {
        const key = `${operation} ${status}`;
        let series = all.get(key);
        if (series === undefined) {
          series = { operation, status, count: 0, seconds: 0, buckets: bounds.map(() => 0) };
          all.set(key, series);
        }
        const seconds = (durationMs + delayMs) / 1000;
        series.count += 1;
        series.seconds += seconds;
        const at = bounds.findIndex((bound) => seconds <= bound);
        if (at >= 0) series.buckets[at] = (series.buckets[at] ?? 0) + 1;
      },
    },
    toText: (others) => {
      const series = [...all.values()];
      return [
        '# HELP site_contract_requests_total Requests to the service by operation and status.',
        '# TYPE site_contract_requests_total counter',
        ...series.map((each) => `site_contract_requests_total${toLabels(each)} ${each.count}`),
        '# HELP site_contract_request_duration_seconds From the head of a request to its reply.',
        '# TYPE site_contract_request_duration_seconds histogram',
        ...series.flatMap(toHistogram),
        ...others.flatMap(({ name, kind, help, value }) => [
          `# HELP site_contract_${name} ${help}`,
          `# TYPE site_contract_${name} ${kind}`,
          `site_contract_${name} ${value}`,
        ]),
        '',
      ].join('\n');
    },
  };
}

function toHistogram(series: Series): string[] {
  const name = 'site_contract_request_duration_seconds';
  let below = 0;
  return [
    ...bounds.map((bound, at) => {
      below += series.buckets[at] ?? 0;
      return `${name}_bucket${toLabels(series, bound)} ${below}`;
    }),
    `${name}_bucket${toLabels(series, '+Inf')} ${series.count}`,
    `${name}_sum${toLabels(series)} ${series.seconds}`,
    `${name}_count${toLabels(series)} ${series.count}`,
  ];
}

function toLabels({ operation, status }: Series, bound?: number | string): string {
  const last = bound === undefined ? '' : `,le="${bound}"`;
  return `{operation="${operation}",status="${status}"${last}}`;
}
