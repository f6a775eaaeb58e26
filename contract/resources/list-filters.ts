import { escapePointer } from '../resolve-reference.ts';
import type { Comparison, FieldComparison, Pointer, SearchRule } from './model.ts';
import type { ParameterView } from './operation-view.ts';
import type { Shape, ShapeReader } from './shapes.ts';
import { normalise, splitWords, toSingular } from './words.ts';

/** A field of a record that parameters can name. */
interface Field {
  pointer: Pointer;
  name: string;
  shape: Shape;
}

/** Objects that contain the fields of a record, as in JSON:API. */
const fieldObjects = ['attributes', 'fields'];

/** The fields of a record, and those that it carries in one object. */
function listFields(shapes: ShapeReader, record: Shape): Field[] {
  const fields: Field[] = [];
  for (const [name, property] of record.properties) {
    const pointer = `/${escapePointer(name)}`;
    const shape = shapes.read(property);
    fields.push({ pointer, name, shape });
    if (!fieldObjects.includes(name)) continue;
    for (const [inner, located] of shape.properties) {
      const innerPointer = `${pointer}/${escapePointer(inner)}`;
      fields.push({ pointer: innerPointer, name: inner, shape: shapes.read(located) });
    }
  }
  return fields;
}

/** The fields by which a list can be sorted, with their pointers. */
export function listSortFields(
  shapes: ShapeReader,
  record: Shape,
): { name: string; pointer: Pointer }[] {
  const isPlain = ({ shape }: Field) => shape.type !== 'object' && shape.type !== 'array';
  return listFields(shapes, record).filter(isPlain);
}

/** What the parameters of a list select. */
interface Filters {
  filters: Map<string, Pointer>;
  comparisons: Map<string, FieldComparison>;
  search: SearchRule | undefined;
}

/**
 * Finds what the parameters of a list select: those named as a field an equal value, `min_price` and `created[gte]` a range,
 * and `q` a text in any field.
 * @param used the parameters that page and sort
 */
export function findFilters(
  shapes: ShapeReader,
  parameters: readonly ParameterView[],
  record: Shape | undefined,
  used: readonly (string | undefined)[],
): Filters {
  const selection: Filters = { filters: new Map(), comparisons: new Map(), search: undefined };
  if (record === undefined) return selection;
  const fields = listFields(shapes, record);
  for (const parameter of parameters) {
    if (used.includes(parameter.name)) continue;
    addFilter(selection, fields, parameter, shapes);
  }
  return selection;
}

function addFilter(
  selection: Filters,
  fields: readonly Field[],
  parameter: ParameterView,
  shapes: ShapeReader,
): void {
  const { name, shape } = parameter;
  const field = matchField(fields, name);
  if (shape.type === 'object' && shape.properties.size > 0) {
    addInnerFilters(selection, fields, parameter, shapes);
  } else if (field !== undefined && isPartial(parameter)) {
    selection.comparisons.set(name, { field, compare: 'contains' });
  } else if (field !== undefined) {
    selection.filters.set(name, field);
  } else if (isSearch(parameter)) {
    selection.search ??= { parameter: name, fields: listTexts(fields) };
  } else {
    const comparison = matchComparison(fields, parameter);
    if (comparison !== undefined) selection.comparisons.set(name, comparison);
  }
}

/** The parts of a parameter such as `filter`, or the bounds of one such as `created`. */
function addInnerFilters(
  selection: Filters,
  fields: readonly Field[],
  parameter: ParameterView,
  shapes: ShapeReader,
): void {
  const { name, shape } = parameter;
  const outer = matchField(fields, name) ?? matchTime(fields, name);
  for (const [inner, property] of shape.properties) {
    const part = `${name}[${inner}]`;
    const compare = comparisonOf(inner);
    if (outer !== undefined && compare !== undefined) {
      selection.comparisons.set(part, { field: outer, compare });
    } else {
      const view = { ...parameter, name: part, shape: shapes.read(property) };
      if (view.shape.type !== 'object') addFilter(selection, fields, view, shapes);
    }
  }
}

/** The name that a parameter has inside brackets: `filter[status]`. */
function readInnerName(name: string): string {
  const [, inner] = /^\w+\[([^\]]+)\]$/.exec(name) ?? [];
  return inner ?? name;
}

/** The field that a parameter names: `authorId`, `filter[status]`, `ids` for `id`, or `tag` for `tags`. */
function matchField(fields: readonly Field[], name: string): Pointer | undefined {
  const wanted = normalise(readInnerName(name));
  const exact = fields.find((field) => normalise(field.name) === wanted);
  if (exact !== undefined) return exact.pointer;
  const list = fields.find(({ name: field, shape }) => {
    return normalise(field) === `${wanted}s` && shape.type === 'array';
  });
  if (list !== undefined) return list.pointer;
  const single = wanted.replace(/in$/, '');
  const named = fields.find((field) => {
    const plain = normalise(field.name);
    return plain === single || plain === toSingular(wanted) || `${plain}s` === wanted;
  });
  return named?.pointer;
}

