/**
 * How many characters an authority may have, that is user, host and port as they are written. DNS knows no name of
 * more than 253; what is percent-encoded takes a few times as many.
 */
export const longestAuthority = 1024;

/** The scheme, and the authority behind it (RFC 3986, section 3.2). To the URL standard a backslash is a slash. */
const authority = /^[^:/?#\\]*:[/\\]*([^/?#\\]*)/;

/** Whether a text has too long an authority to be parsed as a URL. */
export function isAuthorityTooLong(text: string): boolean {
  if (text.length <= longestAuthority) return false;
  // The URL standard drops tabs and line ends wherever they are.
  const [, written = ''] = authority.exec(text.replaceAll(/[\t\n\r]/g, '')) ?? [];
  return written.length > longestAuthority;
}

/**
 * Parses an absolute URL; undefined when it is not one, or when its authority is too long. Converting a host to ASCII
 * takes quadratic time: 4.6 seconds of CPU for 40,000 characters.
 */
export function parseUrl(text: string): URL | undefined {
  return isAuthorityTooLong(text) || !URL.canParse(text) ? undefined : new URL(text);
}
