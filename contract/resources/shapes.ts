import { escapePointer, followReferences, isRecord } from '../resolve-reference.ts';

/** A schema as it is written, with its JSON Pointer in the document. */
export interface LocatedSchema {
  schema: unknown;
  pointer: string;
}

/** What the inference reads of a schema: references followed, and the branches of `allOf`, `oneOf` and `anyOf` joined. */
export interface Shape {
  /** Where the schema is, after its references. Two shapes with the same pointer are one schema. */
  pointer: string;
  /** The name of the component that it is, if it is one. */
  name: string | undefined;
  /** The first type besides `null`. */
  type: string | undefined;
  format: string | undefined;
  values: readonly unknown[];
  pattern: string | undefined;
  properties: ReadonlyMap<string, LocatedSchema>;
  required: ReadonlySet<string>;
  items: LocatedSchema | undefined;
  /** The schema of fields that are not named. */
  additional: LocatedSchema | undefined;
  readOnly: boolean;
  writeOnly: boolean;
  /** Whether it joins alternatives (`oneOf`, `anyOf`). */
  isUnion: boolean;
  /** The `x-resourceId` of the schema, with which some documents name the entity. */
  entity: string | undefined;
}

/** A shape while its branches are joined. */
type Draft = { -readonly [Key in keyof Shape]: Shape[Key] } & {
  properties: Map<string, LocatedSchema>;
  required: Set<string>;
};

/** Reads schemas of one document as shapes, each schema once. */
export class ShapeReader {
  readonly #document: unknown;
  readonly #shapes = new Map<string, Shape>();
  /** The shapes of the objects that were read, references included: each is read many times. */
  readonly #known = new WeakMap<object, Shape>();

  constructor(document: unknown) {
    this.#document = document;
  }

  /** The schema at the end of a chain of references, with its pointer. */
  #follow({ schema, pointer }: LocatedSchema): LocatedSchema {
    const target = followReferences(this.#document, { value: schema, pointer });
    return { schema: target.value, pointer: target.pointer };
  }

  read(located: LocatedSchema): Shape {
    const { schema } = located;
    const cached = isRecord(schema) ? this.#known.get(schema) : undefined;
    const shape = cached ?? this.#read(located);
    if (cached === undefined && isRecord(schema)) this.#known.set(schema, shape);
    return shape;
  }

  #read(located: LocatedSchema): Shape {
    const isExtended = isExtendedReference(located.schema);
    const { schema, pointer } = isExtended ? located : this.#follow(located);
    const existing = this.#shapes.get(pointer);
    if (existing !== undefined) return existing;
    const draft = createDraft(pointer, schema);
    // Registered before its branches are read, because a schema can contain itself.
    this.#shapes.set(pointer, draft);
    if (isRecord(schema)) this.#join(draft, schema);
    return draft;
  }

  /** The shape of a property, or undefined if there is no such property. */
  readProperty(shape: Shape, name: string): Shape | undefined {
    const property = shape.properties.get(name);
    return property === undefined ? undefined : this.read(property);
  }

  readItems(shape: Shape): Shape | undefined {
    return shape.items === undefined ? undefined : this.read(shape.items);
  }

  /** The shape at a JSON Pointer inside a value: `/data/name`. */
  readAt(shape: Shape, pointer: string): Shape | undefined {
    let current: Shape | undefined = shape;
    const [, ...keys] = pointer.split('/');
    for (const key of keys) {
      const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
      current = current && this.readProperty(current, name);
    }
    return current;
  }

  #join(draft: Draft, schema: Record<string, unknown>): void {
    if (typeof schema['$ref'] === 'string') {
      const target = this.read({ schema: { $ref: schema['$ref'] }, pointer: draft.pointer });
      takeFrom(draft, target);
      takeIdentity(draft, target);
    }
    const all = this.#readBranches(schema, 'allOf', draft.pointer);
    for (const branch of all) takeFrom(draft, branch);
    const [only] = all;
    if (all.length === 1 && only !== undefined && !isRecord(schema['properties'])) {
      takeIdentity(draft, only);
    }
    for (const keyword of ['oneOf', 'anyOf']) {
      this.#joinAlternatives(draft, this.#readBranches(schema, keyword, draft.pointer));
    }
    if (isRecord(schema['properties'])) {
      for (const [name, property] of Object.entries(schema['properties'])) {
        const pointer = `${draft.pointer}/properties/${escapePointer(name)}`;
        draft.properties.set(name, { schema: property, pointer });
      }
    }
    draft.type ??= guessType(draft);
  }

  #joinAlternatives(draft: Draft, branches: readonly Shape[]): void {
    const [only] = branches;
    if (only === undefined) return;
    if (branches.length === 1) {
      takeFrom(draft, only);
      if (draft.properties.size === only.properties.size) takeIdentity(draft, only);
      return;
    }
    const objects = branches.filter((branch) => branch.type === 'object');
    const arrays = branches.filter((branch) => branch.type === 'array');
    // An identifier or the whole object, as in documents with expandable fields: the object says more.
    const preferred = objects.length > 0 ? objects : arrays;
    for (const branch of preferred.length > 0 ? preferred : branches)
      takeAlternative(draft, branch);
    if (preferred.length === 1 && preferred[0] !== undefined) takeIdentity(draft, preferred[0]);
    draft.isUnion = true;
  }

  /** The branches that are not `null`. */
  #readBranches(schema: Record<string, unknown>, keyword: string, pointer: string): Shape[] {
    const branches = schema[keyword];
    if (!Array.isArray(branches)) return [];
    const shapes = branches.map((branch: unknown, index) =>
      this.read({ schema: branch, pointer: `${pointer}/${keyword}/${index}` }),
    );
    return shapes.filter((shape) => shape.type !== 'null' && shape.pointer !== pointer);
  }
}

