import {
  choice,
  configOption,
  contractOptions,
  group,
  integer,
  parsed,
  parsedList,
  seedBounds,
  text,
  texts,
  toggle,
} from '../option.ts';
import {
  isFixtureWord,
  parseAdminToken,
  parseApiKey,
  parseBasePath,
  parseFixture,
  parseHost,
  parseLatency,
  parseOrigin,
  parseShare,
} from './mock-values.ts';

const { contract, overlay } = contractOptions;

export const mockOptions = {
  port: integer(
    {
      placeholder: '<n>',
      short: 'p',
      description: 'Port to listen on; 0 selects a free one',
      variable: 'SITE_CONTRACT_PORT',
    },
    { minimum: 0, maximum: 65_535, fallback: 4010 },
  ),
  apiKey: parsedList(
    {
      placeholder: '<key>',
      description: 'API key to accept',
      // SITE_CONTRACT_API_KEY is the key of a real deployment, which a mock should never accept or show.
      variable: 'SITE_CONTRACT_MOCK_API_KEY',
      secret: true,
      shown: 'site-contract-key',
    },
    parseApiKey,
  ),
  fixture: parsed(
    {
      placeholder: '<file>',
      file: true,
      isWord: isFixtureWord,
      description:
        'Initial data, restored on reset: a JSON file, empty, demo or demo:<sites> such as demo:500',
      shown: 'empty',
    },
    parseFixture,
  ),
  state: text({
    placeholder: '<file>',
    file: true,
    description: 'Keep the state in a file between runs',
    shown: 'in memory',
  }),
  overlay,
  ...group('data', {
    contract,
    workspace: texts({
      placeholder: '<uuid>',
      description: 'Id of an existing workspace',
      shown: 'any UUID',
    }),
    seed: integer(
      {
        placeholder: '<n>',
        description: 'Seed that makes ids and times repeatable',
        shown: 'random',
      },
      seedBounds,
    ),
    store: text({
      placeholder: '<url>',
      description:
        'Share the state with other mocks in a PostgreSQL database, postgres://user@host:5432/database; PGPASSWORD can hold the password',
      variable: 'SITE_CONTRACT_STORE',
      secret: true,
    }),
    watch: toggle(
      { description: 'Reload contract, overlays, fixture and state when they change' },
      false,
    ),
    config: configOption,
  }),
  ...group('server', {
    host: text({
      placeholder: '<name>',
      description: 'Address to listen on; 0.0.0.0 accepts connections from other machines',
      variable: 'SITE_CONTRACT_HOST',
      shown: '127.0.0.1',
    }),
    basePath: parsed(
      {
        placeholder: '<path>',
        description: 'Prefix of all paths, including the page, for example /api/sites',
      },
      parseBasePath,
    ),
    https: toggle(
      {
        description:
          'Serve HTTPS with a certificate that is created on first use and kept in your cache folder',
      },
      false,
    ),
    cert: text({
      placeholder: '<file>',
      file: true,
      description: 'Serve HTTPS with this certificate (PEM)',
    }),
    key: text({
      placeholder: '<file>',
      file: true,
      description: 'Private key of the certificate (PEM)',
    }),
    cors: parsedList(
      {
        placeholder: '<origin>',
        description: 'Origin whose web pages may use the mock, for example http://localhost:5173',
        shown: 'all origins; with credentials, only those of this machine',
      },
      parseOrigin,
    ),
  }),
  ...group('faults', {
    latency: parsed(
      {
        placeholder: '<ms>',
        description:
          'Delay responses by this many milliseconds, or by a random time in a range such as 100-400',
      },
      parseLatency,
    ),
    failRate: parsed(
      {
        placeholder: '<share>',
        description: 'Share of the requests that get a 500 response, for example 0.05',
        schema: { type: 'number', minimum: 0, maximum: 1 },
      },
      parseShare,
    ),
  }),
  ...group('control', {
    control: toggle({ description: 'Do not serve the page and the control surface' }, true),
    allowedHost: parsedList(
      {
        placeholder: '<name>',
        description:
          'Host name to accept for the page and the control surface; .example.com includes subdomains',
      },
      parseHost,
    ),
    adminToken: parsed(
      {
        placeholder: '<token>',
        description: 'Admin token of the control surface',
        variable: 'SITE_CONTRACT_ADMIN_TOKEN',
        secret: true,
        shown: 'random',
      },
      parseAdminToken,
    ),
    allowPrivateTargets: toggle(
      { description: 'Send webhooks to private addresses of other machines' },
      false,
    ),
  }),
  ...group('output', {
    log: choice(
      {
        placeholder: '<form>',
        description: 'Request log: pretty, json or off',
        shown: 'pretty on a terminal, otherwise json',
      },
      ['pretty', 'json', 'off'],
      undefined,
    ),
    quiet: toggle({ short: 'q', description: 'Do not print the banner or requests' }, false),
  }),
};
