import {
  choice,
  configOption,
  contractOptions,
  integer,
  parsed,
  parsedList,
  seedBounds,
  text,
  texts,
  toggle,
} from '../option.ts';
import {
  parseAdminToken,
  parseApiKey,
  parseBasePath,
  parseFaults,
  parseFixture,
  parseHost,
  parseLatency,
  parseLogged,
  parseOrigin,
  parseShare,
} from './mock-values.ts';

/** The default port. */
export const defaultPort = 4010;

export const mockOptions = {
  port: integer(
    {
      placeholder: '<n>',
      short: 'p',
      description: 'Port to listen on; 0 selects a free one',
      environment: ['PORT'],
      shown: `${defaultPort}; on a terminal, the next free port`,
    },
    { minimum: 0, maximum: 65_535, fallback: undefined },
  ),
  host: text({
    placeholder: '<name>',
    description: 'Address to listen on; 0.0.0.0 accepts connections from other machines',
    environment: ['HOST'],
    shown: '127.0.0.1',
  }),
  https: toggle(
    {
      description:
        'Serve HTTPS and HTTP/2 with a certificate that is created on first use and kept in your cache folder',
    },
    false,
  ),
  cert: text({
    placeholder: '<file>',
    file: true,
    variable: 'SITE_CONTRACT_HTTPS_CERT',
    description: 'Serve HTTPS with this certificate (PEM)',
  }),
  key: text({
    placeholder: '<file>',
    file: true,
    // SITE_CONTRACT_KEY would look like an API key.
    variable: 'SITE_CONTRACT_HTTPS_KEY',
    description: 'Private key of the certificate (PEM)',
  }),
  basePath: parsed(
    {
      placeholder: '<path>',
      description: 'Prefix of all paths, including the page, for example /api/sites',
    },
    parseBasePath,
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
  ...contractOptions,
  fixture: parsed(
    {
      placeholder: '<file>',
      file: true,
      words: ['demo', 'empty'],
      isWord: (given) => given.startsWith('demo:'),
      description:
        'Initial data, restored on reset: a JSON file, empty, demo or demo:<sites> such as demo:500',
      shown: 'empty',
    },
    parseFixture,
  ),
  state: text({
    placeholder: '<file>',
    file: true,
    description: 'Keep the state in a JSON file between runs',
    shown: 'in memory',
  }),
  stateSync: toggle(
    { description: 'Force each change of the state to the disk before it is acknowledged' },
    false,
  ),
  store: text({
    placeholder: '<url>',
    description:
      'Share the state with other mocks in a PostgreSQL database, postgres://user@host:5432/database; PGPASSWORD can hold the password',
    shown: 'in memory',
  }),
  storeSchema: text({
    placeholder: '<name>',
    description: 'Schema for the tables of --store; created if it does not exist',
    shown: 'site_contract',
  }),
  drain: integer(
    {
      placeholder: '<s>',
      description:
        'Time to keep serving after a stop signal, while /__mock/ready returns 503 so that load balancers notice',
    },
    { minimum: 0, maximum: 600, fallback: 0 },
  ),
  watch: toggle(
    { description: 'Reload contract, overlays, fixture and state when they change' },
    false,
  ),
  bodyLimit: integer(
    {
      placeholder: '<bytes>',
      description: 'Largest request body',
      shown: 'the assumption body-size-limit',
    },
    { minimum: 1, maximum: 1_073_741_824, fallback: undefined },
  ),
  cors: parsedList(
    {
      placeholder: '<origin>',
      description: 'Origin whose web pages may use the mock, for example http://localhost:5173',
      shown: 'all origins; with credentials, only those of this machine',
    },
    parseOrigin,
  ),
  control: toggle(
    { description: 'Serve a page and a control surface under /__mock/', shown: 'on' },
    true,
  ),
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
      secret: true,
      shown: 'random',
    },
    parseAdminToken,
  ),
  journal: integer(
    { placeholder: '<n>', description: 'Number of requests that the journal keeps', shown: '250' },
    { minimum: 1, maximum: 100_000, fallback: undefined },
  ),
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
    },
    parseShare,
  ),
  faults: parsed(
    {
      placeholder: '<json>',
      json: true,
      description: 'Fault rule or list of fault rules, as JSON; see docs/faults.md',
    },
    parseFaults,
  ),
  webhookTimeScale: integer(
    { placeholder: '<n>', description: 'Factor by which webhook retries are accelerated' },
    { minimum: 1, maximum: 1_000_000_000, fallback: 10_000 },
  ),
  allowPrivateTargets: toggle(
    { description: 'Send webhooks to private addresses of other machines' },
    false,
  ),
  log: choice(
    {
      placeholder: '<form>',
      description: 'Request log: pretty, json or off',
      shown: 'pretty on a terminal, otherwise json',
    },
    ['pretty', 'json', 'off'],
    undefined,
  ),
  logOnly: parsedList(
    {
      placeholder: '<what>',
      description: 'Log only requests of these statuses and operations, for example 4xx,createSite',
    },
    parseLogged,
  ),
  verbose: toggle(
    { short: 'v', description: 'Also print the workspace, the seed and a URL for each operation' },
    false,
  ),
  quiet: toggle({ short: 'q', description: 'Do not print the banner or requests' }, false),
  config: configOption,
};
