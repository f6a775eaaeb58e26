import type { AssumptionId, AssumptionValues } from '../../../contract/index.ts';
import { longestAuthority, parseUrl } from '../../../contract/parse-url.ts';
import { createHostUrlRule, type TextRule } from './host-url.ts';

export type TextRules = { readonly [Id in AssumptionId]?: TextRule | undefined };

/** The rules that hold for texts in bodies, by the assumption that a schema names. */
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
  text.trim() === '' ? 'must contain a character other than white space' : undefined;

const nameForms: Record<AssumptionValues['name-form'], TextRule | undefined> = {
  any: undefined,
  'not-blank': notBlank,
  plain: (text) =>
    notBlank(text) ??
    (/^[A-Za-z0-9 -]*$/.test(text)
      ? undefined
      : 'must contain only ASCII letters, digits, spaces and hyphens'),
};

/** Counts characters as JSON Schema does for `maxLength`: by code points. */
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
      : 'must be a URI path: percent-encode every character that a path cannot hold'),
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

/**
 * An address that the URL standard leaves as it is. Most are of this form, and told so without being parsed, which takes a
 * tenth of creating a webhook in process.
 */
const plainAddress = /^https?:\/\/(?:(?!xn--)[a-z0-9-]+\.)+[a-z]+(?:\/[A-Za-z0-9/_-]*)?$/;
const ipv4 = /^\d+\.\d+\.\d+\.\d+$/;

const webhookUrlForms: Record<AssumptionValues['webhook-url-form'], TextRule | undefined> = {
  any: undefined,
  http: (text) =>
    !isPlainAddress(text) && parseAddress(text) === undefined
      ? 'must be an http or https address with a host'
      : undefined,
  https: (text) =>
    parseAddress(text)?.protocol === 'https:' ? undefined : 'must be an https address with a host',
  'public-https': (text) => {
    const url = parseAddress(text);
    return url?.protocol === 'https:' && isPublicName(url.hostname)
      ? undefined
      : 'must be an https address with a public host name';
  },
};

function isPlainAddress(text: string): boolean {
  return text.length <= longestAuthority && plainAddress.test(text);
}

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
