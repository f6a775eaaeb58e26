import type { OpenApiDocument, SecuritySchemeObject } from './openapi-document.ts';
import { readCookies } from './parameters/cookies.ts';
import { resolveReference } from './resolve-reference.ts';

/** Where a request has the credentials of a security scheme. */
export interface CredentialLocation {
  readonly in: 'header' | 'query' | 'cookie';
  /** The name of the header, the parameter or the cookie. */
  readonly name: string;
  /** The word before the credentials in the header `Authorization`, in lower case. Undefined for an API key, which stands alone. */
  readonly scheme: string | undefined;
}

/** The locations of the credentials of a document, by the names of its security schemes. */
export function readCredentialLocations(
  document: OpenApiDocument,
): Map<string, CredentialLocation> {
  const locations = new Map<string, CredentialLocation>();
  for (const [name, scheme] of Object.entries(document.components?.securitySchemes ?? {})) {
    const location = locateCredential(resolveReference(document, scheme));
    if (location !== undefined) locations.set(name, location);
  }
  return locations;
}

/** Undefined for a certificate, which is no part of a request. OAuth 2.0 and OpenID Connect end in a bearer token. */
function locateCredential(scheme: SecuritySchemeObject): CredentialLocation | undefined {
  if (scheme.type === 'mutualTLS') return undefined;
  if (scheme.type === 'apiKey') return locateKey(scheme);
  const word = scheme.type === 'http' ? (scheme.scheme ?? '') : 'bearer';
  return { in: 'header', name: 'Authorization', scheme: word.toLowerCase() };
}

function locateKey({ name = '', in: location }: SecuritySchemeObject): CredentialLocation {
  const isElsewhere = location === 'query' || location === 'cookie';
  return { in: isElsewhere ? location : 'header', name, scheme: undefined };
}

/** The parts of a request that can have credentials. */
interface RequestParts {
  /** @param name in lower case */
  header(name: string): string | undefined;
  readonly query: string;
}

/** What a request has at a location. Undefined if it has nothing there. */
export function readCredential(
  request: RequestParts,
  { in: location, name }: CredentialLocation,
): string | undefined {
  if (location === 'header') return request.header(name.toLowerCase());
  if (location === 'query') return new URLSearchParams(request.query).get(name) ?? undefined;
  return readCookies(request.header('cookie') ?? '').get(name);
}

/** `Digest` for `digest`, as messages and challenges show it. */
export function toSchemeTitle(scheme: string): string {
  return scheme.charAt(0).toUpperCase() + scheme.slice(1);
}
