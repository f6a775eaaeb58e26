import { type JsonObject, toPointer, toStableText } from '../../contract/json.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import { type FoundChange, type Severity, toChangeId } from './change.ts';
import type { Schema, Way } from './schemas.ts';
import type { View } from './views.ts';

// Compares documents without operations, whose components other documents refer to. How those use them is not known, so a
// change of a component is not proven to break anybody, or to be safe.

/** A component that other documents may use. */
export interface Component {
  /** Its section and its name, such as `schemas/Money`. */
  name: string;
  pointer: string;
  /** For a schema: what it means in requests and in responses. */
  schemas: readonly Schema[];
  /** Equal for components that differ only in descriptions and examples. Empty for a schema. */
  text: string;
}

/** Sections without an effect on requests and responses. */
const unsent = new Set(['examples', 'links']);

/** Keys with texts for people. */
const annotations = new Set(['description', 'summary', 'example', 'examples', 'externalDocs']);

/** @param readSchema finds the schema at a pointer */
export function listComponents(
  document: JsonObject,
  readSchema: (pointer: string, way: Way) => Schema,
): Component[] {
  const components: Component[] = [];
  for (const [section, entries] of Object.entries(Object(document['components']))) {
    if (unsent.has(section) || section.startsWith('x-')) continue;
    const ways = section === 'schemas' ? (['request', 'response'] as const) : [];
    for (const [key, value] of Object.entries(Object(entries))) {
      const pointer = toPointer('components', section, key);
      const schemas = ways.map((way) => readSchema(pointer, way));
      const text = schemas.length > 0 ? '' : toStableText(removeAnnotations(value));
      components.push({ name: `${section}/${key}`, pointer, schemas, text });
    }
  }
  return components;
}

function removeAnnotations(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeAnnotations);
  if (!isRecord(value)) return value;
  const kept: JsonObject = {};
  for (const [key, part] of Object.entries(value))
    if (!annotations.has(key) && !key.startsWith('x-')) kept[key] = removeAnnotations(part);
  return kept;
}

/** @param toView the values that a schema allows */
export function compareComponents(
  before: readonly Component[],
  after: readonly Component[],
  toView: (schema: Schema) => View,
): FoundChange[] {
  const toMeaning = ({ schemas, text }: Component): string =>
    schemas.map((schema) => toView(schema).meaning).join(';') + text;
  const changes: FoundChange[] = [];
  for (const old of before) {
    const current = after.find(({ name }) => name === old.name);
    if (current === undefined)
      changes.push({
        ...createChange('component-removed', 'unproven', old),
        title: 'is removed; which documents use it is not known',
        old: old.pointer,
      });
    else if (toMeaning(old) !== toMeaning(current))
      changes.push({
        ...createChange('component-changed', 'unproven', current),
        title: 'has changed; how other documents use it is not known',
        old: old.pointer,
        new: current.pointer,
      });
  }
  for (const current of after) {
    if (before.some(({ name }) => name === current.name)) continue;
    const change = createChange('component-added', 'compatible', current);
    changes.push({ ...change, title: 'is new', new: current.pointer });
  }
  return changes;
}

function createChange(rule: string, severity: Severity, { name, pointer }: Component) {
  return { id: toChangeId(rule, pointer), rule, severity, operation: `components/${name}` };
}
