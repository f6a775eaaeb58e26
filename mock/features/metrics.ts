/*
 * mock/features/: what users add to the handler as middleware or beside it, a folder each. It imports the parts of mock/ below it,
 * and no adapter. Start in the folder of a feature; this file counts requests for Prometheus.
 */

import type { MockReply } from '../handler.ts';

/** The upper bounds of the latency histogram, in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series {
  operation: string;
  status: number;
  count: number;
  seconds: number;
  /** Number of requests in each bucket of the histogram. */
  buckets: number[];
}

/**
 * Counts requests, and writes the metrics in the text format of Prometheus (0.0.4). Labels contain only operations and
 * statuses, so clients cannot create more series.
 */
export class Metrics {
  /** One for each operation and status. */
  readonly #all: Series[] = [];

  count({ operation: matched, status, delayMs = 0 }: MockReply, durationMs: number): void {
    const operation = matched ?? 'none';
    const seconds = (durationMs + delayMs) / 1000;
    const series = this.#find(operation, status) ?? this.#add(operation, status);
    series.count += 1;
    series.seconds += seconds;
    let at = 0;
    while (seconds > (buckets[at] ?? Number.POSITIVE_INFINITY)) at += 1;
    if (at < buckets.length) series.buckets[at] = (series.buckets[at] ?? 0) + 1;
  }

  #find(operation: string, status: number): Series | undefined {
    return this.#all.find(
      (counter) => counter.operation === operation && counter.status === status,
    );
  }

  #add(operation: string, status: number): Series {
    const series = { operation, status, count: 0, seconds: 0, buckets: buckets.map(() => 0) };
    this.#all.push(series);
    return series;
  }

  /** @param isStoreUp whether the store can be used */
  write(isStoreUp: boolean): string {
    const series = this.#all;
    return [
      '# HELP site_contract_requests_total Requests to the service by operation and status.',
      '# TYPE site_contract_requests_total counter',
      ...series.map(
        (counter) => `site_contract_requests_total${toLabels(counter)} ${counter.count}`,
      ),
      '# HELP site_contract_request_duration_seconds From the head of a request to its reply.',
      '# TYPE site_contract_request_duration_seconds histogram',
      ...series.flatMap(toHistogram),
      '# HELP site_contract_store_up Whether the state can be read and changed.',
      '# TYPE site_contract_store_up gauge',
      `site_contract_store_up ${Number(isStoreUp)}`,
      '',
    ].join('\n');
  }
}

function toHistogram(series: Series): string[] {
  const name = 'site_contract_request_duration_seconds';
  let below = 0;
  return [
    ...buckets.map((bound, at) => {
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
