import type { JsonObject } from '../../contract/json.ts';
import type { Deadline } from '../../contract/time-limit.ts';
import type { Api } from './api.ts';
import { createClasses } from './equality.ts';
import { Instances, none } from './instances.ts';
import { type Component, listComponents } from './library.ts';
import { readApi } from './read-api.ts';
import { SchemaReader } from './schema-reader.ts';
import { SchemaTable } from './schema-table.ts';
import { bits, type Schema, type Side, type Way } from './schemas.ts';
import { json, type Wire } from './validator.ts';
import { type View, Views } from './views.ts';
import { Walk } from './walk.ts';

interface ReadDocument extends Api {
  /** Only of a document without operations: what other documents can use. */
  components: readonly Component[] | undefined;
}

/** Both documents, with everything that is needed to compare their values. */
export type Comparison = ReturnType<typeof createComparison>;

/** @param deadline when values are not compared any more */
export function createComparison(before: JsonObject, after: JsonObject, deadline: Deadline) {
  const table = new SchemaTable();
  const text = table.create('old', '', { types: bits.string });
  const read = (document: JsonObject, side: Side): ReadDocument => {
    const request = new SchemaReader(table, document, side, 'request');
    const response = new SchemaReader(table, document, side, 'response');
    const readSchema = (pointer: string, way: Way): Schema =>
      way === 'request' ? request.read(pointer) : response.read(pointer);
    const api = readApi(document, readSchema);
    const isLibrary = api.operations.length + api.outgoing.length === 0;
    return { ...api, components: isLibrary ? listComponents(document, readSchema) : undefined };
  };
  const apis = { old: read(before, 'old'), new: read(after, 'new') };
  table.settle();
  const views = new Views(table, createClasses(table.all));
  const instances = new Instances(views);
  /** Without a schema, every value is allowed; in text, every text. */
  const view = (schema: Schema | undefined, { isText }: Wire): View =>
    views.of(schema ?? (isText ? text : table.any));
  return {
    ...apis,
    walk: new Walk(views, instances, () => deadline.isOver),
    /** The ids of breaks that are proven. */
    proven: new Set<string>(),
    view,
    /** The simplest value for a schema. */
    pick: (schema: Schema | undefined, wire: Wire): unknown => {
      const value = instances.sample(view(schema, wire));
      // A path with an empty parameter would not match.
      return value === none || value === '' || value === null ? 'x' : value;
    },
    /** Whether a schema has lists or objects, which depend on the style of a parameter. */
    hasParts: (schema: Schema | undefined, property?: string): boolean => {
      const root = view(schema, json);
      const target = property === undefined ? root : views.property(root, property);
      const isAnything = target.atoms.length === 0;
      return !isAnything && instances.sample(views.ofTypes(target, structured)) !== none;
    },
  };
}

const structured = bits.array | bits.object;
