import { createSecretFinder } from './given-secrets.ts';
import { createHide, redactedMark } from './hide.ts';
import { redactFields } from './redact-fields.ts';
import { Rewriter } from './rewriter.ts';
import { isSecretParameter } from './secret-names.ts';
import { toExcerpt } from './terminal-text.ts';

export { redactedMark } from './hide.ts';

export interface Redactor {
  /** Removes every secret from a text: a URL, a query, a form, JSON, XML, or a sentence that quotes them. */
  text(text: string): string;
  /** An excerpt of a text without secrets. Only about as much of the text is searched as the excerpt shows. */
  excerpt(text: string, length: number): string;
  /** Removes the secrets from the value of a header. */
  header(name: string, value: string): string;
  headers(headers: Readonly<Record<string, string>>): Record<string, string>;
  /** Removes only the given secrets, for texts that the program itself has composed. */
  given(text: string): string;
}

interface RedactorOptions {
  /** Secrets to remove wherever they appear, in any encoding, even truncated. Default: none. */
  secrets?: readonly string[];
  /**
   * Keeps the first characters of other secrets: enough to distinguish them, too little to use them. Default: they are
   * replaced by a mark.
   */
  keepsStart?: boolean;
}

/** Headers that name a scheme before the secret (RFC 9110, section 11.4). */
const withScheme = /^(?:proxy-)?authorization$/i;

/** How much is searched behind an excerpt, so that a secret at its end is recognised. */
const margin = 4000;

/**
 * Creates the functions that remove secrets from everything that the program writes. They take time in proportion to the
 * text, whatever it contains.
 *
 * @example const redactor = createRedactor({ secrets: [apiKey] });
 */
export function createRedactor({
  secrets = [],
  keepsStart = false,
}: RedactorOptions = {}): Redactor {
  const findSecrets = createSecretFinder(secrets);
  const hide = createHide(keepsStart);
  const redactKnown = (text: string): string => {
    const rewriter = new Rewriter(text);
    for (const { start, end } of findSecrets(text)) rewriter.replace(start, end, redactedMark);
    return rewriter.finish();
  };
  const text = (original: string): string => redactFields(redactKnown(original), hide);
  const header = (name: string, value: string): string => {
    if (!isSecretParameter(name)) return text(value);
    const pattern = withScheme.test(name) ? /^(\S+\s+)?(.*)$/s : /^()(.*)$/s;
    const [, scheme = '', secret = ''] = pattern.exec(redactKnown(value)) ?? [];
    return scheme + hide(secret);
  };
  return {
    text,
    excerpt: (original, length) => {
      const most = length + margin;
      if (original.length <= most) return toExcerpt(text(original), length);
      return toExcerpt(text(`${original.slice(0, most)}…`), length, 0, original.length);
    },
    header,
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [redactKnown(name), header(name, value)]),
      ),
    given: redactKnown,
  };
}
