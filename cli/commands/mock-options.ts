import { operationIds } from '../../contract/index.ts';
import { readAllowedHost } from '../../mock/features/control/open-control.ts';
import {
  assertRule,
  checkRule,
  type FaultRuleOptions,
  type LatencyEffect,
} from '../../mock/features/faults/fault-rule.ts';
import { readOrigin } from '../../mock/http/cross-origin.ts';
import { choice, integer, parsed, parsedList, text, texts, toggle, WrongValue } from '../option.ts';
import { configOption, contractOptions, seedBounds } from './contract-options.ts';

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
    ...text({
      placeholder: '<file>',
      file: true,
      words: ['demo', 'empty'],
      description: 'Initial data, restored on reset: a JSON file, demo or empty',
    }),
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
      description: 'Answer so many milliseconds later, or by any time of a range such as 100-400',
    },
    parseLatency,
  ),
  failRate: parsed(
    {
      placeholder: '<share>',
      description: 'Answer this share of the requests with 500, for example 0.05',
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
  quiet: toggle({ short: 'q', description: 'Print neither banner nor requests' }, false),
  config: configOption,
};

/** A host name that requests may have. */
function parseHost(name: string): string {
  try {
    return readAllowedHost(name);
  } catch {
    throw new WrongValue('a host name like mock or .example.com, without a scheme and a port');
  }
}

/** An origin as a browser sends it. */
function parseOrigin(origin: string): string {
  try {
    return readOrigin(origin);
  } catch {
    throw new WrongValue('an origin like http://localhost:5173, without a path, or *');
  }
}

/** `200` or `100-400`. */
function parseLatency(text: string): LatencyEffect {
  const [, from = '', to = from] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? [];
  const effect: LatencyEffect = { kind: 'latency', from: Number(from), to: Number(to) };
  if (from !== '' && checkRule({ effect }, []).length === 0) return effect;
  throw new WrongValue('milliseconds from 0 to 600000, or a range of them such as 100-400');
}

function parseShare(text: string): number {
  const share = Number(text);
  if (/^[\d.]+$/.test(text) && share >= 0 && share <= 1) return share;
  throw new WrongValue('a share from 0 to 1, for example 0.05');
}

function parseFaults(text: string): readonly FaultRuleOptions[] {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new WrongValue('JSON: a rule such as {"effect":{"kind":"hang"}}, or a list of rules');
  }
  return (Array.isArray(given) ? given : [given]).map((rule: unknown) => {
    try {
      assertRule(rule, operationIds);
      return rule;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new WrongValue(`valid rules (${error.message})`);
    }
  });
}

/** What a header carries unchanged (RFC 9110, section 5.5). */
function parseApiKey(key: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(key)) return key;
  throw new WrongValue('ASCII characters without spaces at either end');
}

/** What a header can carry, and what cannot be guessed quickly. */
function parseAdminToken(token: string): string {
  if (/^[\x21-\x7e]{8,200}$/.test(token)) return token;
  throw new WrongValue('8 to 200 ASCII characters without spaces');
}
