import type { AssumptionValues } from '../../../contract/index.ts';
import { isAuthorityTooLong, longestAuthority, parseUrl } from '../../../contract/parse-url.ts';

/** Says in one clause what is wrong with a text. Returns undefined if the rule holds. */
export type TextRule = (text: string) => string | undefined;

interface HostUrl {
  text: string;
  /** Scheme, colon, slashes and host, as they were written. */
  written: string;
  /** The same, normalised as the URL standard does. */
  normalised: string;
  /** Whether there is nothing else, but for a lone slash. */
  isOrigin: boolean;
}

/** Scheme, authority without user information, and what lies beyond (RFC 3986, section 3). */
const parts = /^([A-Za-z][A-Za-z0-9+.-]*:\/\/)([^/?#\\\s]*@)?([^/?#@\\\s]+)(.*)$/s;

export const hostTooLong = `must have a host of at most ${longestAuthority} characters`;

export function createHostUrlRule(beyond: AssumptionValues['host-url-beyond-origin']): TextRule {
  return (text) => {
    const hostUrl = parseHostUrl(text);
    if (hostUrl === undefined) {
      if (isAuthorityTooLong(text)) return hostTooLong;
      return 'must be an origin: a scheme, "://" and a host, such as https://example.com';
    }
    return beyond === 'trimmed' || hostUrl.isOrigin
      ? undefined
      : 'must be an origin only: without user, path, query or fragment';
  };
}

/** The origin in a host URL that the rule has let in. */
export function toOrigin(text: string, form: AssumptionValues['host-url-form']): string {
  const hostUrl = parseHostUrl(text);
  if (hostUrl === undefined) throw new Error(`${text} is not a host URL`);
  return form === 'verbatim' ? hostUrl.written : hostUrl.normalised;
}

/**
 * An origin that the URL standard leaves as it is: labels of lower-case ASCII, the last of letters alone, none of them
 * Punycode. Most are of this form, and told so in a tenth of the time that parsing takes.
 */
const plainOrigin = /^https?:\/\/(?:(?!xn--)[a-z0-9-]+\.)+[a-z]+$/;

/** The last one is remembered, since the rule and the behaviour ask for the same one after the other. */
let last: HostUrl | undefined;

function parseHostUrl(text: string): HostUrl | undefined {
  if (last?.text === text) return last;
  if (plainOrigin.test(text)) {
    last = { text, written: text, normalised: text, isOrigin: true };
    return last;
  }
  const [, scheme = '', user, host = '', rest = ''] = parts.exec(text) ?? [];
  const url = host === '' ? undefined : parseUrl(text);
  if (url === undefined) return undefined;
  const { origin } = url;
  const written = scheme + host;
  // The URL standard gives no origin to schemes that it does not know.
  const normalised = origin === 'null' ? written.toLowerCase() : origin;
  const isOrigin = user === undefined && (rest === '' || rest === '/');
  last = { text, written, normalised, isOrigin };
  return last;
}
