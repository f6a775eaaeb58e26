import type { Contract, Operation } from '../../contract/index.ts';
import type { OpenApiDocument, SecuritySchemeObject } from '../../contract/openapi-document.ts';
import { readCookies } from '../../contract/parameters/cookies.ts';
import { resolveReference } from '../../contract/resolve-reference.ts';

/** Where a request has the credentials of a security scheme. */
interface CredentialPlace {
  in: 'header' | 'query' | 'cookie';
  name: string;
  /** How to send them, for people. */
  example: string;
}

/** A request as recorded. */
interface Sent {
  url: string;
  /** By name in lower case. */
  requestHeaders: Readonly<Record<string, string>>;
}

/** Finds the credentials of requests where the document says that they are. */
export class Credentials {
  /** By the name of the scheme. A certificate has no place in a request. */
  readonly #places: ReadonlyMap<string, CredentialPlace>;

  constructor({ document }: Pick<Contract, 'document'>) {
    this.#places = readPlaces(document);
  }

  /** The first credentials that an operation needs and a request lacks. Any alternative of the operation is enough. */
  findMissing({ security }: Operation, sent: Sent): CredentialPlace | undefined {
    let missing: CredentialPlace | undefined;
    for (const alternative of security) {
      const places = alternative.map(({ scheme }) => this.#places.get(scheme));
      const lacking = places.find((place) => place !== undefined && !has(sent, place));
      if (lacking === undefined) return undefined;
      missing ??= lacking;
    }
    return missing;
  }

  /** Whether a query parameter has credentials of an operation. */
  isParameter({ security }: Operation, name: string): boolean {
    return security.flat().some(({ scheme }) => {
      const place = this.#places.get(scheme);
      return place?.in === 'query' && place.name === name;
    });
  }

  /** Whether a request has credentials of any scheme. */
  areIn(sent: Sent): boolean {
    return [...this.#places.values()].some((place) => has(sent, place));
  }

  /** The API keys in a request. They may be in places whose names do not sound like secrets. */
  listKeys(sent: Sent): string[] {
    const keys: string[] = [];
    for (const place of this.#places.values()) {
      const key = read(sent, place);
      if (key !== undefined && key !== '') keys.push(key);
    }
    return keys;
  }

  /** The names of headers with API keys, in the spelling of the document. */
  listHeaders(): string[] {
    const inHeaders = [...this.#places.values()].filter((place) => place.in === 'header');
    return inHeaders.map(({ name }) => name);
  }
}

function readPlaces(document: OpenApiDocument): Map<string, CredentialPlace> {
  const places = new Map<string, CredentialPlace>();
  for (const [name, scheme] of Object.entries(document.components?.securitySchemes ?? {})) {
    const place = toPlace(resolveReference(document, scheme));
    if (place !== undefined) places.set(name, place);
  }
  return places;
}

function toPlace({ type, scheme, name = '', in: location }: SecuritySchemeObject) {
  if (type === 'mutualTLS') return undefined;
  if (type === 'apiKey') return toKeyPlace(name, location);
  const isOther = type === 'http' && scheme?.toLowerCase() !== 'bearer';
  const example = isOther
    ? `Authorization: ${scheme ?? ''} <credentials>`
    : 'Authorization: Bearer <API_KEY>';
  return { in: 'header', name: 'Authorization', example } as const;
}

function toKeyPlace(name: string, location: string | undefined): CredentialPlace {
  if (location === 'query') return { in: 'query', name, example: `?${name}=<API_KEY>` };
  if (location === 'cookie') return { in: 'cookie', name, example: `Cookie: ${name}=<API_KEY>` };
  return { in: 'header', name, example: `${name}: <API_KEY>` };
}

function has(sent: Sent, place: CredentialPlace): boolean {
  return read(sent, place) !== undefined;
}

function read({ url, requestHeaders }: Sent, place: CredentialPlace): string | undefined {
  if (place.in === 'header') return requestHeaders[place.name.toLowerCase()];
  if (place.in === 'query') return new URL(url).searchParams.get(place.name) ?? undefined;
  return readCookies(requestHeaders['cookie'] ?? '').get(place.name);
}
