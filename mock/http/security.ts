import type { Contract, Fault, Operation } from '../../contract/index.ts';
import {
  type CredentialLocation,
  readCredential,
  readCredentialLocations,
  toSchemeTitle,
} from '../../contract/security-schemes.ts';
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
  // A certificate was or was not accepted before there is a request: its scheme has no location, and needs no check.
  for (const [name, location] of readCredentialLocations(document))
    checks.set(name, createSchemeCheck(location, keys, realm));
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
  location: CredentialLocation,
  keys: readonly string[],
  realm: string,
): SchemeCheck {
  const { scheme } = location;
  if (scheme === undefined) return createKeyCheck(location, keys, realm);
  if (scheme === 'bearer') return createAuthoriser(keys, realm);
  return scheme === 'basic' ? createBasicCheck(keys, realm) : createPresenceCheck(scheme, realm);
}

const labels = { header: 'header', query: 'parameter', cookie: 'cookie' };

/** An API key in a header, in the query or in a cookie. */
function createKeyCheck(
  location: CredentialLocation,
  keys: readonly string[],
  realm: string,
): SchemeCheck {
  const { name } = location;
  const label = `${labels[location.in]} ${name}`;
  const header = location.in === 'cookie' ? 'Cookie' : name;
  const fault: Omit<Fault, 'detail'> = location.in === 'query' ? { parameter: name } : { header };
  // A 401 needs a challenge (RFC 9110, section 15.5.2); no registered scheme stands for keys.
  const isBearer = location.in === 'header' && name.toLowerCase() === 'authorization';
  const challenge = `${isBearer ? 'Bearer' : 'ApiKey'} realm="${toRealm(realm)}"`;
  return (request) => {
    const key = readCredential(request, location);
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
  const title = toSchemeTitle(name);
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
