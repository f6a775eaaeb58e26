import type { Contract, Operation } from '../../contract/index.ts';
import type { SecuritySchemeObject } from '../../contract/openapi-document.ts';
import { readCookies } from '../../contract/parameters/cookies.ts';
import { resolveReference } from '../../contract/resolve-reference.ts';
import type { MockRequest } from '../handler.ts';
import { Refusal } from '../refusal.ts';
import { createAuthoriser, isSameText } from './steps.ts';

/** The API key that a mock accepts by default. It is not a secret. */
export const defaultApiKey = 'site-contract-key';

/** Whether a request has credentials of a scheme. @throws Refusal if it has none, or wrong ones */
type SchemeCheck = (request: MockRequest) => void;

/**
 * Creates the step that refuses requests without the credentials that the operation documents. Any of its alternatives is
 * enough, and every scheme of an alternative is needed. Every scheme accepts the same keys.
 */
export function createSecurity(
  { document }: Contract,
  keys: readonly string[],
): (request: MockRequest, operation: Operation) => void {
  const checks = new Map<string, SchemeCheck>();
  const realm = document.info.title;
  for (const [name, scheme] of Object.entries(document.components?.securitySchemes ?? {}))
    checks.set(name, createSchemeCheck(resolveReference(document, scheme), keys, realm));
  const checkAlternative = (request: MockRequest, names: readonly string[]): void => {
    for (const name of names) checks.get(name)?.(request);
  };
  return (request, { security }) => {
    if (security.length === 0) return;
    let refusal: unknown;
    for (const alternative of security) {
      try {
        return checkAlternative(
          request,
          alternative.map(({ scheme }) => scheme),
        );
      } catch (error) {
        refusal ??= error;
      }
    }
    throw refusal;
  };
}

function createSchemeCheck(
  scheme: SecuritySchemeObject,
  keys: readonly string[],
  realm: string,
): SchemeCheck {
  if (scheme.type === 'apiKey') return createKeyCheck(scheme, keys, realm);
  // A certificate was or was not accepted before there is a request.
  if (scheme.type === 'mutualTLS') return () => {};
  const name = scheme.type === 'http' ? (scheme.scheme ?? '').toLowerCase() : 'bearer';
  if (name === 'bearer') return createAuthoriser(keys, realm);
  return name === 'basic' ? createBasicCheck(keys, realm) : createPresenceCheck(name, realm);
}

/** An API key in a header, in the query or in a cookie. */
function createKeyCheck(
  { name = '', in: location = 'header' }: SecuritySchemeObject,
  keys: readonly string[],
  realm: string,
): SchemeCheck {
  const label =
    location === 'header'
      ? `header ${name}`
      : location === 'query'
        ? `parameter ${name}`
        : `cookie ${name}`;
  const fault =
    location === 'query'
      ? { parameter: name }
      : { header: location === 'cookie' ? 'Cookie' : name };
  // A 401 needs a challenge (RFC 9110, section 15.5.2); no registered scheme stands for keys.
  const isBearer = location === 'header' && name.toLowerCase() === 'authorization';
  const challenge = `${isBearer ? 'Bearer' : 'ApiKey'} realm="${toRealm(realm)}"`;
  return (request) => {
    const key = readKey(request, name, location);
    const isMissing = key === undefined || key === '';
    if (!isMissing && isKnown(withoutScheme(key, fault.header), keys)) return;
    const detail = isMissing ? 'is required' : 'is not a known API key';
    throw new Refusal('unauthorized', `The ${label} ${detail}. Send the API key in it.`, {
      faults: [{ ...fault, detail }],
      headers: ['WWW-Authenticate', challenge],
    });
  };
}

const toRealm = (title: string): string => title.replaceAll(/["\\]/g, '');

/** The header Authorization has a scheme before the key, such as `Token`, which such documents only mention in their text. */
function withoutScheme(key: string, header: string | undefined): string {
  return header?.toLowerCase() === 'authorization' ? key.replace(/^[\w-]+ +/, '') : key;
}

function readKey(request: MockRequest, name: string, location: string): string | undefined {
  if (location === 'header') return request.header(name.toLowerCase());
  if (location === 'query') return new URLSearchParams(request.query).get(name) ?? undefined;
  return readCookies(request.header('cookie') ?? '').get(name);
}

/** Comparing every key keeps the time independent of the keys. */
function isKnown(key: string, keys: readonly string[]): boolean {
  let hasScheme = false;
  for (const candidate of keys) hasScheme = isSameText(key, candidate) || hasScheme;
  return hasScheme;
}

/** Any user name with a key as password, or a key as user name without a password (RFC 7617). */
function createBasicCheck(keys: readonly string[], realm: string): SchemeCheck {
  const challenge = `Basic realm="${toRealm(realm)}", charset="UTF-8"`;
  return (request) => {
    const [, encoded = ''] = /^basic +(\S+)$/i.exec(request.header('authorization') ?? '') ?? [];
    const [user = '', ...password] = decodeBase64(encoded).split(':');
    const secret = password.join(':') || user;
    if (secret !== '' && isKnown(secret, keys)) return;
    throw refuseCredentials(
      challenge,
      'Send any user name with the API key as password, as "Authorization: Basic <base64>".',
    );
  };
}

function decodeBase64(text: string): string {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return '';
  }
}

/** Other schemes of HTTP, such as Digest, need an exchange that a mock does not have. Credentials of the scheme are enough. */
function createPresenceCheck(name: string, realm: string): SchemeCheck {
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const challenge = `${title} realm="${toRealm(realm)}"`;
  return (request) => {
    const sent = (request.header('authorization') ?? '').toLowerCase();
    if (sent.startsWith(`${name} `)) return;
    throw refuseCredentials(
      challenge,
      `Send credentials as "Authorization: ${title} <credentials>".`,
    );
  };
}

function refuseCredentials(challenge: string, advice: string): Refusal<'unauthorized'> {
  return new Refusal('unauthorized', `The request has no valid credentials. ${advice}`, {
    faults: [{ header: 'Authorization', detail: 'is required' }],
    headers: ['WWW-Authenticate', challenge],
  });
}
