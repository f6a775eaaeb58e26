import {
  createReferenceError,
  findTarget,
  follow,
  type References,
  readReferences,
} from '../../contract/documents/references.ts';
import { LongFraction } from '../../contract/exact-numbers.ts';
import { type JsonObject, toPointer, toStableText } from '../../contract/json.ts';
import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import { Inheritance, type Subtype } from './inheritance.ts';
import { Modernizer } from './modern-keywords.ts';
import type { SchemaTable } from './schema-table.ts';
import {
  amounts,
  bits,
  limits,
  lists,
  maps,
  numeric,
  type Schema,
  type Side,
  single,
  texts,
  toList,
  type Way,
  wrappers,
} from './schemas.ts';

const typeBits = new Map(Object.entries({ ...bits, number: numeric, fraction: 0 }));

const mostHops = 100;

/** A part of a document that is to be read as a schema. */
interface WrittenSchema {
  written: unknown;
  pointer: string;
  /** Whether it stands only for itself, even if others inherit from it. */
  isInherited?: boolean;
}

/** Finds the schemas of one document, for one direction. They are complete after `settle` of the table. */
export class SchemaReader {
  readonly #table: SchemaTable;
  readonly #document: JsonObject;
  readonly #side: Side;
  /** The keyword of properties that are not sent in this direction. */
  readonly #flag: 'readOnly' | 'writeOnly';
  readonly #references: References;
  readonly #inheritance: Inheritance;
  readonly #modernizer: Modernizer;
  readonly #schemas = new Map<object, Schema>();
  /** The schemas that stand for those that inherit from them. */
  readonly #parents = new Map<object, Schema>();
  /** The schemas that inherit, by their pointers. */
  readonly #subtypes = new Map<string, Schema>();

  constructor(table: SchemaTable, document: JsonObject, side: Side, way: Way) {
    this.#table = table;
    this.#document = document;
    this.#side = side;
    this.#flag = way === 'request' ? 'readOnly' : 'writeOnly';
    this.#references = readReferences(document);
    this.#inheritance = new Inheritance(document, this.#references);
    const isOld = /^3\.0\./.test(String(document['openapi']));
    this.#modernizer = new Modernizer(isOld, this.#flag);
  }

  read(pointer: string): Schema {
    return this.#read({ written: readAt(this.#document, pointer), pointer });
  }

  /** A `$ref`, or a list with one alternative, is read as the schema behind it. */
  #read({ written, pointer, isInherited = false }: WrittenSchema, hops = 0): Schema {
    if (!isRecord(written))
      return written === false
        ? this.#table.create(this.#side, pointer, { types: 0 })
        : this.#table.any;
    const parent = isInherited ? undefined : this.#readParent(written, pointer);
    const earlier = parent ?? this.#schemas.get(written);
    if (earlier !== undefined) return earlier;
    const { $ref = '' } = written;
    if (hops > mostHops)
      throw createReferenceError(this.#document, pointer, String($ref), 'refers to itself');
    const address = this.#modernizer.findPlace(written) ?? pointer;
    const modern = this.#modernizer.toModern(written, address);
    const inner = this.#findOnlyPart(modern, address, isInherited);
    if (inner !== undefined) return this.#read(inner, hops + 1);
    const schema = this.#table.create(this.#side, address, {});
    this.#schemas.set(written, schema);
    this.#table.postpone(() => this.#fill(schema, modern));
    return schema;
  }

