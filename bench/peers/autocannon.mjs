/**
 * Generates load with autocannon, for machines without wrk. Reads the load as JSON from stdin, and prints the result as
 * JSON.
 */
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';

const { url, connections, seconds, requests, expects } = JSON.parse(await text(process.stdin));
const result = await autocannon({ url, connections, duration: seconds, requests });
const answered = result['2xx'] + result['4xx'] + result['1xx'] + result['3xx'] + result['5xx'];
const good = expects === 'refusal' ? result['4xx'] : result['2xx'];
console.log(
  JSON.stringify({
    requests: answered,
    seconds: result.duration,
    failed: answered - good + result.errors + result.timeouts,
    medianMs: result.latency.p50,
    p99Ms: result.latency.p99,
  }),
);
