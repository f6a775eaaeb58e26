import { choice, integer, parsed, parsedList, text, texts, toggle } from '../option.ts';
import { configOption, contractOptions, seedBounds } from './contract-options.ts';
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

/** The port if none is given. */
export const defaultPort = 4010;

/** The options of `site-contract mock`. */
export const mockOptions = {
  port: {
    ...integer(
      {
        placeholder: '<n>',
        short: 'p',
        description: 'Port to listen on; 0 selects a free one',
        environment: ['PORT'],
      },
      { minimum: 0, maximum: 65_535, fallback: undefined },
    ),
    shown: `${defaultPort}; on a terminal, the next free one`,
  },
  host: {
    ...text({
      placeholder: '<name>',
      description: 'Address to listen on; 0.0.0.0 accepts other machines',
      environment: ['HOST'],
    }),
    shown: '127.0.0.1',
  },
  https: toggle(
    {
      description:
        'Serve HTTPS and HTTP/2 with a certificate that is made on first use and kept in your cache folder',
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
    // Not SITE_CONTRACT_KEY, which reads like an API key.
    variable: 'SITE_CONTRACT_HTTPS_KEY',
    description: 'Private key of the certificate (PEM)',
  }),
  basePath: parsed(
    {
      placeholder: '<path>',
      description: 'Path that precedes all others, page included, for example /api/sites',
    },
    parseBasePath,
  ),
  apiKey: {
    ...parsedList(
      {
        placeholder: '<key>',
        description: 'API key to accept',
        // Not SITE_CONTRACT_API_KEY: that is the key of a real deployment, which no mock should accept or show.
        variable: 'SITE_CONTRACT_MOCK_API_KEY',
        secret: true,
      },
      parseApiKey,
    ),
    shown: 'site-contract-key',
  },
  workspace: {
    ...texts({ placeholder: '<uuid>', description: 'Workspace that exists' }),
    shown: 'any UUID',
  },
  seed: {
    ...integer(
      {
        placeholder: '<n>',
        description: 'Makes ids and times repeatable',
      },
      seedBounds,
    ),
    shown: 'random',
  },
  ...contractOptions,
  fixture: {
    ...parsed(
      {
        placeholder: '<file>',
        file: true,
        words: ['demo', 'empty'],
        isWord: (given) => given.startsWith('demo:'),
        description:
          'Initial data, restored on reset: a JSON file, empty, demo or demo:<sites> such as demo:500',
      },
      parseFixture,
    ),
    shown: 'empty',
  },
  state: {
    ...text({
      placeholder: '<file>',
      file: true,
      description: 'Keep the state in a JSON file between runs',
    }),
    shown: 'in memory',
  },
  stateSync: toggle(
    { description: 'Force each change of the state to the disk before it is acknowledged' },
    false,
  ),
  store: {
    ...text({
      placeholder: '<url>',
      description:
        'Share the state with other mocks in a PostgreSQL database, postgres://user@host:5432/database; PGPASSWORD can hold the password',
    }),
    shown: 'in memory',
  },
  storeSchema: {
    ...text({
      placeholder: '<name>',
      description: 'Schema of the tables of --store, which is made when it is missing',
    }),
    shown: 'site_contract',
  },
  drain: integer(
    {
      placeholder: '<s>',
      description:
        'Seconds for which a stopped mock goes on to serve while /__mock/ready says that it stops, for a load balancer to notice',
    },
    { minimum: 0, maximum: 600, fallback: 0 },
  ),
  watch: toggle(
    { description: 'Reload contract, overlays, fixture and state when they change' },
    false,
  ),
  bodyLimit: {
    ...integer(
      { placeholder: '<bytes>', description: 'Largest request body' },
      { minimum: 1, maximum: 1_073_741_824, fallback: undefined },
    ),
    shown: 'the assumption body-size-limit',
  },
  cors: {
    ...parsedList(
      {
        placeholder: '<origin>',
        description: 'Origin whose web pages may use the mock, for example http://localhost:5173',
      },
      parseOrigin,
    ),
    shown: 'all pages; only those of this machine with credentials',
  },
  control: {
    ...toggle({ description: 'Serve a page and a control surface under /__mock/' }, true),
    shown: 'on',
  },
  allowedHost: parsedList(
    {
      placeholder: '<name>',
      description:
        'Host name that the page and the control surface may be called by; .example.com includes subdomains',
    },
    parseHost,
  ),
  adminToken: {
    ...parsed(
      {
        placeholder: '<token>',
        description: 'Admin token of the control surface',
        secret: true,
      },
      parseAdminToken,
    ),
    shown: 'random',
  },
  journal: {
    ...integer(
      { placeholder: '<n>', description: 'How many of the last requests are kept' },
      { minimum: 1, maximum: 100_000, fallback: undefined },
    ),
    shown: '250',
  },
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
      description: 'Respond to this share of the requests with 500, for example 0.05',
    },
    parseShare,
  ),
  faults: parsed(
    {
      placeholder: '<json>',
      json: true,
      description: 'A rule for faults, or a list of rules, as docs/faults.md describes them',
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
  log: {
    ...choice(
      {
        placeholder: '<form>',
        description: 'Request log: pretty, json or off',
      },
      ['pretty', 'json', 'off'],
      undefined,
    ),
    shown: 'pretty on a terminal, otherwise json',
  },
  logOnly: parsedList(
    {
      placeholder: '<what>',
      description: 'Log only requests of these statuses and operations, for example 4xx,createSite',
    },
    parseLogged,
  ),
  verbose: toggle(
    { short: 'v', description: 'Print workspace, seed and a URL for each operation as well' },
    false,
  ),
  quiet: toggle({ short: 'q', description: 'Print neither banner nor requests' }, false),
  config: configOption,
};
