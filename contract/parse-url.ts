/**
 * Maximum length of an authority (user, host and port as written) in characters. DNS names have at most 253, and
 * percent-encoding makes them a few times as long. Converting a host to ASCII takes quadratic time: 4.6 seconds of CPU for
 * 40,000 characters.
 */
const longestAuthority = 1024;

/** Matches the scheme and captures the authority (RFC 3986, section 3.2). The URL standard treats a backslash like a slash. */
const authority = /^[^:/?#\\]*:[/\\]*([^/?#\\]*)/;

/** Parses a URL, relative to a base if there is one; undefined if it is invalid or its authority is too long. */
export function parseUrl(text: string, base?: string): URL | undefined {
  if (text.length > longestAuthority) {
    // The URL standard ignores tabs and line breaks everywhere.
    const [, written = ''] = authority.exec(text.replaceAll(/[\t\n\r]/g, '')) ?? [];
    if (written.length > longestAuthority) return undefined;
  }
  try {
    // Once it is optimised, `URL.canParse` of Node 20 refuses hosts such as `bücher.example`.
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Whether a host name or address always belongs to this machine (RFC 6761, section 6.3). */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(hostname);
}

const utf8 = new TextEncoder();

/** Percent escapes, and characters that a URI cannot contain. */
const rewritten = /%([\da-f]{2})|[^\0-\x7f]+/gi;

/**
 * Normalises a path, so that equivalent paths become equal: escapes of unreserved characters are resolved, other escapes have
 * upper-case digits, and characters outside ASCII are escaped (RFC 3986, sections 2.5, 6.2.2.1 and 6.2.2.2).
 */
export function normalizePath(path: string): string {
  return path.replaceAll(rewritten, (text, digits?: string) => {
    if (digits === undefined) return escapeBytes(text);
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return /[\w.~-]/.test(character) ? character : text.toUpperCase();
  });
}

/** Unlike `encodeURIComponent`, it accepts half of a surrogate pair. */
function escapeBytes(text: string): string {
  const digits = [...utf8.encode(text)].map((byte) => byte.toString(16).toUpperCase());
  return `%${digits.join('%')}`;
}

/** Escapes any text for a URL or a form. Half of a surrogate pair, which JSON may contain, has no form in UTF-8. */
export function encodeText(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
}

/** Resolves percent escapes. A text with a percent sign outside an escape stays as it is. */
export function decodePercent(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    return text;
  }
}
