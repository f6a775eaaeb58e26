import type { AssumptionValues } from '../../../contract/index.ts';
import type { TextRule } from './text-rule.ts';

/** The characters of a path (RFC 3986, section 3.3). */
const uriPath = /^\/(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/;
const lowerCasePath = /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*\/?)?$/;
const languageRegion = /^[a-z]{2,3}-(?:[A-Z]{2}|[0-9]{3})$/;

const leadingSlash: TextRule = (text) =>
  text.startsWith('/') ? undefined : 'must start with a slash';

export const pathnameForms: Record<AssumptionValues['pathname-form'], TextRule> = {
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
      : 'must have nothing but lower-case letters, digits, hyphens and single slashes'),
};

export const localeForms: Record<AssumptionValues['locale-form'], TextRule | undefined> = {
  any: undefined,
  'language-region': (text) =>
    languageRegion.test(text)
      ? undefined
      : 'must be a language and a region, such as en-GB, de-DE or es-419',
};
