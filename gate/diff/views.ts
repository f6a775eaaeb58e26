import { anyType, isAny, type Schema, type SchemaTable } from './schemas.ts';
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

export type Views = ReturnType<typeof createViews>;

export function createViews(table: SchemaTable, classes: ReadonlyMap<Schema, number>) {
  const known = new Map<string, View>();
  const flattened = new Map<Schema, readonly Schema[]>();
  /** The meanings of schemas that are made from others. */
  const derived = new Map<Schema, string>();
  const made = new Map<string, Schema>();

  const toMeaning = (schema: Schema): string =>
    derived.get(schema) ?? String(classes.get(schema) ?? `new ${schema.id}`);

  function make(meaning: string, from: Schema, keywords: Partial<Schema>): Schema {
    const key = `${meaning} ${from.pointer}`;
    let schema = made.get(key);
    if (schema === undefined) {
      schema = table.create(from.side, from.pointer, keywords);
      made.set(key, schema);
      derived.set(schema, meaning);
    }
    return schema;
  }

  function flatten(schema: Schema, outer: ReadonlySet<Schema> = new Set()): readonly Schema[] {
    const before = flattened.get(schema);
    if (before !== undefined) return before;
    if (schema.allOf === undefined) return isAny(schema) ? [] : [schema];
    if (outer.has(schema)) return [];
    const inside = new Set([...outer, schema]);
    const parts = schema.allOf.flatMap((part) => flatten(part, inside));
    const { id: _, side: __, pointer: ___, allOf, ...own } = schema;
    const rest = make(`own ${toMeaning(schema)}`, schema, own);
    const found = [...new Set([...(isAny(rest) ? [] : [rest]), ...parts])];
    if (outer.size === 0) flattened.set(schema, found);
    return found;
  }

  function view(schemas: readonly Schema[]): View {
    const atoms = [...new Set(schemas.flatMap((schema) => flatten(schema)))].sort(
      (a, b) => a.id - b.id,
    );
    const key = atoms.map(({ id }) => id).join();
    let found = known.get(key);
    if (found === undefined) {
      const types = atoms.reduce((sum, atom) => sum & atom.types, anyType);
      const meaning = [...new Set(atoms.map(toMeaning))].sort().join();
      found = { key, meaning, atoms, types };
      known.set(key, found);
    }
    return found;
  }

  function removeUnion({ atoms }: View, { atom, keyword }: Union): Schema[] {
    const {
      id: _,
      side: __,
      pointer: ___,
      [keyword]: ____,
      discriminator: _____,
      isParent: ______,
      ...own
    } = atom;
    const bare = make(`${toMeaning(atom)} without ${keyword}`, atom, own);
    return [...atoms.filter((candidate) => candidate !== atom), bare];
  }

  /** The schemas that an atom has for a property. */
  function listProperty(atom: Schema, name: string): readonly Schema[] {
    const own = listDeclared(atom, name);
    return own.length > 0 ? own : [atom.additionalProperties ?? []].flat();
  }

  return {
    of: (...schemas: Schema[]): View => view(schemas),
    join: (...all: View[]): View => view(all.flatMap(({ atoms }) => atoms)),
    property: ({ atoms }: View, name: string): View =>
      view(atoms.flatMap((atom) => listProperty(atom, name))),
    item: ({ atoms }: View, index: number): View =>
      view(atoms.flatMap((atom) => atom.prefixItems?.[index] ?? atom.items ?? [])),
    /** The schemas of a property that no schema names. */
    additional: ({ atoms }: View): View =>
      view(atoms.flatMap((atom) => atom.additionalProperties ?? [])),
    /** The same values, but only of these types. */
    ofTypes: (from: View, types: number): View =>
      view([...from.atoms, make(`types ${types}`, table.any, { types })]),
    unions: ({ atoms }: View): Union[] =>
      atoms.flatMap((atom) =>
        (['anyOf', 'oneOf'] as const).flatMap((keyword) => {
          const parts = atom[keyword];
          if (parts === undefined) return [];
          const meanings = parts.map(toMeaning).sort().join();
          const names = [...(atom.discriminator?.mapping.keys() ?? [])].sort().join();
          return [{ atom, keyword, parts, meaning: `${keyword} ${meanings} ${names}` }];
        }),
      ),
    withoutUnion: (from: View, union: Union): View => view(removeUnion(from, union)),
    /** The view with one alternative instead of the union. A discriminator selects it by one of its values. */
    choose: (from: View, union: Union, part: Schema): View => {
      const { atom } = union;
      const { discriminator } = atom;
      const names = [...(discriminator?.mapping ?? [])].flatMap(([name, target]) =>
        target === part ? [name] : [],
      );
      const chosen = [...removeUnion(from, union), part];
      if (discriminator !== undefined && names.length > 0) {
        const value = make(`one of ${JSON.stringify(names)}`, atom, { enum: names });
        const properties = new Map([[discriminator.propertyName, value]]);
        chosen.push(make(`${discriminator.propertyName} ${value.id}`, atom, { properties }));
      }
      return view(chosen);
    },
    /** Equal for schemas with the same meaning. */
    meaningOf: toMeaning,
    required: ({ atoms }: View): ReadonlySet<string> =>
      new Set(atoms.flatMap(({ required }) => required ?? [])),
    /** The names of all properties that the schemas describe. */
    names: ({ atoms }: View): ReadonlySet<string> =>
      new Set(atoms.flatMap(({ properties }) => [...(properties?.keys() ?? [])])),
    declares: ({ atoms }: View, name: string): boolean =>
      atoms.some((atom) => listDeclared(atom, name).length > 0),
  };
}
