import type { Contract, Operation } from '../../contract/index.ts';
import {
  type CredentialLocation,
  readCredential,
  readCredentialLocations,
  toSchemeTitle,
} from '../../contract/security-schemes.ts';

/** A request as recorded. */
interface Sent {
  url: string;
  /** By name in lower case. */
  requestHeaders: Readonly<Record<string, string>>;
}

/** Finds the credentials of requests where the document says that they are. */
export class Credentials {
  readonly #locations: ReadonlyMap<string, CredentialLocation>;

  constructor({ document }: Pick<Contract, 'document'>) {
    this.#locations = readCredentialLocations(document);
  }

  /** The first credentials that an operation needs and a request lacks. Any alternative of the operation is enough. */
  findMissing({ security }: Operation, sent: Sent): CredentialLocation | undefined {
    let missing: CredentialLocation | undefined;
    for (const alternative of security) {
      const locations = alternative.map(({ scheme }) => this.#locations.get(scheme));
      const needed = locations.filter((location) => location !== undefined);
      const lacking = needed.find((location) => read(sent, location) === undefined);
      if (lacking === undefined) return undefined;
      missing ??= lacking;
    }
    return missing;
  }

  /** Whether a query parameter has credentials of an operation. */
  isParameter({ security }: Operation, name: string): boolean {
    return security.flat().some(({ scheme }) => {
      const location = this.#locations.get(scheme);
      return location?.in === 'query' && location.name === name;
    });
  }

  /** Whether a request has credentials of any scheme. */
  areIn(sent: Sent): boolean {
    const locations = [...this.#locations.values()];
    return locations.some((location) => read(sent, location) !== undefined);
  }

  /** The API keys in a request. They may be in places whose names do not sound like secrets. */
  listKeys(sent: Sent): string[] {
    const keys: string[] = [];
    for (const location of this.#locations.values()) {
      const key = read(sent, location);
      if (key !== undefined && key !== '') keys.push(key);
    }
    return keys;
  }

  /** The names of headers with API keys, in the spelling of the document. */
  listHeaders(): string[] {
    const inHeaders = [...this.#locations.values()].filter((location) => location.in === 'header');
    return inHeaders.map(({ name }) => name);
  }
}

function read({ url, requestHeaders }: Sent, location: CredentialLocation): string | undefined {
  const header = (name: string) => requestHeaders[name];
  return readCredential({ header, query: new URL(url).search }, location);
}

/** How to send the credentials of a location, for people. */
export function showCredential({ in: location, name, scheme }: CredentialLocation): string {
  if (location === 'query') return `?${name}=<API_KEY>`;
  if (location === 'cookie') return `Cookie: ${name}=<API_KEY>`;
  if (scheme === undefined) return `${name}: <API_KEY>`;
  const text = scheme === 'bearer' ? '<API_KEY>' : '<credentials>';
  return `${name}: ${toSchemeTitle(scheme)} ${text}`;
}
