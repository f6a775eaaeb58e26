import { bundleKey, type References } from '../../contract/documents/references.ts';
import type { JsonObject } from '../../contract/json.ts';
import { isRecord, isReference, readAt, splitPointer } from '../../contract/resolve-reference.ts';

// A discriminator in a schema without alternatives selects among the schemas that inherit from it, which have it in their
// `allOf` (OpenAPI, "Discriminator Object"). Where such a schema is used, it stands for them.

/** A schema that inherits from another one. */
export interface Subtype {
  /** The value that selects it without a mapping. */
  name: string;
  pointer: string;
  /** Whether no other schema inherits from it. */
  isLeaf: boolean;
}

/** Keywords that do not restrict a value. A schema with only these, and one part, is another name for the part. */
const annotations = new Set([
  'title',
  'description',
  'summary',
  'example',
  'examples',
  'deprecated',
]);
const aliasKeys = new Set([...annotations, 'allOf', '$ref', 'nullable', 'readOnly', 'writeOnly']);

/** Places of named schemas in a file that is not a whole document. The keywords of a schema are not names. */
const namedParts = /^(?:\/(?:components\/)?schemas|\/definitions|\/\$defs)?\/([^/]+)$/;
const keywords =
  /^(?:items|not|if|then|else|contains|propertyNames|(?:un|ad)\w+(?:Items|Properties))$/;

const mostHops = 32;

/** The schemas of a document that inherit from others. */
export class Inheritance {
  readonly #document: JsonObject;
  readonly #references: References;
  /** The pointers of the schemas that inherit directly from each schema, by its pointer. */
  readonly #children = new Map<string, string[]>();
  readonly #inheriting = new Set<string>();

  constructor(document: JsonObject, references: References) {
    this.#document = document;
    this.#references = references;
    for (const { value, pointer } of references.referring) {
      const child = toOwner(pointer);
      const schema = readAt(document, child);
      if (toName(child) === undefined || !isRecord(schema)) continue;
      const parent = this.#findParent(value.$ref);
      if (parent === undefined || isAlias(schema, child === pointer)) continue;
      this.#inheriting.add(child);
      this.#add(parent, child);
    }
  }

  /** Whether the parts of the `allOf` at a pointer stand only for themselves, because a named schema inherits from them. */
  isInherited(pointer: string): boolean {
    return this.#inheriting.has(toOwner(pointer));
  }

  /** The schemas that the discriminator of a schema selects. None if the schema has no discriminator, or alternatives. */
  listSubtypes(schema: JsonObject, pointer: string): Subtype[] {
    const { discriminator, oneOf, anyOf } = schema;
    if (!isRecord(discriminator) || oneOf !== undefined || anyOf !== undefined) return [];
    const pointers = new Set<string>();
    const waiting = [...(this.#children.get(pointer) ?? [])];
    for (let child = waiting.pop(); child !== undefined; child = waiting.pop()) {
      if (pointers.has(child) || child === pointer) continue;
      pointers.add(child);
      waiting.push(...(this.#children.get(child) ?? []));
    }
    return [...pointers].map((child) => ({
      name: toName(child) ?? '',
      pointer: child,
      isLeaf: !this.#children.has(child),
    }));
  }

  #add(parent: string, child: string): void {
    const children = this.#children.get(parent) ?? [];
    if (!children.includes(child)) children.push(child);
    this.#children.set(parent, children);
  }

  /** The pointer of the schema at the end of a chain of references. */
  #findParent(reference: string): string | undefined {
    let pointer = this.#references.resolve(reference);
    for (let hops = 0; pointer !== undefined && hops < mostHops; hops += 1) {
      const target = readAt(this.#document, pointer);
      if (!isRecord(target) || !isReference(target)) return pointer;
      pointer = this.#references.resolve(target.$ref);
    }
    return undefined;
  }
}

/** The pointer of the schema that a part belongs to. */
function toOwner(pointer: string): string {
  return pointer.replace(/(?:\/allOf\/\d+)+$/, '');
}

/** The name of a schema that others can refer to: in `components`, or in another file. */
function toName(pointer: string): string | undefined {
  const component = /^\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1];
  if (component !== undefined || !pointer.startsWith(`/${bundleKey}/`)) return component;
  const [, file = '', ...keys] = splitPointer(pointer);
  if (keys.length === 0) return file.replace(/^.*\/|\.\w+$/g, '');
  const name = namedParts.exec(pointer.slice(pointer.indexOf('/', bundleKey.length + 2)))?.[1];
  return name === undefined || keywords.test(name) ? undefined : name;
}

/**
 * Whether a schema is only another name of one, with annotations. An `allOf` with one part is a type of its own, unless null
 * is one of its values.
 */
function isAlias(schema: JsonObject, isReferring: boolean): boolean {
  const { allOf, $ref, nullable } = schema;
  const parts = [allOf ?? [], $ref ?? []].flat();
  const isBare = Object.keys(schema).every((key) => aliasKeys.has(key) || key.startsWith('x-'));
  return isBare && parts.length === 1 && (isReferring || nullable === true);
}
