import type { Contract, Operation } from '../../contract/index.ts';
import type { SecuritySchemeObject } from '../../contract/openapi-document.ts';
import { resolveReference } from '../../contract/resolve-reference.ts';
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
  const given = new Map(Object.entries(values));
  const credentials = new Map<string, Credential>();
  for (const [name, unresolved] of Object.entries(document.components?.securitySchemes ?? {})) {
    const scheme = resolveReference<SecuritySchemeObject>(document, unresolved);
    const own = given.get(name);
    const credential = toCredential(scheme, own ?? key);
    const variable = own === undefined ? 'SITE_CONTRACT_API_KEY' : toAuthVariable(name);
    const shown = toShown(credential, variable);
    if ((own ?? key) !== '') credentials.set(name, { ...credential, shown });
  }
  const findAlternative = ({ security }: Operation) =>
    security.find((alternative) => alternative.every(({ scheme }) => credentials.has(scheme)));
  return {
    secrets: [key, ...Object.values(values)].filter((secret) => secret !== ''),
    covers: (operation) =>
      operation.security.length === 0 || findAlternative(operation) !== undefined,
    find: (operation) => {
      const schemes = findAlternative(operation) ?? [];
      const [first, ...others] = schemes.flatMap(({ scheme }) => credentials.get(scheme) ?? []);
      return first === undefined ? nothing : { ...first, others };
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

function toCredential(scheme: SecuritySchemeObject, value: string): Credential {
  const { type, name = '', in: place } = scheme;
  if (type === 'apiKey' && place === 'query') return { value, parameter: name };
  if (type === 'apiKey' && place === 'cookie')
    return { value: `${name}=${value}`, header: 'Cookie' };
  if (type === 'apiKey') return { value, header: name };
  const isBasic = type === 'http' && scheme.scheme?.toLowerCase() === 'basic';
  if (isBasic) return { value: `Basic ${Buffer.from(toPair(value)).toString('base64')}` };
  return { value: `Bearer ${value}` };
}

/** A key alone is a password; services that accept keys by Basic authentication ignore the user. */
const toPair = (value: string): string => (value.includes(':') ? value : `key:${value}`);
