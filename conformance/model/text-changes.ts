/** Known changes of texts, tried in this order. */
const changes: readonly (readonly [string, (text: string) => string])[] = [
  ['in lower case', (text) => text.toLowerCase()],
  ['in upper case', (text) => text.toUpperCase()],
  ['without its control characters', (text) => text.replace(/\p{Cc}/gu, '')],
  ['without the space at its start or end', (text) => text.trim()],
  ['with runs of spaces joined', (text) => text.replace(/\s+/g, ' ')],
  ['with runs of spaces joined and trimmed', (text) => text.replace(/\s+/g, ' ').trim()],
  ['in Unicode form NFC', (text) => text.normalize('NFC')],
  ['in Unicode form NFD', (text) => text.normalize('NFD')],
  ['in Unicode form NFKC', (text) => text.normalize('NFKC')],
  ['escaped for HTML', escapeHtml],
  ['escaped for HTML, except quotation marks', (text) => escapeHtml(text, /[&<>]/g)],
  ['with & and < escaped for HTML', (text) => escapeHtml(text, /[&<]/g)],
  ['with & escaped for HTML', (text) => escapeHtml(text, /&/g)],
  ['with < and > escaped for HTML', (text) => escapeHtml(text, /[<>]/g)],
  ['with its HTML entities decoded', resolveEntities],
  ['without its HTML tags', (text) => text.replace(/<[^>]*>/g, '')],
  ['percent-decoded', decodePercents],
  ['percent-encoded', (text) => encodeURIComponent(repair(text))],
  ['percent-encoded', (text) => encodeURI(repair(text))],
  ['without its backslashes', (text) => text.replaceAll('\\', '')],
  ['with its escapes resolved', resolveEscapes],
  ['with straight quotes doubled', (text) => text.replaceAll("'", "''")],
  ['without its quotation marks', (text) => text.replace(/["']/g, '')],
  ['with its UTF-8 read as Latin-1', (text) => Buffer.from(text, 'utf8').toString('latin1')],
  ['without the characters that are not ASCII', (text) => text.replace(/[^\0-\x7f]/gu, '')],
  ['with ? for each character that is not ASCII', (text) => text.replace(/[^\0-\x7f]/gu, '?')],
  [
    'without four-byte characters such as emoji',
    (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
  ],
  [
    'with ? for each four-byte character such as emoji',
    (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
  ],
  [
    'with U+FFFD for each four-byte character such as emoji',
    (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '\ufffd'),
  ],
  ['without accents', (text) => text.normalize('NFD').replace(/\p{M}/gu, '')],
  ['without the slash at its end', (text) => text.replace(/\/+$/, '')],
  ['with a slash at its end', (text) => `${text}/`],
  ['without its port', (text) => text.replace(/:\d+$/, '')],
  ['without the www. of its host', (text) => text.replace(/^(https?:\/\/)www\./, '$1')],
  ['with www. in front of its host', (text) => text.replace(/^(https?:\/\/)/, '$1www.')],
  ['with https instead of http', (text) => text.replace(/^http:/, 'https:')],
];

/**
 * Describes how a target changed a text, such as `in lower case`; undefined if no known change explains it.
 *
 * @param listKept texts that the target returned unchanged: a change that would have affected them is ruled out
 */
export function explainChange(
  sent: string,
  received: string,
  listKept: () => readonly string[] = () => [],
): string | undefined {
  if (sent === received || received === '') return undefined;
  const found = changes.filter(([, change]) => change(sent) === received);
  if (found.length < 2) return found[0]?.[0];
  const kept = listKept();
  const [likely] = found.filter(([, change]) => kept.every((text) => change(text) === text));
  return (likely ?? found[0])?.[0];
}

/** The same for changes that may have other explanations. */
export function explainLooseChange(
  sent: string,
  received: string,
  listKept: () => readonly string[] = () => [],
): string | undefined {
  if (sent === received) return undefined;
  if (received === '') return 'that is empty';
  if (sent === '') return `with ${JSON.stringify(received)} instead of an empty text`;
  if (sent.startsWith(received)) {
    const tail = sent.slice(received.length);
    // If the target keeps longer texts, the length is not the reason.
    if (tail.length <= mostReplaced && listKept().some((text) => text.length > received.length))
      return `without ${[...tail].map(toName).join(' and ')} at its end`;
    const bytes = Buffer.byteLength(received);
    const characters = [...received].length;
    return `cut off after ${characters} characters${bytes === characters ? '' : ` (${bytes} bytes)`}`;
  }
  if (sent.trim().startsWith(received)) return 'trimmed and cut off';
  if (received.endsWith(sent))
    return `with ${JSON.stringify(received.slice(0, -sent.length))} in front`;
  if (received.startsWith(sent))
    return `with ${JSON.stringify(received.slice(sent.length))} appended`;
  return explainOneCharacter(sent, received);
}

/** Maximum length of a text that replaces a character, such as `&nbsp;`. */
const mostReplaced = 8;

/** Detects one kind of character that is lost or replaced everywhere. */
function explainOneCharacter(sent: string, received: string): string | undefined {
  const left = [...sent];
  const right = [...received];
  const at = left.findIndex((character, index) => character !== right[index]);
  const lost = left[at];
  // Names that differ only in a letter or a digit are different generated names.
  if (lost === undefined || /[a-z\d]/i.test(lost)) return undefined;
  const name = toName(lost);
  if (left.filter((character) => character !== lost).join('') === received)
    return `without ${name}`;
  for (let length = 1; length <= mostReplaced; length += 1) {
    const other = right.slice(at, at + length).join('');
    if (left.map((one) => (one === lost ? other : one)).join('') === received)
      return `with ${toName(other)} for ${name}`;
  }
  return undefined;
}

function toName(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return /^[!-~]+$/.test(character) ? `“${character}”` : `U+${code}`;
}

function escapeHtml(text: string, pattern = /[&<>"']/g): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(pattern, (character) => entities[character] ?? character);
}

function resolveEntities(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

function decodePercents(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}

function resolveEscapes(text: string): string {
  return text
    .replace(/\\u([\da-f]{4})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replace(/\\n/g, '\n')
    .replace(/\\t/g, '\t')
    .replace(/\\([\\"/])/g, '$1');
}

/** Replaces lone surrogates, which are not valid in a URL. */
function repair(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

/** Longer texts get a description of the difference, because readers may miss it. */
const shortText = 40;

/** Says where two texts first differ, in code points, if they look the same or are long. */
export function explainDifference(expected: unknown, received: unknown): string {
  if (typeof expected !== 'string' || typeof received !== 'string' || expected === received)
    return '';
  const left = [...expected];
  const right = [...received];
  const at = left.findIndex((character, index) => character !== right[index]);
  if (at === -1) return ` (it is longer than expected, from character ${left.length + 1} on)`;
  if (at > 0 && at >= right.length)
    return ` (it is cut off after ${right.length} of ${left.length} characters)`;
  if (at === 0 && !looksTheSame(expected, received)) return '';
  if (left.length <= shortText && isPlain(expected) && isPlain(received)) return '';
  return ` (from character ${at + 1} on: expected ${toCodePoint(left[at])}, received ${toCodePoint(right[at])})`;
}

function looksTheSame(one: string, other: string): boolean {
  return one.normalize('NFKC') === other.normalize('NFKC');
}

/** Whether a text is printable ASCII, in which differences are visible. */
function isPlain(text: string): boolean {
  return /^[!-~]*$/.test(text);
}

function toCodePoint(character: string | undefined): string {
  return character === undefined
    ? 'the end'
    : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
