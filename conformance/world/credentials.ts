import type { Contract, Operation } from '../../contract/index.ts';
import {
  type CredentialLocation,
  readCredentialLocations,
} from '../../contract/security-schemes.ts';
import type { ShellText } from '../../writers/curl.ts';
import type { Credential } from '../runner/client.ts';

/** Credentials for the security schemes of a contract. */
export interface Credentials {
  /** The values, for redaction. */
  readonly secrets: readonly string[];
  /** What to send for an operation. Undefined: the operation needs nothing, or a scheme without a value. */
  find(operation: Operation): Credential | undefined;
  /** Whether the run can authenticate an operation. */
  covers(operation: Operation): boolean;
}

const nothing: Credential = { value: undefined };

/**
 * Creates the credentials of a run.
 * @param key the value for every scheme without its own
 * @param values values of single schemes, by name
 */
export function createCredentials(
  { document }: Contract,
  key: string,
  values: Readonly<Record<string, string>> = {},
): Credentials {
  const locations = readCredentialLocations(document);
  const credentials = new Map<string, Credential>();
  for (const name of Object.keys(document.components?.securitySchemes ?? {})) {
    const isNamed = Object.hasOwn(values, name);
    const secret = isNamed ? (values[name] ?? '') : key;
    if (secret === '') continue;
    const credential = toCredential(locations.get(name), secret);
    const variable = isNamed ? toAuthVariable(name) : 'SITE_CONTRACT_API_KEY';
    credentials.set(name, { ...credential, shown: toShown(credential, variable) });
  }
  const isCovered = (alternative: Operation['security'][number]): boolean =>
    alternative.every(({ scheme }) => credentials.has(scheme));
  const findAlternative = ({ security }: Operation) => security.find(isCovered);
  return {
    secrets: [key, ...Object.values(values)].filter((secret) => secret !== ''),
    covers: (operation) =>
      operation.security.length === 0 || findAlternative(operation) !== undefined,
    find: (operation) => {
      const schemes = findAlternative(operation) ?? [];
      const needed = schemes.map(({ scheme }) => credentials.get(scheme));
      const [first, ...further] = needed.filter((credential) => credential !== undefined);
      return first === undefined ? nothing : { ...first, others: further };
    },
  };
}

/** A credential as reports show it: with a variable in place of its secret. */
function toShown({ value = '', header, parameter }: Credential, variable: string): ShellText {
  if (parameter !== undefined) return [{ variable }];
  if (header === 'Cookie') return [value.slice(0, value.indexOf('=') + 1), { variable }];
  if (header !== undefined) return [{ variable }];
  const isBasic = value.startsWith('Basic ');
  return isBasic ? ['Basic ', { variable: `${variable}_BASE64` }] : ['Bearer ', { variable }];
}

/** The variable with the credential of a security scheme: `SITE_CONTRACT_AUTH_API_KEY` for `api-key`. */
export function toAuthVariable(scheme: string): string {
  return `SITE_CONTRACT_AUTH_${scheme.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}

/** Without a location, such as for a certificate, the key is sent as usual. */
function toCredential(location: CredentialLocation | undefined, value: string): Credential {
  if (location?.in === 'query') return { value, parameter: location.name };
  if (location?.in === 'cookie') return { value: `${location.name}=${value}`, header: 'Cookie' };
  if (location !== undefined && location.scheme === undefined)
    return { value, header: location.name };
  if (location?.scheme === 'basic')
    return { value: `Basic ${Buffer.from(toPair(value)).toString('base64')}` };
  return { value: `Bearer ${value}` };
}

/** A key alone is a password; services that accept keys by Basic authentication ignore the user. */
const toPair = (value: string): string => (value.includes(':') ? value : `key:${value}`);
