import type { OpenApiDocument, Operation, Schema } from '../../contract/index.ts';
import { resolveReference } from '../../contract/resolve-reference.ts';

/** A request body that is expensive to handle. */
export interface PoisonousBody {
  operation: Operation<string>;
  /** The place and the kind of the poison: `/localizedVariants: empty objects`. */
  title: string;
  /** The JSON text, of about the requested size. It is created on access. */
  readonly text: string;
}

/** Returns a value of about `size` bytes as JSON. */
type Poison = (size: number) => string;

const quote = (text: string): string => `"${text}"`;
const fill = (part: string, size: number): string =>
  part.repeat(Math.max(1, Math.floor(size / Buffer.byteLength(part))));
const list = (item: string, size: number): string => `[${fill(`${item},`, size - 2)}${item}]`;

/** Numbered fields, all with different names. */
function fields(size: number, toName: (at: number) => string): string {
  const members: string[] = [];
  for (let bytes = 0, at = 0; bytes < size; at += 1) {
    const member = `${quote(toName(at))}:0`;
    members.push(member);
    bytes += member.length + 1;
  }
  return `{${members.join(',')}}`;
}

const texts: Record<string, Poison> = {
  letters: (size) => quote(fill('a', size)),
  whitespace: (size) => quote(fill(' ', size)),
  slashes: (size) => quote(fill('/', size)),
  'a long path that ends in a space': (size) => quote(`${fill('/a', size)} `),
  'a path in upper case': (size) => quote(`/${fill('aA', size)}`),
  'escaped control characters': (size) => quote(fill('\\u0000', size)),
  'lone surrogates': (size) => quote(fill('\\ud800', size)),
  emoji: (size) => quote(fill('😀', size)),
  'a Chinese host': (size) => quote(`https://${fill('中', size)}`),
  'a percent-encoded Chinese host': (size) => quote(`https://${fill('%E4%B8%AD', size)}`),
  'a Chinese host behind a tab': (size) => quote(`https:/\\t/${fill('中', size)}`),
  'a host in Punycode': (size) => quote(`https://xn--${fill('a9', size)}`),
  'many labels in Punycode': (size) => quote(`https://${fill('xn--a9.', size)}com`),
  'many labels with an invalid end': (size) => quote(`https://${fill('a.', size)}!`),
  'a host of digits and dots': (size) => quote(`https://${fill('1.', size)}`),
  'a long port': (size) => quote(`https://example.com:${fill('9', size)}`),
  'many users': (size) => quote(`https://${fill('a@', size)}example.com`),
  'percent signs': (size) => quote(`https://example.com/${fill('%', size)}`),
  'an address in upper case that ends with a quote': (size) =>
    quote(`HTTPS://EXAMPLE.COM/${fill('A/', size)}\\"`),
  'dot segments': (size) => quote(`https://example.com/${fill('../', size)}`),
  'a long query': (size) => quote(`https://example.com/?${fill('a=%20&', size)}`),
  'a long scheme': (size) => quote(`${fill('a+', size)}://b`),
};

const others: Record<string, Poison> = {
  'a long number': (size) => fill('9', size),
  'a long fraction': (size) => `0.${fill('3', size)}`,
  'empty objects': (size) => list('{}', size),
  'empty arrays': (size) => list('[]', size),
  'empty texts': (size) => list('""', size),
  nulls: (size) => list('null', size),
  'unknown fields': (size) => fields(size, (at) => `x${at.toString(36)}`),
  // V8 derives the hash of such names from their number.
  'fields whose names are numbers': (size) => fields(size, (at) => String(at * 65_536)),
  'fields whose names are large numbers': (size) =>
    fields(size, (at) => String(4_294_967_296 + at * 65_536)),
  'one field many times': (size) => `{${fill('"a":0,', size)}"a":0}`,
  '__proto__ many times': (size) => `{${fill('"__proto__":{},', size)}"__proto__":{}}`,
  'deep arrays': (size) => `${fill('[', size / 2)}${fill(']', size / 2)}`,
  'deep objects': (size) => `${fill('{"a":', (size * 5) / 6)}0${fill('}', size / 6)}`,
  'deep unclosed arrays': (size) => fill('[', size),
};

/** Lists every kind of poison for every place in the schema of a request body, with texts of `size` bytes each. */
export function listPoisonousBodies(
  document: OpenApiDocument,
  operation: Operation<string>,
  size: number,
): PoisonousBody[] {
  const { requestBody } = operation;
  if (requestBody === undefined) return [];
  return listPlaces(document, requestBody.schema).flatMap(({ pointer, schema, around }) =>
    Object.entries(listPoisons(schema)).map(([name, poison]) => ({
      operation,
      title: `${pointer || 'the body'}: ${name}`,
      get text() {
        return around.replace(marker, () => poison(size));
      },
    })),
  );

  function listPoisons(schema: Schema): Record<string, Poison> {
    const items = schema.items && toExample(document, schema.items);
    return {
      ...(isText(schema) ? texts : {}),
      ...others,
      ...(items === undefined
        ? {}
        : {
            'valid items': (size) => list(JSON.stringify(items), size),
            'valid items and an invalid one': (size) =>
              list(JSON.stringify(items), size).replace(/\]$/, ',0]'),
          }),
    };
  }
}

function isText({ type, enum: values }: Schema): boolean {
  return values === undefined && [type].flat().includes('string');
}

interface Place {
  pointer: string;
  schema: Schema;
  /** A valid body as JSON, with the marker at this place. */
  around: string;
}

const mark = 'the placeholder of the invalid value';
const marker = JSON.stringify(mark);

function listPlaces(document: OpenApiDocument, root: Schema): Place[] {
  const places: Place[] = [];
  visit(root, '', (value) => value);
  return places;

  function visit(unresolved: Schema, pointer: string, wrap: (value: unknown) => unknown): void {
    const schema = resolveReference<Schema>(document, unresolved);
    places.push({ pointer, schema, around: JSON.stringify(wrap(mark)) });
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const beside = toExample(document, schema);
      visit(property, `${pointer}/${name}`, (value) =>
        wrap({ ...(typeof beside === 'object' ? beside : {}), [name]: value }),
      );
    }
    if (schema.items !== undefined) visit(schema.items, `${pointer}/0`, (value) => wrap([value]));
  }
}

const formatted: Record<string, string> = {
  uuid: '0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10',
  uri: 'https://example.com',
  'date-time': '2026-01-31T08:00:00Z',
};

/** Returns the smallest value that a schema allows. */
function toExample(document: OpenApiDocument, unresolved: Schema): unknown {
  const schema = resolveReference<Schema & { const?: unknown }>(document, unresolved);
  const { const: constant, enum: values, properties = {}, required = [], format = '' } = schema;
  if (constant !== undefined) return constant;
  if (values !== undefined) return values[0];
  switch ([schema.type].flat()[0]) {
    case 'string':
      return formatted[format] ?? (schema.description?.startsWith('Locale') ? 'en-GB' : '/a');
    case 'number':
    case 'integer':
      return schema.minimum ?? 1;
    case 'array':
      return [];
    case 'boolean':
      return true;
    default:
      return Object.fromEntries(
        required.map((name) => [name, toExample(document, properties[name] ?? {})]),
      );
  }
}
