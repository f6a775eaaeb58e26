import { exitCodes } from '../../conformance/results.ts';
import { loadContract } from '../../contract/load-contract.ts';
import { toJsonText } from '../../writers/json-text.ts';
import { type Context, createCommand, toNote } from '../command.ts';
import {
  argument,
  group,
  type OptionValues,
  parseBaseUrl,
  reportFile,
  reportOptions,
  sharedOptions,
  toggle,
  value,
} from '../option.ts';
import { writeOptionFile } from '../usage-error.ts';

const { html, json, junit, sarif } = reportOptions;
const { contract, overlay, config } = sharedOptions;

const options = {
  file: argument('An HTTP Archive (HAR)', String),
  baseUrl: value('<url>', 'Check only requests to this base URL', {
    parse: parseBaseUrl,
    shown: 'any URL with a path of the contract',
  }),
  contract,
  html,
  json,
  full: toggle('Show every violation', false),
  ...group('reports', {
    junit,
    sarif,
    coverage: reportFile('Write how often each operation occurred, as JSON'),
  }),
  ...group('contract', { overlay, config }),
};

export const check = createCommand({
  options,
  help: `Examples:
  site-contract check session.har
      Prints the violations, and the operations that were never called.
  site-contract check session.har --base-url https://api.example
      Checks only requests to that URL.

Browsers export a HAR file from the network panel of their developer tools.

Credentials in the recording do not appear in any report.

Exit codes:
  0  every exchange matches the contract
  1  an exchange violates the contract
  2  could not run, or no exchange belongs to the service; the reason is on stderr`,
  run: runCheck,
});

async function runCheck(values: OptionValues<typeof options>, context: Context): Promise<number> {
  const { file, baseUrl, coverage: coverageFile } = values;
  const contract = await loadContract({ document: values.contract, overlays: values.overlay });
  const { checkTraffic, explainIgnored } = await import('../../gate/traffic/check-traffic.ts');
  const { readHar } = await import('../../gate/traffic/read-har.ts');
  const { assertWritable, writeReports } = await import('../conformance/write-reports.ts');
  const inputs = {
    'the recording': file,
    '--contract': values.contract,
    '--overlay': values.overlay,
  };
  await assertWritable(values, inputs, { coverage: coverageFile });
  const exchanges = readHar(file);
  const { result, coverage, line, foreign } = checkTraffic(contract, exchanges, {
    source: baseUrl ?? file,
    command: `site-contract check ${file}${baseUrl === undefined ? '' : ` --base-url ${baseUrl}`}`,
    baseUrl,
  });
  const note = toNote(context);
  if (foreign > 0)
    note(`${foreign} of ${exchanges.length} exchanges were not checked: ${explainIgnored}`);
  await writeReports(result, contract, values, context);
  context.stdout.text(`\n${line}`);
  if (coverageFile !== undefined) writeOptionFile('coverage', coverageFile, toJsonText(coverage));
  if (result.verdict.kind === 'not-run')
    note(`${file}: ${result.verdict.reason}${baseUrl === undefined ? '' : ` at ${baseUrl}`}`);
  return exitCodes[result.verdict.kind];
}
