import type { Credential } from '../model/credentials.ts';

/** What curl has to send. */
export interface CurlRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Authorization, or what stands in its place, as a shell expression inside double quotes. */
  credential: Pick<Credential, 'shown' | 'header' | 'parameter'>;
  body: Uint8Array | undefined;
  /** How the target is reached. */
  reach?: Reach;
}

/** What every request of a run needs besides its own parts. */
export interface Reach {
  /** Headers of the run by name; their values are secrets, which stand in variables of the shell. */
  secretHeaders: readonly string[];
  certificates: 'usual' | 'given' | 'any';
}

/** `X-Staging-Token` → `$X_STAGING_TOKEN`. */
export function toVariableOf(header: string): string {
  return `$${header.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}

const certificateFlags: Readonly<Record<Reach['certificates'], string>> = {
  usual: '',
  given: ' --cacert "$SITE_CONTRACT_CA"',
  any: ' --insecure',
};

/** The line that sends a request again, bytes and all, from a POSIX shell (bash where bytes need `$'…'`). */
export function toCurl({ method, url, headers, credential, body, reach }: CurlRequest): string {
  const flags = certificateFlags[reach?.certificates ?? 'usual'];
  const parts = [`curl -i --globoff --path-as-is${flags}`];
  if (method !== 'GET') parts.push(`-X ${method}`);
  const { shown, parameter, header = 'Authorization' } = credential;
  const isInQuery = shown !== undefined && parameter !== undefined;
  const key = isInQuery ? `"${url.includes('?') ? '&' : '?'}${parameter}=${shown}"` : '';
  parts.push(quote(url) + key);
  if (shown !== undefined && !isInQuery) parts.push(`-H "${header}: ${shown}"`);
  for (const name of reach?.secretHeaders ?? []) parts.push(`-H "${name}: ${toVariableOf(name)}"`);
  for (const [name, value] of Object.entries(headers))
    parts.push(`-H ${quote(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(`--data-binary ${quoteBytes(body)}`);
  return parts.join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function quoteBytes(bytes: Uint8Array): string {
  const text = decode(bytes);
  // A leading @ would make curl read a file.
  if (text !== undefined && !hasControls(text) && !text.startsWith('@')) return quote(text);
  return `$'${[...bytes].map(quoteByte).join('')}'`;
}

function quoteByte(byte: number): string {
  const letter = String.fromCharCode(byte);
  if (letter === "'" || letter === '\\') return `\\${letter}`;
  const isPlain = byte >= 0x20 && byte < 0x7f && letter !== '@';
  return isPlain ? letter : `\\x${byte.toString(16).padStart(2, '0')}`;
}

function hasControls(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text);
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
