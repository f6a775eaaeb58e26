import type { AssumptionValues } from '../../contract/index.ts';
import type { TextRule } from './text-rule.ts';

/** Scheme, authority without user information, and what lies beyond (RFC 3986, section 3). */
const parts = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#\\\s]*@)?([^/?#@\\\s]+)(.*)$/s;

export function createHostUrlRule(beyond: AssumptionValues['host-url-beyond-origin']): TextRule {
  return (text) => {
    const [, , credentials, , rest = ''] = parts.exec(text) ?? [];
    if (!parts.test(text) || !URL.canParse(text)) {
      return 'must be an origin: a scheme, "://" and a host, such as https://example.com';
    }
    if (beyond === 'trimmed' || (credentials === undefined && (rest === '' || rest === '/'))) {
      return undefined;
    }
    return 'must be an origin only: without user, path, query or fragment';
  };
}

/** The origin in a host URL that the rule has let in. */
export function toOrigin(hostUrl: string, form: AssumptionValues['host-url-form']): string {
  const [, scheme = '', , host = ''] = parts.exec(hostUrl) ?? [];
  if (form === 'verbatim') return `${scheme}://${host}`;
  const { origin } = new URL(hostUrl);
  // The URL standard gives no origin to schemes that it does not know.
  return origin === 'null' ? `${scheme}://${host}`.toLowerCase() : origin;
}
