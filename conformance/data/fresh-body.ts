import type { Operation } from '../../contract/index.ts';
import { isRecord } from '../../contract/resolve-reference.ts';

/**
 * Where hosts and addresses of a run stand: a domain that is kept for examples (RFC 2606), so that no event is ever
 * delivered; and, if a target refuses such domains, one that does not exist.
 */
export const domains = ['example.com', 'site-contract-conformance-run.dev'] as const;

/** Hosts under the same domains that exist in the DNS, for targets that look hosts up. */
export const knownHosts = [
  'www.example.com',
  'example.com',
  'www.example.org',
  'example.org',
  'www.example.net',
  'example.net',
] as const;

/** Locales that a deployment with a list of its own is most likely to have. */
export const likelyLocales = ['en-US', 'de-DE', 'en-GB', 'fr-FR', 'es-ES'] as const;

/**
 * How the values of an example are made unique. Names are short, plain and in lower case, hosts look public, addresses
 * are https: the interface does not show the rules of a deployment, and these keep to the strictest that make sense.
 */
const fresh: Readonly<Record<string, (unique: string, index: number, domain: string) => string>> = {
  name: (unique) => unique,
  hostUrl: (unique, _, domain) => toHostUrl(unique, domain),
  url: (unique, _, domain) => toAddress(unique, domain),
  pathname: (unique, index) => (index === 0 ? `/${unique}` : `/${unique}v${index}`),
};

/** @param domain one of the known hosts asks for one of these, which may have been given to another name before */
export function toHostUrl(unique: string, domain: string = domains[0]): string {
  if (!isKnownHost(domain)) return `https://${unique.toLowerCase()}.${domain}`;
  const sum = [...unique].reduce((total, character) => total + character.charCodeAt(0), 0);
  return `https://${knownHosts[sum % knownHosts.length]}`;
}

export function toAddress(unique: string, domain: string = domains[0]): string {
  return `https://${isKnownHost(domain) ? '' : 'hooks.'}${domain}/${unique}`;
}

/** A domain under which every name is a host is none of these, though it may be a host, too. */
function isKnownHost(domain: string): boolean {
  return !domains.some((free) => free === domain) && knownHosts.some((host) => host === domain);
}

/** A valid body of an operation: the examples of the document joined, under unique values. */
export function createFreshBody(
  operation: Operation,
  unique: string,
  domain: string = domains[0],
): Record<string, unknown> {
  const examples = (operation.requestBody?.examples ?? []).filter(isRecord);
  // Fields that the fullest example lacks come from the others.
  const full = Object.assign({}, ...examples.sort((a, b) => count(a) - count(b)));
  let pathnames = 0;
  return JSON.parse(JSON.stringify(full), (key, value: unknown) => {
    const make = Object.hasOwn(fresh, key) ? fresh[key] : undefined;
    if (make === undefined || typeof value !== 'string') return value;
    const index = key === 'pathname' ? pathnames++ : 0;
    return make(unique, index, domain);
  });
}

function count(value: Record<string, unknown>): number {
  return Object.keys(value).length;
}
