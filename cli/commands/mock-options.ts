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
    '<n>',
    'Port to listen on; 0 selects a free one',
    { minimum: 0, maximum: 65_535, fallback: 4010 },
    { short: 'p', variable: 'SITE_CONTRACT_PORT' },
  ),
  apiKey: parsedList('<key>', 'API key to accept', parseApiKey, {
    // SITE_CONTRACT_API_KEY is the key of a real deployment, which a mock should never accept or show.
    variable: 'SITE_CONTRACT_MOCK_API_KEY',
    secret: true,
    shown: 'site-contract-key',
  }),
  fixture: parsed(
    '<file>',
    'Initial data, restored on reset: a JSON file, empty, demo or demo:<sites> such as demo:500',
    parseFixture,
    { file: true, isWord: isFixtureWord, shown: 'empty' },
  ),
  state: text('<file>', 'Keep the state in a file between runs', {
    file: true,
    shown: 'in memory',
  }),
  overlay,
  ...group('data', {
    contract,
    workspace: texts('<uuid>', 'Id of an existing workspace', { shown: 'any UUID' }),
    seed: integer('<n>', 'Seed that makes ids and times repeatable', seedBounds, {
      shown: 'random',
    }),
    store: text(
      '<url>',
      'Share the state with other mocks in a PostgreSQL database, postgres://user@host:5432/database; PGPASSWORD can hold the password',
      { variable: 'SITE_CONTRACT_STORE', secret: true },
    ),
    watch: toggle('Reload contract, overlays and fixture when they change', false),
    config: configOption,
  }),
  ...group('server', {
    host: text('<name>', 'Address to listen on; 0.0.0.0 accepts connections from other machines', {
      variable: 'SITE_CONTRACT_HOST',
      shown: '127.0.0.1',
    }),
    basePath: parsed(
      '<path>',
      'Prefix of all paths, including the page, for example /api/sites',
      parseBasePath,
    ),
    https: toggle(
      'Serve HTTPS with a certificate that is created on first use and kept in your cache folder',
      false,
    ),
    cert: text('<file>', 'Serve HTTPS with this certificate (PEM)', { file: true }),
    key: text('<file>', 'Private key of the certificate (PEM)', { file: true }),
    cors: parsedList(
      '<origin>',
      'Origin whose web pages may use the mock, for example http://localhost:5173',
      parseOrigin,
      { shown: 'all origins; with credentials, only those of this machine' },
    ),
  }),
  ...group('faults', {
    latency: parsed(
      '<ms>',
      'Delay responses by this many milliseconds, or by a random time in a range such as 100-400',
      parseLatency,
    ),
    failRate: parsed(
      '<share>',
      'Share of the requests that get a 500 response, for example 0.05',
      parseShare,
      { schema: { type: 'number', minimum: 0, maximum: 1 } },
    ),
  }),
  ...group('control', {
    control: toggle('Do not serve the page and the control surface', true),
    allowedHost: parsedList(
      '<name>',
      'Host name to accept for the page and the control surface; .example.com includes subdomains',
      parseHost,
    ),
    adminToken: parsed('<token>', 'Admin token of the control surface', parseAdminToken, {
      variable: 'SITE_CONTRACT_ADMIN_TOKEN',
      secret: true,
      shown: 'random',
    }),
    allowPrivateTargets: toggle('Send webhooks to private addresses of other machines', false),
  }),
  ...group('output', {
    log: choice(
      '<form>',
      'Request log: pretty, json or off',
      ['pretty', 'json', 'off'],
      undefined,
      { shown: 'pretty on a terminal, otherwise json' },
    ),
    quiet: toggle('Do not print the banner or requests', false, { short: 'q' }),
  }),
};