const timeEnds = ['at', 'on', 'date', 'time'];

/** `created` for `created_at`. */
function matchTime(fields: readonly Field[], name: string): Pointer | undefined {
  const wanted = normalise(readInnerName(name));
  const field = fields.find((candidate) => {
    return timeEnds.some((end) => normalise(candidate.name) === wanted + end);
  });
  return field?.pointer;
}

const comparisonWords: Readonly<Record<string, Comparison>> = {
  gt: 'greater',
  after: 'greater',
  over: 'greater',
  above: 'greater',
  gte: 'at-least',
  ge: 'at-least',
  min: 'at-least',
  minimum: 'at-least',
  from: 'at-least',
  since: 'at-least',
  start: 'at-least',
  lt: 'less',
  before: 'less',
  under: 'less',
  below: 'less',
  lte: 'at-most',
  le: 'at-most',
  max: 'at-most',
  maximum: 'at-most',
  to: 'at-most',
  until: 'at-most',
  till: 'at-most',
  end: 'at-most',
  contains: 'contains',
  icontains: 'contains',
  like: 'contains',
  ilike: 'contains',
  startswith: 'starts',
  prefix: 'starts',
};

function comparisonOf(word: string): Comparison | undefined {
  const key = normalise(word);
  return Object.hasOwn(comparisonWords, key) ? comparisonWords[key] : undefined;
}

/** `min_price`, `priceMax`, `created_after`, `price__gte`, or a bare `since`. */
function matchComparison(
  fields: readonly Field[],
  parameter: ParameterView,
): FieldComparison | undefined {
  const words = splitWords(parameter.name);
  const first = comparisonOf(words[0] ?? '');
  const last = comparisonOf(words.at(-1) ?? '');
  const compare = last ?? first;
  if (compare === undefined) return undefined;
  const named = (last === undefined ? words.slice(1) : words.slice(0, -1)).join('_');
  const isBare = named === '' || timeEnds.includes(named);
  const field = isBare
    ? findTimeOf(fields, parameter)
    : (matchField(fields, named) ?? matchTime(fields, named) ?? findOwnTime(fields, parameter));
  return field === undefined ? undefined : { field, compare };
}

/**
 * The time that a bare `since` or `from` means: that of the last change or the creation, if the description says so, otherwise the
 * time that the records themselves are about.
 */
function findTimeOf(fields: readonly Field[], view: ParameterView): Pointer | undefined {
  if (!isTime(view.shape)) return undefined;
  const description = view.parameter.description ?? '';
  const change = fields.find(({ name }) => /^(?:updated|modified|changed)/i.test(name));
  const isChange = /updat|modif|chang/i.test(description);
  if (isChange && change !== undefined) return change.pointer;
  const creation = fields.find(({ name }) => /^creat/i.test(name));
  const isCreation = /creat/i.test(description) || /since/i.test(view.name);
  const own = isCreation ? undefined : findOwnTime(fields, view);
  return own ?? creation?.pointer;
}

const isTime = ({ format }: Shape): boolean => format === 'date-time' || format === 'date';

/** Names of times that a service keeps: `created_at`, `cancelledOn`. */
const keptTimes = /(?:ed|sent|paid|en)_?(?:at|on|date|time)$|^(?:created|updated|modified)/i;

/** The only time that clients choose: when a visit starts, or the birth date for `born_after`. */
function findOwnTime(fields: readonly Field[], { shape }: ParameterView): Pointer | undefined {
  if (!isTime(shape)) return undefined;
  const chosen = fields.filter((field) => {
    return isTime(field.shape) && !field.shape.readOnly && !keptTimes.test(field.name);
  });
  const alike = chosen.filter((field) => field.shape.format === shape.format);
  const [only] = chosen.length === 1 ? chosen : alike;
  return chosen.length === 1 || alike.length === 1 ? only?.pointer : undefined;
}

/** Whether a description says that a part of the text is enough. */
function isPartial({ shape, parameter }: ParameterView): boolean {
  const isText = shape.type === 'string' && shape.values.length === 0;
  return (
    isText && /\b(?:partial|substring|contain|fuzzy|part of)/i.test(parameter.description ?? '')
  );
}

const searchNames =
  /^(?:q|query|search|searchquery|searchterm|searchtext|term|text|keywords?|fulltext)$/;

function isSearch({ name, shape }: ParameterView): boolean {
  return shape.type === 'string' && searchNames.test(normalise(readInnerName(name)));
}

/** The fields with free texts. */
function listTexts(fields: readonly Field[]): Pointer[] {
  const isText = ({ shape }: Field) => {
    const isFree = shape.format === undefined || shape.format === 'email';
    return shape.type === 'string' && shape.values.length === 0 && isFree;
  };
  const texts = fields.filter(isText);
  return texts.map(({ pointer }) => pointer);
}