  /** The schema that another one only refers to, or wraps. */
  #findOnlyPart(
    modern: JsonObject,
    pointer: string,
    isInherited: boolean,
  ): WrittenSchema | undefined {
    if (typeof modern['$ref'] === 'string') {
      const target = findTarget(this.#document, modern['$ref'], pointer);
      return { written: readAt(this.#document, target), pointer: target, isInherited };
    }
    const [key = '', ...otherKeys] = Object.keys(modern);
    const isWrapper = wrappers.some((wrapper) => wrapper === key);
    const parts = isWrapper ? toList(modern[key]) : [];
    if (parts.length !== 1 || otherKeys.length > 0 || parts[0] === undefined) return undefined;
    return {
      written: parts[0],
      pointer: `${pointer}/${key}/0`,
      isInherited: isInherited || this.#inheritance.isInherited(pointer),
    };
  }

  /** The schema with those that its discriminator selects as alternatives, if others inherit from it. */
  #readParent(written: JsonObject, pointer: string): Schema | undefined {
    const earlier = this.#parents.get(written);
    if (earlier !== undefined) return earlier;
    const selectable = this.#inheritance.listSubtypes(written, pointer);
    if (selectable.length === 0) return undefined;
    const schema = this.#table.create(this.#side, pointer, { isParent: true });
    this.#parents.set(written, schema);
    this.#table.postpone(() => this.#fillParent(schema, written, selectable));
    return schema;
  }

  #fillParent(schema: Schema, written: JsonObject, selectable: readonly Subtype[]): void {
    const { propertyName, mapping: names } = Object(written['discriminator']);
    const { never } = this.#table;
    const mapping = new Map<string, Schema>();
    for (const [value, target] of Object.entries(Object(names))) {
      const pointer = this.#findMapped(String(target));
      mapping.set(value, pointer === undefined ? never : this.#readSubtype(pointer));
    }
    const isWritten = mapping.size > 0;
    const mapped = new Set(mapping.values());
    const implied = new Map<string, Schema>();
    for (const { name, pointer, isLeaf } of selectable) {
      const subtype = this.#readSubtype(pointer);
      implied.set(name, subtype);
      // A mapping leaves out schemas that only others inherit from.
      if (!mapped.has(subtype) && (isLeaf || !isWritten)) mapping.set(name, subtype);
    }
    schema.allOf = [this.#read({ written, pointer: schema.pointer, isInherited: true })];
    schema.anyOf = [...new Set(mapping.values())].filter((part) => part !== never);
    schema.discriminator = { propertyName: String(propertyName), mapping, implied };
  }

  /** A schema that adds nothing to what it inherits is still one of its own, with its own name. */
  #readSubtype(pointer: string): Schema {
    const subtypes = this.#subtypes.get(pointer);
    if (subtypes !== undefined) return subtypes;
    const written = readAt(this.#document, pointer);
    const schema = this.#read({ written, pointer, isInherited: true });
    const isOwn = schema.pointer === pointer;
    const create = (): Schema => this.#table.create(this.#side, pointer, { allOf: [schema] });
    const subtype = isOwn ? schema : create();
    this.#subtypes.set(pointer, subtype);
    return subtype;
  }

  /** The pointer of the schema that a value of a mapping names, or refers to. */
  #findMapped(target: string): string | undefined {
    const named = this.#references.resolve(`#/components/schemas/${target}`);
    return named ?? this.#references.resolve(target);
  }

  #fill(schema: Schema, modern: JsonObject): void {
    fillTypes(schema, modern);
    fillPlainKeywords(schema, modern);
    this.#fillParts(schema, modern);
    if (modern[this.#flag] === true) schema.isHidden = true;
    if ('$dynamicRef' in modern)
      schema.anyOf = this.#references.dynamic.map((pointer) => this.read(pointer));
    fillOpaque(schema, modern);
    this.#fillDiscriminator(schema, modern);
  }

  #fillParts(schema: Schema, modern: JsonObject): void {
    const { pointer } = schema;
    for (const key of single) {
      const written = modern[key];
      if (isRecord(written) || typeof written === 'boolean')
        schema[key] = this.#read({ written, pointer: `${pointer}/${key}` });
    }
    for (const key of lists) {
      const isInherited = key === 'allOf' && this.#inheritance.isInherited(pointer);
      const parts = this.#readParts(modern[key], `${pointer}/${key}`, isInherited);
      if (parts.size > 0) schema[key] = [...parts.values()];
    }
    for (const key of maps) {
      if (!isRecord(modern[key])) continue;
      const map = follow(this.#document, modern[key], `${pointer}/${key}`);
      schema[key] = this.#readParts(map.value, map.pointer, false);
    }
  }

  #readParts(written: unknown, pointer: string, isInherited: boolean): Map<string, Schema> {
    const parts = new Map<string, Schema>();
    for (const [name, part] of Object.entries(Object(written))) {
      const partPointer = pointer + toPointer(name);
      parts.set(name, this.#read({ written: part, pointer: partPointer, isInherited }));
    }
    return parts;
  }

  #fillDiscriminator(schema: Schema, modern: JsonObject): void {
    const { propertyName, mapping: names } = Object(modern['discriminator']);
    // The schema that stands for the subtypes has the discriminator.
    const isParent = this.#inheritance.listSubtypes(modern, schema.pointer).length > 0;
    if (typeof propertyName !== 'string' || isParent) return;
    const mapping = new Map<string, Schema>();
    const implied = new Map<string, Schema>();
    for (const [value, target] of Object.entries(Object(names)))
      mapping.set(value, this.#readMapped(String(target)));
    const mapped = new Set(mapping.values());
    for (const part of [...toList(modern['oneOf']), ...toList(modern['anyOf'])]) {
      const { $ref } = Object(part);
      if (typeof $ref !== 'string') continue;
      const name = $ref.split('/').at(-1) ?? '';
      const target = this.#readMapped($ref);
      implied.set(name, target);
      if (!mapped.has(target)) mapping.set(name, target);
    }
    schema.discriminator = { propertyName, mapping, implied };
  }

  #readMapped(target: string): Schema {
    const pointer = this.#findMapped(target);
    return pointer === undefined ? this.#table.never : this.read(pointer);
  }
}

function fillTypes(schema: Schema, modern: JsonObject): void {
  const types = [modern['type'] ?? []].flat().map(String);
  const unknown = types.filter((name) => !typeBits.get(name));
  if (unknown.length > 0) schema.opaque = `the type "${unknown.join('", "')}" does not exist`;
  else if (types.length > 0) schema.types = joinTypes(types);
}

function joinTypes(names: readonly string[]): number {
  let types = 0;
  for (const name of names) types |= typeBits.get(name) ?? 0;
  return types;
}

/** Reads the keywords that contain no schemas. */
function fillPlainKeywords(schema: Schema, modern: JsonObject): void {
  if (Array.isArray(modern['enum'])) schema.enum = modern['enum'];
  for (const key of limits) {
    const limit = modern[key];
    if (typeof limit === 'number' || typeof limit === 'bigint') schema[key] = limit;
  }
  for (const key of amounts) {
    const amount = modern[key];
    if (typeof amount === 'number' || typeof amount === 'bigint') schema[key] = Number(amount);
  }
  for (const key of texts) {
    const text = modern[key];
    if (typeof text === 'string') schema[key] = text;
  }
  if (modern['uniqueItems'] === true) schema.uniqueItems = true;
  schema.required = [...new Set(toList(modern['required']).map(String))];
  if ('default' in modern) schema.default = { value: modern['default'] };
  if (isRecord(modern['xml'])) schema.xml = toStableText(modern['xml']);
}

/** Notes what cannot be compared. */
function fillOpaque(schema: Schema, modern: JsonObject): void {
  for (const key of ['unevaluatedItems', '$dynamicRef'])
    if (key in modern) schema.opaque = `"${key}" is not compared`;
  const values = [...limits.map((key) => modern[key]), ...toList(modern['enum'])];
  for (const value of values)
    if (value instanceof LongFraction)
      schema.opaque = `${value.text} has more digits than numbers can have`;
}
