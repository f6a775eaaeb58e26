import { readBasePath } from '../../mock/adapters/listen.ts';
import { readAllowedHost } from '../../mock/features/control/open-control.ts';
import { checkRule, type LatencyEffect } from '../../mock/features/faults/fault-rule.ts';
import { readOrigin } from '../../mock/http/cors.ts';
import { WrongValue } from '../option.ts';

/** Creates a parser from a function that throws, and the values that it accepts. */
function createParser(read: (text: string) => string, accepted: string): (text: string) => string {
  return (text) => {
    try {
      return read(text);
    } catch {
      throw new WrongValue(accepted);
    }
  };
}

export const parseBasePath = createParser(readBasePath, 'a path like /api/sites');

export const parseHost = createParser(
  readAllowedHost,
  'a host name like mock or .example.com, without a scheme and a port',
);

/** Parses an origin, in the form that browsers send. */
export const parseOrigin = createParser(
  readOrigin,
  'an origin like http://localhost:5173, without a path, or *',
);

const mostSites = 100_000;

/** Whether a fixture is a word instead of a file. */
export function isFixtureWord(text: string): boolean {
  return text === 'empty' || /^demo(?::|$)/.test(text);
}

/** Parses a file name or a word. `demo:500` includes the number of sites. */
export function parseFixture(text: string): string {
  const [, count] = /^demo:(.*)$/.exec(text) ?? [];
  if (
    count === undefined ||
    (/^\d{1,6}$/.test(count) && Number(count) >= 1 && Number(count) <= mostSites)
  )
    return text;
  throw new WrongValue(
    `demo:<n> with a number of sites from 1 to ${mostSites}, for example demo:500`,
  );
}

/** Parses a latency such as `200` or `100-400`, in milliseconds. */
export function parseLatency(text: string): LatencyEffect {
  const [, from = '', to = from] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? [];
  const effect: LatencyEffect = { kind: 'latency', from: Number(from), to: Number(to) };
  if (from !== '' && !('faults' in checkRule({ effect }))) return effect;
  throw new WrongValue('milliseconds from 0 to 600000, or a range of them such as 100-400');
}

export function parseShare(text: string): number {
  const share = Number(text);
  if (/^[\d.]+$/.test(text) && share >= 0 && share <= 1) return share;
  throw new WrongValue('a share from 0 to 1, for example 0.05');
}

/** Accepts keys that a header transmits unchanged (RFC 9110, section 5.5). */
export function parseApiKey(key: string): string {
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(key)) return key;
  throw new WrongValue('ASCII characters without spaces at either end');
}

/** Accepts tokens that a header can contain and that are hard to guess. */
export function parseAdminToken(token: string): string {
  if (/^[\x21-\x7e]{8,200}$/.test(token)) return token;
  throw new WrongValue('8 to 200 ASCII characters without spaces');
}
