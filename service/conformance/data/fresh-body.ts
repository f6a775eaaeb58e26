import { joinExamples } from '../../../conformance/valid-examples.ts';
import type { Operation } from '../../../contract/index.ts';

/**
 * Domains for the hosts and URLs of a run. The first is reserved for examples (RFC 2606), so events are never delivered. The
 * second does not exist, for targets that refuse reserved domains.
 */
export const domains = ['example.com', 'site-contract-conformance-run.dev'] as const;

/** Hosts under the same domains that exist in the DNS, for targets that resolve hosts. */
export const knownHosts = [
  'www.example.com',
  'example.com',
  'www.example.org',
  'example.org',
  'www.example.net',
  'example.net',
] as const;

/** The locales that a target with a fixed list is most likely to accept. */
export const likelyLocales = ['en-US', 'de-DE', 'en-GB', 'fr-FR', 'es-ES'] as const;

/**
 * Makes the values of an example unique. The rules of a target are undocumented, so the values satisfy the strictest
 * plausible ones: short names in lower case, public hosts, https URLs.
 */
const fresh: Readonly<Record<string, (unique: string, index: number, domain: string) => string>> = {
  name: (unique) => unique,
  hostUrl: (unique, _, domain) => createHostUrl(unique, domain),
  url: (unique, _, domain) => createWebhookUrl(unique, domain),
  pathname: (unique, index) => (index === 0 ? `/${unique}` : `/${unique}v${index}`),
};

/** @param domain a known host selects among the known hosts, so another name may already use the result */
export function createHostUrl(unique: string, domain: string = domains[0]): string {
  if (!isKnownHost(domain)) return `https://${unique.toLowerCase()}.${domain}`;
  const sum = [...unique].reduce((total, character) => total + character.charCodeAt(0), 0);
  return `https://${knownHosts[sum % knownHosts.length]}`;
}

export function createWebhookUrl(unique: string, domain: string = domains[0]): string {
  return `https://${isKnownHost(domain) ? '' : 'hooks.'}${domain}/${unique}`;
}

/** Free domains are excluded, even if they are hosts too. */
function isKnownHost(domain: string): boolean {
  const isFree = domains.some((free) => free === domain);
  return !isFree && knownHosts.some((host) => host === domain);
}

/** Creates a valid body from the examples in the document, with unique values. */
export function createFreshBody(
  operation: Operation,
  unique: string,
  domain: string = domains[0],
): Record<string, unknown> {
  let pathnames = 0;
  return JSON.parse(JSON.stringify(joinExamples(operation)), (key, value: unknown) => {
    const make = Object.hasOwn(fresh, key) ? fresh[key] : undefined;
    if (make === undefined || typeof value !== 'string') return value;
    const index = key === 'pathname' ? pathnames++ : 0;
    return make(unique, index, domain);
  });
}
