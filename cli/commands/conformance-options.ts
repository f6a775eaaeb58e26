import { runDefaults } from '../../conformance/options.ts';
import { runFlags, targetFlags } from '../../service/cli/flags.ts';
import {
  duration,
  file,
  group,
  integer,
  list,
  type OptionValues,
  outputFile,
  parseApiKey,
  parseBaseUrl,
  parseSeed,
  reportOptions,
  sharedOptions,
  toggle,
  trustOptions,
  value,
  WrongValue,
} from '../option.ts';

const { html, ...otherReports } = reportOptions;
const { contract, ...otherShared } = sharedOptions;

export const conformanceOptions = {
  // Not from the config file: a change of that file must not send the key elsewhere.
  baseUrl: value('', 'Base URL of the target', {
    parse: parseBaseUrl,
    positional: true,
    flagOnly: true,
    shown: 'a mock started for the run',
    variable: 'SITE_CONTRACT_URL',
  }),
  contract,
  apiKey: value('<key>', 'API key of the target', {
    parse: parseApiKey,
    variable: 'SITE_CONTRACT_API_KEY',
    secret: true,
  }),
  ...runFlags,
  allowWrites: toggle(
    'Allow writes to a target on another machine; the data remains there',
    false,
    { flagOnly: true },
  ),
  html,
  ...group('target', {
    ...targetFlags,
    header: list(
      '<name: value>',
      'Header to add to each request, for example for a gateway in front of the target',
      { parse: toHeader, variable: 'SITE_CONTRACT_HEADERS', separator: '\n', secret: true },
    ),
    auth: list(
      '<scheme=value>',
      'Credential of one security scheme, or SITE_CONTRACT_AUTH_<SCHEME>',
      {
        parse: toPair,
        secret: true,
        flagOnly: true,
      },
    ),
    param: list('<name=value>', 'Value of a path parameter that no operation creates', {
      parse: toPair,
    }),
    include: list('<operation>', 'Also call this operation, whose effect is not known', {
      flagOnly: true,
    }),
    ...trustOptions,
    ...otherShared,
  }),
  ...group('run', {
    only: list('<id>', 'Run only checks whose id equals this or starts with it'),
    strict: toggle('Also fail the run for a broken SHOULD', false),
    thorough: toggle('Add checks that need about 110 records', false),
    seed: value('<n>', 'Seed, to repeat a run', { parse: parseSeed, shown: 'random' }),
    timeout: value('<time>', 'Timeout of a request, such as 500ms or 30s', {
      // Scripts of earlier versions pass milliseconds.
      parse: duration(0.001, 3600, 'ms'),
      fallback: runDefaults.timeoutMs / 1000,
      shown: `${runDefaults.timeoutMs / 1000}s`,
    }),
    maxTime: value('<time>', 'How long the whole run may take, such as 30s or 5m', {
      parse: duration(1, 86_400),
      fallback: runDefaults.maxTimeMs / 1000,
      shown: `${runDefaults.maxTimeMs / 1000}s`,
    }),
    maxFailures: value('<n>', 'Stop after this many failed checks', {
      parse: integer(1, 10_000),
      shown: 'no limit',
    }),
  }),
  ...group('reports', {
    ...otherReports,
    observed: outputFile('Write an OpenAPI Overlay that makes the mock behave like the target'),
    full: toggle(
      'Show every failure with its request, response and shell command, instead of a summary of one screen',
      false,
    ),
  }),
  ...group('history', {
    baseline: outputFile('File of known failures, which do not fail the run'),
    updateBaseline: toggle('Write the failures of this run to the baseline file', false, {
      flagOnly: true,
    }),
    since: file(
      'Earlier --json report to compare with: shows what is newly broken, repaired or observed',
    ),
  }),
  ...group('checks', {
    list: toggle('List the checks without running them', false, { flagOnly: true }),
    explain: value('<id>', 'Explain a check without running it', { flagOnly: true }),
  }),
};

export type ConformanceValues = OptionValues<typeof conformanceOptions>;

function toPair(text: string): readonly [name: string, value: string] {
  const [name = '', ...value] = text.split('=');
  if (name === '' || value.length === 0) throw new WrongValue('a name, an equals sign and a value');
  return [name, value.join('=')];
}

/** Headers that the suite or the connection sets. */
const reserved = /^(?:authorization|content-length|content-type|connection|transfer-encoding)$/i;

function toHeader(text: string): readonly [name: string, value: string] {
  const [, name = '', value = ''] =
    /^\s*([\w!#$%&'*+.^`|~-]+)\s*:\s*([^\r\n]*?)\s*$/.exec(text) ?? [];
  if (name === '' || value === '') throw new WrongValue("a header such as 'Name: value'");
  if (reserved.test(name)) throw new WrongValue(`any header but ${name}, which the suite sets`);
  return [name, value];
}
