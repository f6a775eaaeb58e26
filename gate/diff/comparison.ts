import { type Api, type ApiContent, type ApiParameter, anyText } from './api.ts';
import { createClasses } from './equality.ts';
import { createInstances, type Instances, none } from './instances.ts';
import { isObject } from './json.ts';
import {
  bits,
  createSchemaReader,
  createSchemaTable,
  isAny,
  type Schema,
  type Side,
  type Way,
} from './schemas.ts';
import { accepts, json, type Wire } from './validator.ts';
import { createViews, type View } from './views.ts';
import { createWalk, type Walk } from './walk.ts';

/** Both documents, with everything that is needed to compare their values. */
export interface Comparison {
  old: Api;
  new: Api;
  walk: Walk;
  instances: Instances;
  /** The ids of breaks that are proven. */
  proven: Set<string>;
  /** The schemas of a part. Without a pointer, every value is allowed; in text, every text. */
  view(side: Side, way: Way, pointer: string | undefined, wire?: Wire): View;
  /** A value of a part: a valid example if there is one, otherwise the simplest value. */
  pick(side: Side, way: Way, part: Described | undefined, wire?: Wire): unknown;
}

/** A parameter, a header or a body, with its examples. */
export type Described = Pick<ApiContent, 'schemaPointer' | 'known'>;

/** @param isOver whether the time for the comparison is over */
export function createComparison(oldApi: Api, newApi: Api, isOver: () => boolean): Comparison {
  const table = createSchemaTable();
  const text = table.create('old', '', { types: bits.string });
  const apis = { old: oldApi, new: newApi };
  const readers = new Map<string, ReturnType<typeof createSchemaReader>>();
  const ways: readonly Way[] = ['request', 'response'];
  for (const side of ['old', 'new'] as const)
    for (const way of ways) {
      const reader = createSchemaReader(table, apis[side].document, side, way);
      readers.set(`${side} ${way}`, reader);
      const parts = listParts(apis[side], way);
      for (const { schemaPointer } of parts)
        if (schemaPointer !== undefined) reader.read(schemaPointer);
      reader.settle();
      for (const { schemaPointer, known } of parts)
        if (schemaPointer !== undefined)
          for (const value of known) addExamples(reader.read(schemaPointer), value);
    }
  const views = createViews(table, createClasses(table.all));
  const instances = createInstances(views);
  const view: Comparison['view'] = (side, way, pointer, wire = json) => {
    if (pointer === anyText || (pointer === undefined && wire.isText)) return views.of(text);
    const schema = pointer && readers.get(`${side} ${way}`)?.read(pointer);
    return schema ? views.of(schema) : views.of();
  };
  return {
    old: oldApi,
    new: newApi,
    walk: createWalk(views, instances, isOver),
    instances,
    proven: new Set(),
    view,
    pick: (side, way, part, wire) => {
      const schemas = view(side, way, part?.schemaPointer, wire);
      const good = part?.known.find((value) => accepts(schemas.atoms, value) === true);
      if (good !== undefined) return good;
      const found = instances.sample(schemas);
      // A path with an empty parameter would not match.
      return found === none || found === '' || found === null ? 'x' : found;
    },
  };
}

/** All values that are described in one direction. */
function listParts({ operations, outgoing }: Api, way: Way): readonly Described[] {
  const all = [...operations, ...outgoing].flatMap(
    ({ parameters, body, responses }): readonly (ApiContent | ApiParameter)[] =>
      way === 'request'
        ? [...parameters, ...(body?.content ?? [])]
        : responses.flatMap(({ content, headers }) => [...content, ...headers]),
  );
  return all.filter(({ schemaPointer }) => schemaPointer !== anyText);
}

const mostExamples = 4;

/** Adds the texts and numbers of an example to their schemas, so that generated values look realistic. */
function addExamples(schema: Schema, value: unknown, depth = 0): void {
  if (depth > 12 || isAny(schema)) return;
  for (const part of [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
    addExamples(part, value, depth + 1);
  if (Array.isArray(value)) {
    if (schema.items !== undefined)
      for (const item of value.slice(0, mostExamples)) addExamples(schema.items, item, depth + 1);
  } else if (isObject(value)) {
    for (const [name, part] of schema.properties ?? [])
      if (name in value) addExamples(part, value[name], depth + 1);
  } else if ((schema.examples?.length ?? 0) < mostExamples)
    schema.examples = [...(schema.examples ?? []), value];
}

/** How values of a media type are sent. */
export function toWire(mediaType: string): Wire {
  if (mediaType.startsWith('multipart/')) return { isText: true, isMultipart: true };
  if (mediaType.startsWith('application/x-www-form-urlencoded')) return { isText: true };
  if (/[/+]xml\b/.test(mediaType)) return { isText: true, isXml: true };
  return mediaType.startsWith('text/') && !/json|yaml|event-stream/.test(mediaType)
    ? { isText: true }
    : json;
}

/** How the values of a parameter or header are sent: the style matters only if it may be a list. */
export function toParameterWire(first: ApiParameter, other = first): Wire {
  const { mediaType, style } = first.style === 'plain' ? other : first;
  if (mediaType !== undefined) return toWire(mediaType);
  if (style.includes('explode') && !style.startsWith('simple')) return { isText: true };
  const separator = style.startsWith('pipe') ? '|' : style.startsWith('space') ? ' ' : ',';
  return { isText: true, separator };
}
