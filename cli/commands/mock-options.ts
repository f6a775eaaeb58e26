import { readBasePath } from '../../mock/adapters/base-path.ts';
import { readAdminToken, readAllowedHost } from '../../mock/features/control/open-control.ts';
import type { FaultRuleOptions } from '../../mock/features/faults/fault-rule.ts';
import { readOrigin } from '../../mock/http/respond.ts';
import { defaultApiKey } from '../../mock/http/security.ts';
import { mockFlags } from '../../service/cli/flags.ts';
import {
  accepted,
  file,
  group,
  integer,
  list,
  type OptionValues,
  oneOf,
  outputFile,
  parseApiKey,
  parseSeed,
  sharedOptions,
  toggle,
  value,
  WrongValue,
} from '../option.ts';

const { contract, overlay, config } = sharedOptions;

/** Whether a fixture is a word instead of a file. */
export function isFixtureWord(text: string): boolean {
  return text === 'empty' || text === 'examples' || /^demo(?::|$)/.test(text);
}

/** A file name or a word. `demo:500` includes the number of sites, or of records of each resource. */
function parseFixture(text: string): string {
  if (!text.startsWith('demo:') || /^demo:(?:[1-9]\d{0,4}|100000)$/.test(text)) return text;
  throw new WrongValue('demo:<n> with a number of records from 1 to 100000, for example demo:500');
}

/** A rule for a latency such as `200` or `100-400`, in milliseconds. */
function parseLatency(text: string): FaultRuleOptions {
  const [, from = '', to = from] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? [];
  const effect = { kind: 'latency', from: Number(from), to: Number(to) } as const;
  if (from !== '' && effect.from <= effect.to && effect.to <= 600_000) return { effect };
  throw new WrongValue('milliseconds from 0 to 600000, or a range of them such as 100-400');
}

function parseShare(text: string): FaultRuleOptions {
  const probability = Number(text);
  if (/^[\d.]+$/.test(text) && probability >= 0 && probability <= 1)
    return { probability, effect: { kind: 'status', status: 500 } };
  throw new WrongValue('a share from 0 to 1, for example 0.05');
}

function parseHost(text: string): string {
  if (/^[^\s/]+$/.test(text)) return text;
  throw new WrongValue('a host name or an address, such as localhost or 0.0.0.0');
}

export const parseAdminToken = accepted(readAdminToken, '8 to 200 ASCII characters without spaces');

export const defaultPort = 4010;

export const mockOptions = {
  port: value('<n>', 'Port to listen on; 0 selects a free one', {
    parse: integer(0, 65_535),
    fallback: defaultPort,
    short: 'p',
    variable: 'SITE_CONTRACT_PORT',
  }),
  apiKey: list('<key>', 'API key to accept', {
    parse: parseApiKey,
    // SITE_CONTRACT_API_KEY is the key of a real deployment, which a mock should never accept or show.
    variable: 'SITE_CONTRACT_MOCK_API_KEY',
    secret: true,
    shown: defaultApiKey,
  }),
  contract,
  fixture: value(
    '<file>',
    'Initial data, restored on reset: a JSON or YAML file, empty, examples (those of the document), demo, or demo:<n> such as demo:500',
    { parse: parseFixture, isFile: (text) => !isFixtureWord(text), fallback: 'empty' },
  ),
  state: outputFile('Keep the state in a file between runs', { shown: 'in memory' }),
  ...group('data', {
    overlay,
    ...mockFlags,
    seed: value('<n>', 'Seed that makes ids and times repeatable', {
      parse: parseSeed,
      shown: 'random',
    }),
    store: value(
      '<url>',
      'Share the state with other mocks in a PostgreSQL database, postgres://user@host:5432/database; PGPASSWORD can hold the password',
      { variable: 'SITE_CONTRACT_STORE', secret: true },
    ),
    watch: toggle('Reload contract, overlays and fixture when they change', false),
    config,
  }),
  ...group('server', {
    host: value('<name>', 'Address to listen on; 0.0.0.0 accepts connections from other machines', {
      parse: parseHost,
      variable: 'SITE_CONTRACT_HOST',
      fallback: '127.0.0.1',
    }),
    basePath: value('<path>', 'Prefix of all paths, including the page, for example /api/v2', {
      parse: accepted(readBasePath, 'a path like /api/v2'),
    }),
    https: toggle(
      'Serve HTTPS with a certificate that is created on first use and kept in your cache folder',
      false,
    ),
    cert: file('Serve HTTPS with this certificate (PEM)'),
    key: file('Private key of the certificate (PEM)'),
    cors: list(
      '<origin>',
      'Origin whose web pages may use the mock, for example http://localhost:5173',
      {
        parse: accepted(readOrigin, 'an origin like http://localhost:5173, without a path, or *'),
        shown: 'all origins; with credentials, only those of this machine',
      },
    ),
  }),
  ...group('faults', {
    latency: value(
      '<ms>',
      'Delay responses by this many milliseconds, or by a random time in a range such as 100-400',
      { parse: parseLatency },
    ),
    failRate: value('<share>', 'Share of the requests that get a 500 response, for example 0.05', {
      parse: parseShare,
    }),
  }),
  ...group('control', {
    control: toggle('Do not serve the page and the control surface', true),
    allowedHost: list(
      '<name>',
      'Host name to accept for the page and the control surface; .example.com includes subdomains',
      {
        flagOnly: true,
        parse: accepted(
          readAllowedHost,
          'a host name like mock or .example.com, without a scheme and a port',
        ),
      },
    ),
    adminToken: value('<token>', 'Admin token of the control surface', {
      parse: parseAdminToken,
      variable: 'SITE_CONTRACT_ADMIN_TOKEN',
      secret: true,
      shown: 'random',
    }),
    allowPrivateTargets: toggle('Send webhooks to private addresses of other machines', false, {
      flagOnly: true,
    }),
  }),
  ...group('output', {
    log: value('<form>', 'Request log: pretty, json or off', {
      parse: oneOf(['pretty', 'json', 'off']),
      shown: 'pretty on a terminal, otherwise json',
    }),
    quiet: toggle('Do not print the banner or requests', false, { short: 'q' }),
  }),
};

export type MockValues = OptionValues<typeof mockOptions>;
