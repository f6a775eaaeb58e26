/** Generates load: reads its options as JSON from stdin, and prints the result as JSON. */
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';

const { url, seconds, requests, isRefused } = JSON.parse(await text(process.stdin));
const result = await autocannon({ url, connections: 50, duration: seconds, requests });
const good = isRefused ? result['4xx'] : result['2xx'];
const answered = result['2xx'] + result['3xx'] + result['4xx'] + result['5xx'];
console.log(
  JSON.stringify({
    requests: answered,
    seconds: result.duration,
    failed: answered - good + result.errors + result.timeouts,
    p99Ms: result.latency.p99,
  }),
);
