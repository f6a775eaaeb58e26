/** A decoded form of a text, in lower case, with the range in the original text of each character. */
export interface View {
  text: string;
  /** Undefined if each character corresponds to one in the original. */
  starts?: Int32Array;
  ends?: Int32Array;
}

/** Lists the text itself, and the text with its escapes decoded up to three times. */
export function listReadings(raw: View): View[] {
  const readings = [raw];
  for (let view = raw; readings.length < 4; ) {
    const next = replaceInView(view, escapes, toCharacter);
    if (next === view) break;
    readings.push(next);
    view = next;
  }
  return readings;
}

/** Removes invisible characters: `k\0e\0y\0` is UTF-16. */
const escapes =
  /\\u\{(?<point>[\da-f]{1,6})\}|\\u(?<unit>[\da-f]{4})|\\x(?<byte>[\da-f]{2})|\\(?<octal>[0-3][0-7]{2})|%(?<percent>[0-7][\da-f])|&#x(?<hex>[\da-f]{1,8});?|&#(?<decimal>\d{1,8});?|&(?<name>[a-z]{2,7});|\\(?<escaped>["'\\/])|'\\''|[\0\u00ad\u200b-\u200f\u2060\ufeff]/g;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  ast: '*',
  bsol: '\\',
  colon: ':',
  comma: ',',
  commat: '@',
  dollar: '$',
  equals: '=',
  excl: '!',
  gt: '>',
  hyphen: '-',
  lowbar: '_',
  lt: '<',
  num: '#',
  percnt: '%',
  period: '.',
  plus: '+',
  quot: '"',
  semi: ';',
  sol: '/',
};

function toCharacter(written: string, groups: Partial<Record<string, string>>): string | undefined {
  const { point, unit, byte, octal, percent, hex, decimal, name, escaped } = groups;
  if (escaped !== undefined) return escaped;
  if (name !== undefined) return entities[name];
  if (written === "'\\''") return "'";
  const digits = point ?? unit ?? byte ?? percent ?? hex;
  const code =
    digits !== undefined
      ? Number.parseInt(digits, 16)
      : octal !== undefined
        ? Number.parseInt(octal, 8)
        : decimal !== undefined
          ? Number(decimal)
          : undefined;
  if (code === undefined) return '';
  return code > 0xffff || code === 0 ? '' : toLowerCase(String.fromCharCode(code));
}

/** Converts the base64 variants for URLs and mail to plain base64. */
export function toBase64View(view: View): View {
  const plain = { ...view, text: view.text.replaceAll('-', '+').replaceAll('_', '/') };
  return replaceInView(plain, /\r?\n[ \t]*/g, () => '');
}

/** Converts hexadecimal to one form: `73:6B`, `0x73 0x6b`, `\x73\x6b` and `736b` become equal. */
export function toHexView(view: View): View {
  return replaceInView(
    view,
    /(?<=[\da-f]{2})(?:[\s:,;_-]+(?:0x|\\x)?|0x|\\x)(?=[\da-f]{2})/g,
    () => '',
  );
}

/** Decodes lists of numbers as bytes: `[115, 107]`. */
export function toNumbersView(view: View): View {
  return replaceInView(view, /(?<!\d)(\d{2,3})(?:\s*,\s*|\s+|(?=\s*\]))/g, (_, __, number) =>
    Number(number) < 256 ? toLowerCase(String.fromCharCode(Number(number))) : undefined,
  );
}

/** Replaces matches of a pattern, and tracks the origin of each character. */
function replaceInView(
  view: View,
  pattern: RegExp,
  replace: (
    match: string,
    groups: Partial<Record<string, string>>,
    first: string | undefined,
  ) => string | undefined,
): View {
  const parts: string[] = [];
  const places: { at: number; length: number; from: number; to: number; isCopy: boolean }[] = [];
  let done = 0;
  let length = 0;
  const add = (text: string, from: number, to: number, isCopy: boolean) => {
    if (text === '') return;
    parts.push(text);
    places.push({ at: length, length: text.length, from, to, isCopy });
    length += text.length;
  };
  for (const match of view.text.matchAll(pattern)) {
    if (match[0] === '') continue;
    const replacement = replace(match[0], match.groups ?? {}, match[1]);
    if (replacement === undefined) continue;
    const end = match.index + match[0].length;
    add(view.text.slice(done, match.index), done, match.index, true);
    add(replacement, match.index, end, false);
    done = end;
  }
  if (done === 0) return view;
  add(view.text.slice(done), done, view.text.length, true);
  const starts = new Int32Array(length);
  const ends = new Int32Array(length);
  for (const { at, length: size, from, to, isCopy } of places) {
    for (let offset = 0; offset < size; offset += 1) {
      const [first, last] = isCopy ? [from + offset, from + offset] : [from, to - 1];
      starts[at + offset] = view.starts?.[first] ?? first;
      ends[at + offset] = view.ends?.[last] ?? last + 1;
    }
  }
  return { text: parts.join(''), starts, ends };
}

/** Converts each character to lower case separately, so that offsets stay the same. */
export function toLowerCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replace(/[^\0-\x7f]|[A-Z]/g, (character) => {
    const small = character.toLowerCase();
    return small.length === character.length ? small : character;
  });
}
