import { domainToASCII } from 'node:url';
import { decodePercent } from '../../contract/parse-url.ts';

/** Ports that a URL may leave out (RFC 3986, section 6.2.3). */
const defaultPorts: ReadonlyMap<string, string> = new Map([
  ['http', '80'],
  ['https', '443'],
  ['ws', '80'],
  ['wss', '443'],
]);

/** Scheme, authority and the rest. The scheme may be a variable of the template. */
const parts = /^(?:([a-z][a-z\d+.-]*|\{\}):)?(?:\/\/([^/?#]*))?(.*)$/is;

/**
 * Writes equal URLs alike: the case of scheme and host, default ports, escapes, and segments such as `..` (RFC 3986, section
 * 6.2.2 and 6.2.3).
 * @param template a URL, also a relative one, with `{}` for each variable
 */
export function normalizeUrl(template: string): string {
  const [, scheme, authority, tail = ''] = parts.exec(template) ?? [];
  const start = scheme === undefined ? '' : `${scheme.toLowerCase()}:`;
  const host = authority === undefined ? '' : `//${normalizeAuthority(authority, scheme)}`;
  const [, path = '', end = ''] = /^([^?#]*)(.*)$/s.exec(tail) ?? [];
  return start + host + normalizePath(normalizeEscapes(path)) + normalizeEscapes(end);
}

/** The user keeps its case, unlike the host. */
function normalizeAuthority(authority: string, scheme = ''): string {
  const hostStart = authority.lastIndexOf('@') + 1;
  const user = authority.slice(0, hostStart);
  const address = authority.slice(hostStart).toLowerCase();
  const [, name = '', port = ''] = /^(.*?)(?::(\d*))?$/s.exec(address) ?? [];
  const host = normalizeEscapes(normalizeHost(name)).toLowerCase();
  const isDefault = port === '' || port === defaultPorts.get(scheme.toLowerCase());
  return isDefault ? user + host : `${user}${host}:${port}`;
}

/** A name with other letters has a form in ASCII as well (RFC 5891). */
function normalizeHost(name: string): string {
  const decoded = decodePercent(name);
  return /[^\0-\x7f]/.test(decoded) ? domainToASCII(decoded) || name : name;
}

/** Removes `.` and `..`, and the slash at the end: paths of operations start with one. */
function normalizePath(path: string): string {
  const isAbsolute = path.startsWith('/');
  const segments: string[] = [];
  for (const segment of path.split('/').slice(isAbsolute ? 1 : 0)) {
    const isParent = segment === '..';
    const canLeave = isAbsolute || (segments.length > 0 && segments.at(-1) !== '..');
    if (isParent && canLeave) segments.pop();
    else if (segment !== '.') segments.push(segment);
  }
  const joined = segments.join('/').replace(/\/$/, '');
  return isAbsolute && joined !== '' ? `/${joined}` : joined;
}

/** Writes each variable of a template as `{}`. */
export function hideNames(template: string): string {
  return template.replaceAll(/\{[^}]*\}/g, '{}');
}

/** Escapes in capitals, only where they are necessary (RFC 3986, section 6.2.2.1 and 6.2.2.2). */
export function normalizeEscapes(text: string): string {
  const encoded = text.replaceAll(/[^!-~]+/gu, encodeText);
  return encoded.replaceAll(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });
}

function encodeText(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/**
 * Whether a template describes a URL or everything that another template describes. A variable stands for any text without a
 * slash. Not a regular expression, because one with many variables would take exponential time.
 */
export function coversUrl(template: string, url: string): boolean {
  const patterns = template.split('/');
  const segments = url.split('/');
  const isCovered = (pattern: string, index: number): boolean =>
    coversSegment(pattern, segments[index] ?? '');
  return patterns.length === segments.length && patterns.every(isCovered);
}

/** The first occurrence of each literal leaves the most text to the others. */
function coversSegment(pattern: string, segment: string): boolean {
  const [start = '', ...literals] = pattern.split('{}');
  const end = literals.pop();
  if (end === undefined) return pattern === segment;
  const limit = segment.length - end.length;
  let position = start.length;
  if (!segment.startsWith(start) || !segment.endsWith(end) || limit < position) return false;
  for (const literal of literals) {
    const index = segment.indexOf(literal, position);
    position = index + literal.length;
    if (index < 0 || position > limit) return false;
  }
  return true;
}
