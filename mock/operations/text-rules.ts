import type { AssumptionId, AssumptionValues } from '../../contract/index.ts';
import { isAuthorityTooLong, longestAuthority, parseUrl } from '../../contract/parse-url.ts';

/** Describes in one clause what is wrong with a text. Returns undefined if the rule holds. */
type TextRule = (text: string) => string | undefined;

export type TextRules = { readonly [Id in AssumptionId]?: TextRule | undefined };

/** The rules for texts in bodies, by the assumption in the schema. */
export function createTextRules(values: AssumptionValues): TextRules {
  return {
    'name-form': nameForms[values['name-form']],
    'name-max-length': createNameLengthRule(values['name-max-length']),
    'host-url-beyond-origin': createHostUrlRule(values['host-url-beyond-origin']),
    'locale-form': localeForms[values['locale-form']],
    'pathname-form': pathnameForms[values['pathname-form']],
    'webhook-url-form': webhookUrlForms[values['webhook-url-form']],
  };
}

/** Validation of a route that `skipValidation=true` skips. */
export const skippable: readonly AssumptionId[] = ['pathname-form', 'locale-form'];

const notBlank: TextRule = (text) =>
  text.trim() === '' ? 'must contain a character other than whitespace' : undefined;

const nameForms: Record<AssumptionValues['name-form'], TextRule | undefined> = {
  any: undefined,
  'not-blank': notBlank,
  plain: (text) =>
    notBlank(text) ??
    (/^[A-Za-z0-9 -]*$/.test(text)
      ? undefined
      : 'must contain only ASCII letters, digits, spaces and hyphens'),
};

/** Counts code points, like `maxLength` in JSON Schema. */
function createNameLengthRule(maximum: AssumptionValues['name-max-length']): TextRule | undefined {
  if (maximum === null) return undefined;
  return (text) =>
    text.length > maximum && [...text].length > maximum
      ? `must have at most ${maximum} characters`
      : undefined;
}

/** The characters of a path (RFC 3986, section 3.3). */
const uriPath = /^\/(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/;
const lowerCasePath = /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*\/?)?$/;
const languageRegion = /^[a-z]{2,3}-(?:[A-Z]{2}|[0-9]{3})$/;

const leadingSlash: TextRule = (text) =>
  text.startsWith('/') ? undefined : 'must start with a slash';

const pathnameForms: Record<AssumptionValues['pathname-form'], TextRule> = {
  'uri-path': (text) =>
    leadingSlash(text) ??
    (uriPath.test(text)
      ? undefined
      : 'must be a URI path: percent-encode every character that a path cannot contain'),
  'leading-slash': leadingSlash,
  'lower-case': (text) =>
    leadingSlash(text) ??
    (lowerCasePath.test(text)
      ? undefined
      : 'must contain only lower-case letters, digits, hyphens and single slashes'),
};

const localeForms: Record<AssumptionValues['locale-form'], TextRule | undefined> = {
  any: undefined,
  'language-region': (text) =>
    languageRegion.test(text)
      ? undefined
      : 'must be a language and a region, such as en-GB, de-DE or es-419',
};

const withHost = /^https?:\/\/[^/?#]/i;

const ipv4 = /^\d+\.\d+\.\d+\.\d+$/;

const webhookUrlForms: Record<AssumptionValues['webhook-url-form'], TextRule | undefined> = {
  any: undefined,
  http: (text) =>
    parseAddress(text) === undefined ? 'must be an http or https URL with a host' : undefined,
  https: (text) =>
    parseAddress(text)?.protocol === 'https:' ? undefined : 'must be an https URL with a host',
  'public-https': (text) => {
    const url = parseAddress(text);
    return url?.protocol === 'https:' && isPublicName(url.hostname)
      ? undefined
      : 'must be an https URL with a public host name';
  },
};

function parseAddress(text: string): URL | undefined {
  return withHost.test(text) ? parseUrl(text) : undefined;
}

function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return !(
    name.startsWith('[') ||
    ipv4.test(name) ||
    name.endsWith('.localhost') ||
    !name.includes('.')
  );
}

interface HostUrl {
  /** The scheme, colon, slashes and host as they were written. */
  written: string;
  /** The same, normalised according to the URL standard. */
  normalised: string;
  /** Whether nothing else follows, except a single slash. */
  isOrigin: boolean;
}

/** The scheme, the authority without user information, and the rest (RFC 3986, section 3). */
const parts = /^([A-Za-z][A-Za-z0-9+.-]*:\/\/)([^/?#\\\s]*@)?([^/?#@\\\s]+)(.*)$/s;

/**
 * An origin that URL normalisation does not change: lower-case ASCII labels without Punycode, the last with letters
 * only. Most have this form, and the test takes a tenth of the time of parsing.
 */
const plainOrigin = /^https?:\/\/(?:(?!xn--)[a-z0-9-]+\.)+[a-z]+$/;

function parseHostUrl(text: string): HostUrl | undefined {
  if (plainOrigin.test(text)) return { written: text, normalised: text, isOrigin: true };
  const [, scheme = '', user, host = '', rest = ''] = parts.exec(text) ?? [];
  const url = host === '' ? undefined : parseUrl(text);
  if (url === undefined) return undefined;
  const written = scheme + host;
  return {
    written,
    // `URL` has no origin for schemes that are not special.
    normalised: url.origin === 'null' ? written.toLowerCase() : url.origin,
    isOrigin: user === undefined && (rest === '' || rest === '/'),
  };
}

export function createHostUrlRule(beyond: AssumptionValues['host-url-beyond-origin']): TextRule {
  return (text) => {
    const hostUrl = parseHostUrl(text);
    if (hostUrl === undefined)
      return isAuthorityTooLong(text)
        ? `must have a host of at most ${longestAuthority} characters`
        : 'must be an origin: a scheme, "://" and a host, such as https://example.com';
    return beyond === 'trimmed' || hostUrl.isOrigin
      ? undefined
      : 'must be an origin only: without user, path, query or fragment';
  };
}

/** Returns the origin of a host URL that the rule has accepted. */
export function toOrigin(text: string, form: AssumptionValues['host-url-form']): string {
  const hostUrl = parseHostUrl(text);
  if (hostUrl === undefined) throw new Error(`${text} is not a host URL`);
  return form === 'verbatim' ? hostUrl.written : hostUrl.normalised;
}
