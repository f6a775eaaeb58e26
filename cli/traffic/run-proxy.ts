import { readErrorCode } from '../../contract/errors.ts';
import { loadContract } from '../../contract/load-contract.ts';
import { createTrafficSummary } from '../../gate/traffic/check-traffic.ts';
import { createProxy } from '../../gate/traffic/create-proxy.ts';
import type { JudgedExchange } from '../../gate/traffic/judge-exchange.ts';
import { createFixtureRecorder } from '../../gate/traffic/record-fixture.ts';
import { type Context, toNote } from '../command.ts';
import type { ProxyValues } from '../commands/proxy-options.ts';
import { assertWritable, writeReports } from '../conformance/write-reports.ts';
import { waitForStop } from '../terminal.ts';
import { readAuthorities, UsageError, writeOptionFile } from '../usage-error.ts';

/** Runs the proxy until it is stopped, and reports the results. */
export async function runProxy(values: ProxyValues, context: Context): Promise<number> {
  const { upstream, host = '127.0.0.1', port, insecure, fail, record, adminToken } = values;
  const { stdout, environment } = context;
  if (upstream === undefined)
    throw new UsageError('proxy needs the base URL of a service: site-contract proxy <upstream>');
  const contract = await loadContract({ document: values.contract, overlays: values.overlay });
  await assertWritable(values);
  const note = toNote(context);
  const ca = readAuthorities(values.ca);
  if (insecure)
    note(
      'WARNING: --insecure: certificates are not verified, so others may be able to read the traffic',
    );
  const summary = createTrafficSummary(contract);
  const recorder = createFixtureRecorder();
  const started = performance.now();
  const proxy = createProxy({
    contract,
    upstream,
    ca,
    insecure,
    fail,
    onError: note,
    onJudged: (each) => {
      if (record !== undefined) recorder.add(each);
      summary.add(each);
      for (const line of toLines(each)) note(line);
    },
  });
  const control = adminToken === undefined ? true : { token: adminToken };
  const stopped = waitForStop(environment);
  const server = await proxy.listen({ host, port, control }).catch((error: unknown) => {
    const code = readErrorCode(error);
    throw new UsageError(
      code === 'EADDRINUSE'
        ? `port ${port} is in use; choose another one with --port`
        : `cannot listen on ${host}:${port} (${code}); choose another address with --host and --port`,
    );
  });
  const page =
    stdout.isTTY === true ? `, page ${server.control?.url}#token=${server.control?.token}` : '';
  note(`listening on ${server.url}, upstream ${upstream}${page}`);
  await stopped;
  await server.close();
  const { result, lines } = summary.finish({
    source: upstream,
    command: `site-contract proxy ${upstream}`,
    durationMs: Math.round(performance.now() - started),
  });
  if (result.requests === 0) note('no request was sent to the service');
  else {
    await writeReports(result, contract, values, context);
    stdout.write(`\n${lines.join('\n')}\n`);
  }
  if (record !== undefined) {
    writeOptionFile('record', record, `${JSON.stringify(recorder.toFixture(), null, 2)}\n`);
    note(`wrote ${record}; start a mock with it: site-contract mock --fixture ${record}`);
  }
  return result.verdict.kind === 'broken' ? 1 : 0;
}

/** Formats a line for each violation. A violation that several list items share appears once. */
function toLines({ exchange, violations }: JudgedExchange): string[] {
  if (violations.length === 0) return [];
  const counts = new Map<string, { message: string; count: number }>();
  for (const { side, message } of violations) {
    const shape = `${side}: ${message.replaceAll(/\/\d+(?=\/|\s)/g, '/*')}`;
    const known = counts.get(shape);
    counts.set(shape, { message: `${side}: ${message}`, ...known, count: (known?.count ?? 0) + 1 });
  }
  const { method, url, response } = exchange;
  const start = `${method} ${new URL(url).pathname} → ${response?.status ?? 'no response'}`;
  return [...counts.values()].map(
    ({ message, count }) =>
      `${start}: ${message}${count === 1 ? '' : ` (and ${count - 1} more like it)`}`,
  );
}
