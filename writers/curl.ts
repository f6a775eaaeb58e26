/*
 * writers/: texts that leave the program: curl lines, redacted secrets, escapes for terminals and Markdown. It imports nothing.
 * Start in the file named after the text: curl.ts, redact.ts, terminal-text.ts or markdown.ts.
 */

/** A shell variable that the reader of a report sets, such as `SITE_CONTRACT_API_KEY`. */
export interface Variable {
  variable: string;
}

/** Text that is quoted, with variables that the shell replaces. Only a `Variable` is ever expanded. */
export type ShellText = string | readonly (string | Variable)[];

/** A request for curl to send. */
export interface CurlRequest {
  method: string;
  url: ShellText;
  headers?: readonly (readonly [name: string, value: ShellText])[];
  /** A string is sent as UTF-8. */
  body?: Uint8Array | string | undefined;
  /** More arguments. */
  options?: readonly ShellText[];
}

/** The name of a header, or another token (RFC 9110, section 5.6.2). */
export const token = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Writes a request as a command of a POSIX shell that sends the same bytes. Each option is on its own line, with
 * backslashes that join the lines. The command contains no control characters, so a terminal can show it.
 *
 * @example toCurl({ method: 'GET', url: 'http://127.0.0.1:4010/v1', headers: [['Accept', '*\/*']] })
 */
export function toCurl({ method, url, headers = [], body, options = [] }: CurlRequest): string {
  // Without these, curl would expand brackets in the URL and resolve `..`.
  const first = ['curl -i --globoff --path-as-is', ...options.map(quoteWord)];
  if (method !== 'GET') first.push(`-X ${quoteWord(method)}`);
  const target = quote(url);
  const lines = [first.join(' '), /^['"]-/.test(target) ? `--url ${target}` : target];
  // Other names cannot be sent. curl would read a file whose name follows `@`.
  for (const [name, value] of headers)
    if (token.test(name)) lines.push(`-H ${quoteHeader(name, value)}`);
  if (body === undefined) return lines.join(' \\\n  ');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const text = toPrintable(bytes);
  if (text !== undefined) return [...lines, `--data-raw ${quoteLong(text)}`].join(' \\\n  ');
  return [`printf ${quoteFormat(bytes)} \\\n  | ${lines.join(' \\\n  ')}`, '--data-binary @-'].join(
    ' \\\n  ',
  );
}

/** Quotes a word for a POSIX shell if necessary. */
export function quoteWord(text: ShellText): string {
  return typeof text === 'string' && /^[\w./:@%+,-][\w./:@%+,=-]*$/.test(text) ? text : quote(text);
}

/** Quotes text as one word of a POSIX shell. */
export function quote(text: ShellText): string {
  if (typeof text === 'string') return quotePart(text);
  if (text.every((part) => typeof part === 'string')) return quotePart(text.join(''));
  const isPlain = text.every((part) => typeof part !== 'string' || /^[\w ./:=?&%-]*$/.test(part));
  const words = text.map((part) => {
    if (typeof part !== 'string') return `\${${part.variable}}`;
    return isPlain ? part : quotePart(part);
  });
  if (isPlain) return `"${words.join('').replaceAll(/\$\{(\w+)\}(?!\w)/g, '$$$1')}"`;
  const quoted = words.map((word, index) => {
    const isText = typeof text[index] === 'string';
    return isText ? word : `"${word}"`;
  });
  return quoted.join('');
}

function quotePart(text: string): string {
  const bytes = new TextEncoder().encode(text);
  if (toPrintable(bytes) === undefined) return `"$(printf ${quoteFormat(bytes)})"`;
  // GitHub's runner obeys `##[` anywhere in a line. The shell joins the two parts again.
  return `'${text.replaceAll("'", "'\\''").replaceAll('##[', "##''[")}'`;
}

function quoteHeader(name: string, value: ShellText): string {
  // `name:` would remove a header, `name;` sends it without a value.
  if (value === '') return quote(`${name};`);
  if (typeof value === 'string') return quote(`${name}: ${inOneLine(value)}`);
  const parts = value.map((part) => (typeof part === 'string' ? inOneLine(part) : part));
  return quote([`${name}: `, ...parts]);
}

function inOneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ');
}

const longRepetition = /([\s\S]{1,12}?)\1{49,}/g;

/** Abbreviates long repetitions, such as the 5,000 brackets of a deep array. */
function quoteLong(text: string): string {
  const words: string[] = [];
  let done = 0;
  for (const { 0: repetition, 1: unit = '', index } of text.matchAll(longRepetition)) {
    if (repetition.length < 200) continue;
    if (index > done) words.push(quotePart(text.slice(done, index)));
    // `%.0s` prints nothing for each of the numbers.
    const format = quoteFormat(new TextEncoder().encode(unit), '%.0s');
    words.push(`"$(printf ${format} $(seq ${repetition.length / unit.length}))"`);
    done = index + repetition.length;
  }
  if (done < text.length || text === '') words.push(quotePart(text.slice(done)));
  return words.join('');
}

/** The text of UTF-8 bytes in which no character is invisible. */
function toPrintable(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Quotes bytes as a format of printf. */
function quoteFormat(bytes: Uint8Array, end = ''): string {
  const letters = Array.from(bytes, (byte) => {
    const letter = String.fromCharCode(byte);
    if (letter === '%') return '%%';
    if (letter === '\\') return '\\\\';
    if (letter === '\n') return '\\n';
    const isPlain = byte >= 0x20 && byte < 0x7f && letter !== "'";
    return isPlain ? letter : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `'${letters.join('').replaceAll('##[', '##\\133')}${end}'`;
}
