import type { ParameterStyle } from '../openapi-document.ts';
import { isRecord } from '../resolve-reference.ts';

/** How a value is written. */
interface WriteRule {
  name: string;
  style: ParameterStyle;
  explode: boolean;
  /** Percent-encodes a name or a text for the place where it is written. */
  encode(text: string): string;
}

/** Names and values of a query, both encoded. */
export type WrittenPairs = [name: string, text: string][];

/** The texts of a value whose parts have no parts of their own. Undefined if the style cannot carry it. */
type PlainValue = string | readonly string[] | ReadonlyMap<string, string>;

function toPlain(value: unknown): PlainValue | undefined {
  if (Array.isArray(value)) {
    const texts = value.map(writeScalar);
    const written = texts.filter((text) => text !== undefined);
    return written.length < texts.length ? undefined : written;
  }
  if (!isRecord(value)) return writeScalar(value);
  const fields = new Map<string, string>();
  for (const [name, inner] of Object.entries(value)) {
    const text = Array.isArray(inner) ? inner.map(writeScalar).join(',') : writeScalar(inner);
    if (text === undefined) return undefined;
    fields.set(name, text);
  }
  return fields;
}

function writeScalar(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null ? undefined : String(value);
}

function isTexts(plain: PlainValue): plain is readonly string[] {
  return Array.isArray(plain);
}

/** Writes a value as one text: for a path, a header or a cookie. Undefined if its style cannot carry the value. */
export function writeOne(value: unknown, rule: WriteRule): string | undefined {
  const plain = toPlain(value);
  if (plain === undefined) return undefined;
  const { name, style, explode, encode } = rule;
  const parts = toParts(plain, rule);
  const isName = explode && plain instanceof Map;
  if (style === 'label') return `.${parts.join(explode ? '.' : ',')}`;
  if (style !== 'matrix') return parts.join(',');
  if (isName) return parts.map((part) => `;${part}`).join('');
  const key = encode(name);
  if (explode && isTexts(plain)) return parts.map((part) => `;${key}=${part}`).join('');
  return `;${key}=${parts.join(',')}`;
}

/** The encoded parts of a value, between which a delimiter is written. */
function toParts(plain: PlainValue, { explode, encode }: WriteRule): string[] {
  if (typeof plain === 'string') return [encode(plain)];
  if (isTexts(plain)) return plain.map((text) => encode(text));
  const fields = [...plain].map(([name, text]) => [encode(name), encode(text)]);
  if (!explode) return fields.flat();
  return fields.map((field) => field.join('='));
}

const delimiters: Readonly<Partial<Record<ParameterStyle, string>>> = {
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
  tabDelimited: '%09',
};

/** Writes a value into a query. Undefined if its style cannot carry the value. */
export function writePairs(value: unknown, rule: WriteRule): WrittenPairs | undefined {
  const { name, style, explode, encode } = rule;
  const key = encode(name);
  if (style === 'deepObject') return writeTree(key, value, encode);
  const plain = toPlain(value);
  if (plain === undefined) return undefined;
  if (explode && plain instanceof Map)
    return [...plain].map(([field, text]) => [encode(field), encode(text)]);
  const parts = toParts(plain, rule);
  if (explode || typeof plain === 'string') return parts.map((text) => [key, text]);
  return parts.length === 0 ? [] : [[key, parts.join(delimiters[style] ?? ',')]];
}

/** `filter[size][from]=1&filter[tags][]=red`. */
function writeTree(key: string, value: unknown, encode: WriteRule['encode']): WrittenPairs {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => {
      const isNested = typeof item === 'object' && item !== null;
      return writeTree(`${key}%5B${isNested ? index : ''}%5D`, item, encode);
    });
  }
  if (!isRecord(value)) return [[key, encode(String(value))]];
  return Object.entries(value).flatMap(([name, inner]) =>
    writeTree(`${key}%5B${encode(name)}%5D`, inner, encode),
  );
}
