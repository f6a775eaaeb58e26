import { runDefaults } from '../../conformance/options.ts';
import {
  createReportOptions,
  createTrustOptions,
  group,
  integer,
  type OptionValues,
  parseApiKey,
  parseBaseUrl,
  parsed,
  parsedList,
  seedBounds,
  sharedOptions,
  text,
  texts,
  toggle,
  WrongValue,
} from '../option.ts';

const { html, ...otherReports } = createReportOptions('failures');

export const conformanceOptions = {
  // Not from the config file: a change of that file must not send the key elsewhere.
  baseUrl: parsed<string>('', 'Base URL of the target', parseBaseUrl, {
    positional: true,
    perCall: true,
    shown: 'a mock started for the run',
    variable: 'SITE_CONTRACT_URL',
  }),
  apiKey: parsed('<key>', 'API key of the App', parseApiKey, {
    variable: 'SITE_CONTRACT_API_KEY',
    secret: true,
  }),
  workspace: text('<uuid>', 'Workspace to write into', { variable: 'SITE_CONTRACT_WORKSPACE' }),
  allowWrites: toggle('Allow writes to a target on another machine; the data remains there', false),
  only: texts('<id>', 'Run only checks whose id equals this or starts with it'),
  html,
  ...group('target', {
    otherWorkspace: text('<uuid>', 'Second workspace, to check that workspaces are separate'),
    header: parsedList<readonly [name: string, value: string]>(
      '<name: value>',
      'Header to add to each request, for example for a gateway in front of the target',
      toHeader,
      { variable: 'SITE_CONTRACT_HEADERS', separator: '\n', secret: true },
    ),
    ...createTrustOptions('the API key'),
    ...sharedOptions,
  }),
  ...group('run', {
    strict: toggle('Also fail the run for a broken SHOULD', false),
    thorough: toggle('Add checks that need about 110 sites', false),
    seed: integer('<n>', 'Seed, to repeat a run', seedBounds, { shown: 'random' }),
    timeout: integer('<ms>', 'Timeout of a request', {
      minimum: 1,
      maximum: 3_600_000,
      fallback: runDefaults.timeoutMs,
    }),
    maxTime: integer('<seconds>', 'How long the whole run may take', {
      minimum: 1,
      maximum: 86_400,
      fallback: runDefaults.maxTimeMs / 1000,
    }),
    maxFailures: integer(
      '<n>',
      'Stop after this many failed checks',
      { minimum: 1, maximum: 10_000, fallback: undefined },
      { shown: 'no limit' },
    ),
  }),
  ...group('reports', {
    ...otherReports,
    observed: text(
      '<file>',
      'Write an OpenAPI Overlay that makes the mock behave like the target',
      { file: true },
    ),
    full: toggle(
      'Show every failure with its request, response and shell command, instead of a summary of one screen',
      false,
    ),
  }),
  ...group('history', {
    baseline: text('<file>', 'File of known failures, which do not fail the run', { file: true }),
    updateBaseline: toggle('Write the failures of this run to the baseline file', false, {
      perCall: true,
    }),
    since: text(
      '<file>',
      'Earlier --json report to compare with: shows what is newly broken, repaired or observed',
      { file: true },
    ),
  }),
  ...group('checks', {
    list: toggle('List the checks without running them', false, { perCall: true }),
    explain: text('<id>', 'Explain a check without running it', { perCall: true }),
  }),
};

export type ConformanceValues = OptionValues<typeof conformanceOptions>;

/** Headers that the suite or the connection sets. */
const reserved = /^(?:authorization|content-length|content-type|connection|transfer-encoding)$/i;

function toHeader(given: string): readonly [name: string, value: string] {
  const [, name = '', value = ''] =
    /^\s*([\w!#$%&'*+.^`|~-]+)\s*:\s*([^\r\n]*?)\s*$/.exec(given) ?? [];
  if (name === '' || value === '') throw new WrongValue("a header such as 'Name: value'");
  if (reserved.test(name)) throw new WrongValue(`any header but ${name}, which the suite sets`);
  return [name, value];
}
