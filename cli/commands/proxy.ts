import type { Contract } from '../../contract/index.ts';
import { loadContract } from '../../contract/load-contract.ts';
import type { JudgedExchange, TrafficExchange } from '../../gate/traffic/judge-exchange.ts';
import type { FixtureRecorder } from '../../gate/traffic/record-fixture.ts';
import { readAllowedHost } from '../../mock/features/control/open-control.ts';
import { readOrigin } from '../../mock/http/respond.ts';
import { isBuiltIn } from '../../service/recognise.ts';
import { createRedactor } from '../../writers/redact.ts';
import { toCount } from '../../writers/terminal-text.ts';
import { type Context, createCommand, toNote } from '../command.ts';
import {
  accepted,
  argument,
  group,
  integer,
  list,
  type OptionValues,
  outputFile,
  parseBaseUrl,
  reportOptions,
  sharedOptions,
  toggle,
  trustOptions,
  value,
} from '../option.ts';
import { waitForStop } from '../terminal.ts';
import { explainListenError, readTrust, writeOptionFile } from '../usage-error.ts';

const { html, ...otherReports } = reportOptions;
const { contract, overlay, config } = sharedOptions;

const options = {
  upstream: argument('Base URL of the service', parseBaseUrl),
  port: value('<n>', 'Port to listen on; 0 selects a free one', {
    parse: integer(0, 65_535),
    fallback: 4020,
    short: 'p',
  }),
  contract,
  fail: toggle('Respond with 502 when an exchange violates the contract', false),
  record: outputFile('Write the observed data as a fixture for the mock'),
  html,
  ...group('connection', {
    // Everybody who can connect to it reaches the service.
    host: value('<address>', 'Address to listen on', { fallback: '127.0.0.1', flagOnly: true }),
    allowedHost: list('<name>', 'Further host name to accept; .example.com includes subdomains', {
      parse: accepted(readAllowedHost, 'a host name like proxy or .example.com, without a port'),
      flagOnly: true,
    }),
    cors: list('<origin>', 'Origin whose web pages may use the proxy; * allows all', {
      parse: accepted(readOrigin, 'an origin like https://app.example, without a path, or *'),
      shown: 'those of this machine',
      flagOnly: true,
    }),
    ...trustOptions,
  }),
  ...group('reports', {
    ...otherReports,
    full: toggle('Show every violation', false),
  }),
  ...group('contract', { overlay, config }),
};

export const proxy = createCommand({
  options,
  help: `Examples:
  site-contract proxy http://127.0.0.1:8080
      Serves on http://127.0.0.1:4020.
  site-contract proxy https://staging.example.com --record session.json
      Records a fixture.

Everything is forwarded unchanged, streams included, but not WebSockets. Violations appear on the terminal as they occur.

On exit, the proxy prints a summary and the operations that were never called, and writes the reports and the fixture.

Exit codes:
  0  stopped; every exchange matched the contract
  1  stopped; an exchange violated the contract
  2  could not start; the reason is on stderr`,
  run: runProxy,
});

/** Runs the proxy until it is stopped, and reports the results. */
async function runProxy(values: OptionValues<typeof options>, context: Context): Promise<number> {
  const { upstream, host, port, insecure, fail, record, allowedHost, cors } = values;
  const { stdout } = context;
  const { TrafficSummary, explainIgnored } = await import('../../gate/traffic/check-traffic.ts');
  const { serveProxy } = await import('../../gate/traffic/serve-proxy.ts');
  const { assertWritable, writeReports } = await import('../conformance/write-reports.ts');
  const contract = await loadContract({ document: values.contract, overlays: values.overlay });
  const inputs = {
    '--contract': values.contract,
    '--overlay': values.overlay,
    '--ca': values.ca,
  };
  await assertWritable(values, inputs, { record });
  const note = toNote(context);
  const ca = readTrust(values, note);
  const summary = new TrafficSummary(contract, { baseUrl: upstream, hasCredentials: true });
  const recorder = record === undefined ? undefined : await createRecorder(contract);
  const stopped = waitForStop();
  const redactor = createRedactor();
  const report = (line: string): void => note(redactor.text(line));
  let ignored = 0;
  const judge = (exchange: TrafficExchange): JudgedExchange | undefined => {
    const judged = summary.add(exchange);
    if (judged === undefined) {
      ignored += 1;
      return undefined;
    }
    recorder?.add(judged);
    if (judged.violations.length > 0) report(toLine(judged));
    return judged;
  };
  const settings = { upstream, ca, insecure, fail, allowedHosts: allowedHost, origins: cors };
  const proxy = serveProxy({ ...settings, judge, onError: report }, { host, port });
  const server = await proxy.catch(explainListenError(host, port));
  note(`listening on ${server.url}, upstream ${upstream}`);
  await stopped;
  await server.close();
  const { result, line } = summary.finish({
    source: upstream,
    command: `site-contract proxy ${upstream}`,
  });
  if (result.requests === 0)
    note('nothing was checked: no request reached the service, or a mock forced each response');
  else {
    if (ignored > 0) note(`${toCount(ignored, 'exchange')} not checked: ${explainIgnored}`);
    await writeReports(result, contract, values, context);
    stdout.text(`\n${line}`);
  }
  if (record !== undefined && recorder !== undefined)
    saveRecording(record, recorder, values.contract, note);
  return result.verdict.kind === 'broken' ? 1 : 0;
}

/** @param document the document of the contract, unless it is the built-in one */
function saveRecording(
  file: string,
  recorder: FixtureRecorder,
  document: string | undefined,
  note: (line: string) => void,
) {
  writeOptionFile('record', file, `${JSON.stringify(recorder.toFixture(), null, 2)}\n`);
  const contract = document === undefined ? '' : `--contract ${document} `;
  note(`wrote ${file}; start a mock with it: site-contract mock ${contract}--fixture ${file}`);
  for (const line of recorder.listLeftOut()) note(`${file} leaves out ${line}`);
}

async function createRecorder(contract: Contract): Promise<FixtureRecorder> {
  if (isBuiltIn(contract)) {
    const { ServiceFixtureRecorder } = await import('../../gate/traffic/record-fixture.ts');
    return new ServiceFixtureRecorder(contract);
  }
  const { AnyFixtureRecorder } = await import('../../gate/traffic/record-any-fixture.ts');
  return new AnyFixtureRecorder(contract);
}

/** Tells the first violation of an exchange, and how many there are. */
function toLine({ exchange, path, violations: [first, ...further] }: JudgedExchange): string {
  const status = exchange.response?.status ?? 'no response';
  const more = further.length === 0 ? '' : ` (and ${further.length} more)`;
  return `${exchange.method} ${path} → ${status}: ${first?.message}${more}`;
}