/** In OpenAPI 3.1, keywords such as `readOnly` can stand beside a reference. */
function isExtendedReference(schema: unknown): boolean {
  return isRecord(schema) && '$ref' in schema && Object.keys(schema).length > 1;
}

/** `#/paths/~1notes` in a reference may be percent-encoded. */
function createDraft(pointer: string, schema: unknown): Draft {
  const record: Record<string, unknown> = isRecord(schema) ? schema : {};
  const { type, format, pattern, items, additionalProperties, required } = record;
  const component = /^\/components\/schemas\/([^/]+)$/.exec(pointer);
  return {
    pointer,
    name: component?.[1],
    type: readType(type),
    format: typeof format === 'string' ? format : undefined,
    values: readValues(record),
    pattern: typeof pattern === 'string' ? pattern : undefined,
    properties: new Map(),
    required: new Set(Array.isArray(required) ? required.map(String) : []),
    items: items === undefined ? undefined : { schema: items, pointer: `${pointer}/items` },
    additional: isRecord(additionalProperties)
      ? { schema: additionalProperties, pointer: `${pointer}/additionalProperties` }
      : undefined,
    readOnly: record['readOnly'] === true,
    writeOnly: record['writeOnly'] === true,
    isUnion: false,
    entity: typeof record['x-resourceId'] === 'string' ? record['x-resourceId'] : undefined,
  };
}

function readType(type: unknown): string | undefined {
  if (typeof type === 'string') return type;
  if (!Array.isArray(type)) return undefined;
  const [first] = type.filter((name) => name !== 'null');
  return typeof first === 'string' ? first : 'null';
}

function readValues(schema: Record<string, unknown>): unknown[] {
  if (Array.isArray(schema['enum'])) return schema['enum'].filter((value) => value !== null);
  return schema['const'] === undefined ? [] : [schema['const']];
}

function guessType({ properties, additional, items, values }: Shape): string | undefined {
  if (properties.size > 0 || additional !== undefined) return 'object';
  if (items !== undefined) return 'array';
  const [value] = values;
  return typeof value === 'string' ? 'string' : undefined;
}

/** Adds what a branch of `allOf` says. */
function takeFrom(draft: Draft, branch: Shape): void {
  for (const [name, property] of branch.properties) draft.properties.set(name, property);
  for (const name of branch.required) draft.required.add(name);
  draft.type ??= branch.type;
  draft.format ??= branch.format;
  draft.pattern ??= branch.pattern;
  draft.items ??= branch.items;
  draft.additional ??= branch.additional;
  draft.entity ??= branch.entity;
  if (draft.values.length === 0) draft.values = branch.values;
  draft.readOnly ||= branch.readOnly;
  draft.writeOnly ||= branch.writeOnly;
}

/** Adds what one of several alternatives says: its fields, of which none is required. */
function takeAlternative(draft: Draft, branch: Shape): void {
  for (const [name, property] of branch.properties) {
    if (!draft.properties.has(name)) draft.properties.set(name, property);
  }
  draft.type ??= branch.type;
  draft.items ??= branch.items;
  draft.format ??= branch.format;
  draft.values = [...draft.values, ...branch.values];
}

/** A schema that only wraps another one, for example to allow null, is the same entity. */
function takeIdentity(draft: Draft, branch: Shape): void {
  if (draft.name !== undefined) return;
  draft.pointer = branch.pointer;
  draft.name = branch.name;
}
