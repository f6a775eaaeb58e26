/** The relevant parts of an ajv error object. */
export interface SchemaError {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

const formatNames: Record<string, string> = {
  uuid: 'a UUID',
  uri: 'an absolute URI',
  'date-time': 'a date and time with its offset, such as 2026-01-31T08:00:00Z',
  'json-pointer': 'a JSON Pointer',
  'uri-reference': 'a URI reference',
};

/** Replacements for phrases in the messages of ajv. */
const plainWords: readonly (readonly [written: RegExp, plain: string])[] = [
  [/^must be <= /, 'must be at most '],
  [/^must be >= /, 'must be at least '],
  [/^must be < /, 'must be less than '],
  [/^must be > /, 'must be greater than '],
  [/^must be multiple of /, 'must be a multiple of '],
  [/^must NOT have more than /, 'must have at most '],
  [/^must NOT have fewer than /, 'must have at least '],
  [/^must NOT have duplicate items .*## (\d+) and (\d+) .*/, 'must not repeat an item ($1 and $2)'],
  [/^must NOT have unevaluated properties$/, 'must not have other properties'],
  [/^must NOT be valid$/, 'must not match the excluded schema'],
  [/ 1 (character|item)s$/, ' 1 $1'],
  [/ 1 properties$/, ' 1 property'],
];

/** Describes an error without its place, for example `must have at most 40 characters`. */
export function describeSchemaError({ keyword, params, message }: SchemaError): string {
  if (keyword === 'type') return `must be ${toTypes(params['type'])}`;
  if (keyword === 'format') {
    const format = String(params['format']);
    return `must be ${formatNames[format] ?? `in the format ${format}`}`;
  }
  if (message === undefined) return `breaks ${keyword}`;
  return plainWords.reduce((text, [written, plain]) => text.replace(written, plain), message);
}

function toTypes(type: unknown): string {
  return (Array.isArray(type) ? type : [type])
    .map((name) => withArticle(String(name)))
    .join(' or ');
}

export function withArticle(type: string): string {
  if (type === 'null') return type;
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
