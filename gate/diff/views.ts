import type { SchemaTable } from './schema-table.ts';
import { anyType, isAny, type Schema } from './schemas.ts';
import { listDeclared } from './validator.ts';

/** Schemas that apply to the same value, without references and `allOf`. */
export interface View {
  /** Equal for the same schemas. */
  readonly key: string;
  /** Equal for schemas with the same meaning. */
  readonly meaning: string;
  readonly atoms: readonly Schema[];
  /** The bits of the types that all of them allow. */
  readonly types: number;
}

/** Alternatives that a view contains. */
export interface Union {
  atom: Schema;
  keyword: 'anyOf' | 'oneOf';
  parts: readonly Schema[];
  /** Equal for unions with the same meaning. */
  meaning: string;
}

/** Creates views of schemas, and of the schemas in them. */
export class Views {
  readonly #table: SchemaTable;
  readonly #classes: ReadonlyMap<Schema, number>;
  readonly #views = new Map<string, View>();
  readonly #flattened = new Map<Schema, readonly Schema[]>();
  /** The meanings of schemas that are made from others. */
  readonly #meanings = new Map<Schema, string>();
  readonly #derived = new Map<string, Schema>();

  /** @param classes the classes of schemas with the same meaning */
  constructor(table: SchemaTable, classes: ReadonlyMap<Schema, number>) {
    this.#table = table;
    this.#classes = classes;
  }

  of(...schemas: Schema[]): View {
    return this.#create(schemas);
  }

  /** The values that all views accept. */
  join(...views: View[]): View {
    return this.#create(views.flatMap(({ atoms }) => atoms));
  }

  property({ atoms }: View, name: string): View {
    return this.#create(atoms.flatMap((atom) => listProperty(atom, name)));
  }

  item({ atoms }: View, index: number): View {
    return this.#create(atoms.flatMap((atom) => listItem(atom, index)));
  }

  /** The schemas of a property that no schema names. */
  additional({ atoms }: View): View {
    const schemas: Schema[] = [];
    for (const { additionalProperties } of atoms)
      if (additionalProperties !== undefined) schemas.push(additionalProperties);
    return this.#create(schemas);
  }

  /** The same values, but only of these types. */
  ofTypes(view: View, types: number): View {
    const limit = this.#derive(`types ${types}`, this.#table.any, { types });
    return this.#create([...view.atoms, limit]);
  }

  unions({ atoms }: View): Union[] {
    const unions: Union[] = [];
    for (const atom of atoms)
      for (const keyword of ['anyOf', 'oneOf'] as const) {
        const parts = atom[keyword];
        if (parts === undefined) continue;
        const meanings = parts.map((part) => this.meaningOf(part));
        meanings.sort();
        const mapping = atom.discriminator?.mapping ?? new Map<string, Schema>();
        const values = [...mapping.keys()].sort();
        unions.push({ atom, keyword, parts, meaning: `${keyword} ${meanings} ${values}` });
      }
    return unions;
  }

  withoutUnion(view: View, union: Union): View {
    return this.#create(this.#removeUnion(view, union));
  }

  /** The view with one alternative instead of the union. A discriminator selects it by one of its values. */
  choose(view: View, union: Union, part: Schema): View {
    const { atom } = union;
    const { discriminator } = atom;
    const chosen = [...this.#removeUnion(view, union), part];
    const values: string[] = [];
    for (const [value, target] of discriminator?.mapping ?? [])
      if (target === part) values.push(value);
    if (discriminator !== undefined && values.length > 0) {
      const listed = this.#derive(`one of ${JSON.stringify(values)}`, atom, { enum: values });
      const properties = new Map([[discriminator.propertyName, listed]]);
      const meaning = `${discriminator.propertyName} ${listed.id}`;
      chosen.push(this.#derive(meaning, atom, { properties }));
    }
    return this.#create(chosen);
  }

  /** Equal for schemas with the same meaning. */
  meaningOf(schema: Schema): string {
    const derived = this.#meanings.get(schema);
    if (derived !== undefined) return derived;
    return String(this.#classes.get(schema) ?? `new ${schema.id}`);
  }

  required({ atoms }: View): ReadonlySet<string> {
    const names = new Set<string>();
    for (const { required = [] } of atoms) for (const name of required) names.add(name);
    return names;
  }

  /** The names of all properties that the schemas describe. */
  names({ atoms }: View): ReadonlySet<string> {
    const names = new Set<string>();
    for (const { properties } of atoms)
      for (const name of properties?.keys() ?? []) names.add(name);
    return names;
  }

  declares({ atoms }: View, name: string): boolean {
    return atoms.some((atom) => listDeclared(atom, name).length > 0);
  }

  #create(schemas: readonly Schema[]): View {
    const atoms = [...new Set(schemas.flatMap((schema) => this.#flatten(schema)))];
    atoms.sort((a, b) => a.id - b.id);
    const key = atoms.map(({ id }) => id).join();
    const cached = this.#views.get(key);
    if (cached !== undefined) return cached;
    const types = atoms.reduce((sum, atom) => sum & atom.types, anyType);
    const meanings = new Set(atoms.map((atom) => this.meaningOf(atom)));
    const view: View = { key, meaning: [...meanings].sort().join(), atoms, types };
    this.#views.set(key, view);
    return view;
  }

  /** The schemas in a schema and its `allOf`, without those that allow everything. */
  #flatten(schema: Schema, outer: ReadonlySet<Schema> = new Set()): readonly Schema[] {
    const cached = this.#flattened.get(schema);
    if (cached !== undefined) return cached;
    if (schema.allOf === undefined) return isAny(schema) ? [] : [schema];
    if (outer.has(schema)) return [];
    const inside = new Set([...outer, schema]);
    const { id: _, side: __, pointer: ___, allOf, ...keywords } = schema;
    const parts = allOf.flatMap((part) => this.#flatten(part, inside));
    const beside = this.#derive(`own ${this.meaningOf(schema)}`, schema, keywords);
    const atoms = new Set(isAny(beside) ? parts : [beside, ...parts]);
    // Inside a schema that contains itself, the list is not complete.
    if (outer.size === 0) this.#flattened.set(schema, [...atoms]);
    return [...atoms];
  }

  #removeUnion({ atoms }: View, { atom, keyword }: Union): Schema[] {
    const {
      id: _,
      side: __,
      pointer: ___,
      [keyword]: ____,
      discriminator: _____,
      isParent: ______,
      ...keywords
    } = atom;
    const bare = this.#derive(`${this.meaningOf(atom)} without ${keyword}`, atom, keywords);
    return [...atoms.filter((candidate) => candidate !== atom), bare];
  }

  /** A schema that is made from another one, the same for the same meaning. */
  #derive(meaning: string, from: Schema, keywords: Partial<Schema>): Schema {
    const key = `${meaning} ${from.pointer}`;
    const cached = this.#derived.get(key);
    if (cached !== undefined) return cached;
    const schema = this.#table.create(from.side, from.pointer, keywords);
    this.#derived.set(key, schema);
    this.#meanings.set(schema, meaning);
    return schema;
  }
}

/** The schemas that an atom has for a property. */
function listProperty(atom: Schema, name: string): readonly Schema[] {
  const declared = listDeclared(atom, name);
  if (declared.length > 0 || atom.additionalProperties === undefined) return declared;
  return [atom.additionalProperties];
}

function listItem({ prefixItems = [], items }: Schema, index: number): Schema[] {
  const schema = prefixItems[index] ?? items;
  return schema === undefined ? [] : [schema];
}
