import { runDefaults } from '../../conformance/options.ts';
import {
  authoritiesOption,
  configOption,
  contractOptions,
  createReportOptions,
  group,
  integer,
  type OptionValues,
  parsed,
  parsedList,
  seedBounds,
  text,
  texts,
  toggle,
  WrongValue,
} from '../option.ts';

const { html, ...otherReports } = createReportOptions('failures');

export const conformanceOptions = {
  baseUrl: parsed<string>(
    {
      positional: true,
      description: 'Base URL of the target',
      shown: 'a mock started for the run',
      variable: 'SITE_CONTRACT_URL',
    },
    parseBaseUrl,
  ),
  apiKey: text({
    placeholder: '<key>',
    description: 'API key of the App',
    variable: 'SITE_CONTRACT_API_KEY',
    secret: true,
  }),
  workspace: text({
    placeholder: '<uuid>',
    description: 'Workspace to write into',
    variable: 'SITE_CONTRACT_WORKSPACE',
  }),
  allowWrites: toggle(
    { description: 'Allow writes to a target on another machine; the data remains there' },
    false,
  ),
  only: texts({
    placeholder: '<id>',
    description: 'Run only checks whose id equals this or starts with it',
  }),
  html,
  ...group('target', {
    otherWorkspace: text({
      placeholder: '<uuid>',
      description: 'Second workspace, to check that workspaces are separate',
    }),
    header: parsedList<readonly [name: string, value: string]>(
      {
        placeholder: '<name: value>',
        description:
          'Header to add to each request, for example for a gateway in front of the target',
        variable: 'SITE_CONTRACT_HEADERS',
        separator: '\n',
        secret: true,
      },
      toHeader,
    ),
    ca: authoritiesOption,
    insecure: toggle(
      { description: 'Accept any certificate; others may then be able to read the API key' },
      false,
    ),
    ...contractOptions,
    config: configOption,
  }),
  ...group('run', {
    strict: toggle({ description: 'Also fail the run for a broken SHOULD' }, false),
    thorough: toggle({ description: 'Add checks that need about 130 sites' }, false),
    seed: integer(
      { placeholder: '<n>', description: 'Seed, to repeat a run', shown: 'random' },
      seedBounds,
    ),
    timeout: integer(
      { placeholder: '<ms>', description: 'Timeout of a request' },
      { minimum: 1, maximum: 3_600_000, fallback: runDefaults.timeoutMs },
    ),
    maxTime: integer(
      { placeholder: '<seconds>', description: 'How long the whole run may take' },
      { minimum: 1, maximum: 86_400, fallback: runDefaults.maxTimeMs / 1000 },
    ),
    maxFailures: integer(
      { placeholder: '<n>', description: 'Stop after this many failed checks', shown: 'no limit' },
      { minimum: 1, maximum: 10_000, fallback: undefined },
    ),
  }),
  ...group('reports', {
    ...otherReports,
    observed: text({
      placeholder: '<file>',
      file: true,
      description: 'Write an OpenAPI Overlay that makes the mock behave like the target',
    }),
    github: toggle(
      {
        description: 'Write annotations and a step summary for GitHub',
        shown: 'in a GitHub workflow',
      },
      undefined,
    ),
    full: toggle(
      {
        description:
          'Show every failure with its request, response and shell command, instead of a summary of one screen',
      },
      false,
    ),
  }),
  ...group('history', {
    baseline: text({
      placeholder: '<file>',
      file: true,
      description: 'File of known failures, which do not fail the run',
    }),
    updateBaseline: toggle(
      { perCall: true, description: 'Write the failures of this run to the baseline file' },
      false,
    ),
    since: text({
      placeholder: '<file>',
      file: true,
      description:
        'Earlier --json report to compare with: shows what is newly broken, repaired or observed',
    }),
  }),
  ...group('checks', {
    list: toggle({ perCall: true, description: 'List the checks without running them' }, false),
    explain: text({
      perCall: true,
      placeholder: '<id>',
      description: 'Explain a check without running it',
    }),
  }),
};

export type ConformanceValues = OptionValues<typeof conformanceOptions>;

/** Headers that the suite or the connection sets. */
const reserved = [
  'authorization',
  'content-length',
  'content-type',
  'connection',
  'transfer-encoding',
];

function toHeader(given: string): readonly [name: string, value: string] {
  const [, name = '', value = ''] =
    /^\s*([\w!#$%&'*+.^`|~-]+)\s*:\s*([^\r\n]*?)\s*$/.exec(given) ?? [];
  if (name === '' || value === '') throw new WrongValue("a header such as 'Name: value'");
  if (reserved.includes(name.toLowerCase()))
    throw new WrongValue(
      name.toLowerCase() === 'authorization'
        ? 'any header but Authorization, which carries the API key'
        : `any header but ${name}, which is set for each request`,
    );
  return [name, value];
}

/** Parses the base URL of a deployment. */
export function parseBaseUrl(text: string): string {
  // Pasted URLs often have spaces around them.
  const given = text.trim();
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined && /^https?:\/\//i.test(given))
    throw new WrongValue('a URL with a valid host and port');
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new WrongValue('a URL that starts with http:// or https://');
  if (url.search !== '' || url.hash !== '')
    throw new WrongValue('a URL without a query or a fragment');
  if (url.username !== '' || url.password !== '')
    throw new WrongValue('a URL without a user name or password');
  return given.replace(/\/+$/, '');
}
