import { escapePointer } from '../resolve-reference.ts';
import { findLeftOut } from './deletions.ts';
import { findFilters, listSortFields } from './list-filters.ts';
import type { Echo, ListShape, PagingStyle, Pointer, SortRule } from './model.ts';
import type { OperationFacts } from './operation-facts.ts';
import { listParameters, type ParameterView } from './operation-view.ts';
import type { Shape, ShapeReader } from './shapes.ts';
import { isTimeNameOf, normalise, splitWords, toSingular } from './words.ts';

const sizeNames =
  /^(?:top|limit|max|maxitems|maxresults|maxcount|maxkeys|pagesize|perpage|pagelimit|size|count|first|take|rows|numresults|numberofresults|resultsperpage|maxpagesize|itemsperpage|batchsize)$/;
const pageNames = /^(?:page|pageno|pagenum|pagenumber|pageindex|p|currentpage)$/;
const offsetNames = /^(?:offset|skip|start|startindex|startat|from|pageoffset|begin)$/;
const cursorNames =
  /^(?:(?:starting|ending)?(?:after|before)(?:id)?|(?:next)?(?:page)?(?:cursor|token|marker)|continue|continuationtoken|page(?:after|before|cursor)|next|sinceid|maxid|minid|last|lastid|start(?:ing)?key|exclusivestartkey|from|anchor)$/;
const backwardNames = /before|^previous|^prev|ending/;

const nextFields =
  /^(?:next(?:page|cursor|token|marker|link|uri|url|path|pagetoken|pageurl|pageuri|pagelink|href|pagecursor|id|after)?|continuationtoken|cursor|continue|after|endcursor|lastid|nextlink)$/;
const urlFields: readonly (readonly ['self' | 'first' | 'previous' | 'last', RegExp])[] = [
  ['self', /^self(?:link|url|uri)?$/],
  ['first', /^first(?:page|link|url|uri|pageurl)?$/],
  ['previous', /^prev(?:ious)?(?:page|link|url|uri|pageurl)?$/],
  ['last', /^last(?:page|link|url|uri|pageurl)?$/],
];
const moreFields =
  /^(?:hasmore|hasnext|hasnextpage|more|moreavailable|ismore|hasmoreitems|hasmoreresults)$/;
const totalFields =
  /^(?:total|totalcount|totalitems|totalresults|totalrecords|totalelements|totalentries|count|recordcount|itemcount|resultcount|size)$/;
const pagesFields = /^(?:totalpages|pagecount|pages|lastpage|numpages|numberofpages|pagestotal)$/;
const pageFields = /^(?:page|currentpage|pagenumber|pageindex|number)$/;
const totalHeaders =
  /^(?:x-)?(?:total|total-count|total-results|total-items|pagination-total|count|result-count)(?:-count)?$/;

/** Infers how a list shows its records, page by page. */
export function inferListShape(
  shapes: ShapeReader,
  facts: OperationFacts,
  record: Shape | undefined,
): ListShape | undefined {
  const { operation, list } = facts;
  if (list === undefined) return undefined;
  const parameters = listParameters(operation, shapes);
  const paging = findPaging(parameters);
  const envelope = readEnvelope(shapes, operation.response?.shape, list.items, paging);
  const sort = findSort(shapes, parameters, record);
  const used = [paging.size, paging.position, sort?.parameter, sort?.direction];
  const isCursor = paging.style === 'cursor';
  const cursorFrom = envelope.next === undefined ? 'last-id' : 'next';
  const headers = operation.response?.headers ?? [];
  return {
    items: list.items,
    ...paging,
    cursorFrom: isCursor ? cursorFrom : undefined,
    ...envelope,
    totalHeader: headers.find((name) => totalHeaders.test(name)),
    hasLinkHeader: headers.includes('link'),
    ...findFilters(shapes, parameters, record, used),
    sort,
    leftOut: findLeftOut(shapes, parameters, record),
  };
}

interface Paging {
  style: PagingStyle;
  size: string | undefined;
  position: string | undefined;
  firstPage: 0 | 1;
}

function findPaging(parameters: readonly ParameterView[]): Paging {
  const find = (names: RegExp) => {
    return parameters.find((parameter) => names.test(normalise(parameter.name)));
  };
  const size = find(sizeNames)?.name;
  const none: Paging = { style: 'none', size, position: undefined, firstPage: 1 };
  const page = find(pageNames);
  if (page !== undefined && isNumber(page)) {
    return { style: 'page', size, position: page.name, firstPage: firstPageOf(page) };
  }
  const offset = find(offsetNames);
  if (offset !== undefined && isNumber(offset)) {
    return { ...none, style: 'offset', position: offset.name };
  }
  const texts = parameters.filter(isOptionalText);
  const cursor = texts.find(({ name }) => {
    return cursorNames.test(normalise(name)) && !backwardNames.test(normalise(name));
  });
  // A text with the name of a page or an offset is an opaque position.
  const opaque = [page, offset].filter((parameter) => parameter?.shape.type === 'string');
  const position = cursor ?? texts.find((parameter) => opaque.includes(parameter));
  return position === undefined ? none : { ...none, style: 'cursor', position: position.name };
}

/** The first page needs no cursor, and a time such as `start` is none. */
function isOptionalText({ parameter, shape }: ParameterView): boolean {
  const isTime = shape.format === 'date-time' || shape.format === 'date';
  return !parameter.required && !isTime;
}

function isNumber({ shape }: ParameterView): boolean {
  return shape.type === 'integer' || shape.type === 'number' || shape.type === undefined;
}

/** Pages count from 1 unless the schema allows or names 0. */
function firstPageOf({ parameter }: ParameterView): 0 | 1 {
  const { default: first, minimum } = parameter.schema;
  if (first === 0 || first === 1) return first;
  return minimum === 0 ? 0 : 1;
}

type Envelope = Pick<ListShape, 'more' | 'next' | 'nextIsUrl' | 'total' | 'echoes' | 'urls'>;

/** Reads the fields beside the array, and those in objects such as `meta`, `pagination` and `links`. */
function readEnvelope(
  shapes: ShapeReader,
  body: Shape | undefined,
  items: Pointer,
  paging: Paging,
): Envelope {
  const envelope: Envelope = {
    more: undefined,
    next: undefined,
    nextIsUrl: false,
    total: undefined,
    echoes: new Map(),
    urls: new Map(),
  };
  if (body === undefined || items === '') return envelope;
  const echoes = new Map<Pointer, Echo>();
  const urls = new Map<Pointer, 'self' | 'first' | 'previous' | 'last'>();
  for (const { pointer, name, shape } of listEnvelopeFields(shapes, body, items)) {
    const word = normalise(name);
    const isNumeric = shape.type === 'integer' || shape.type === 'number';
    const linked = isUrl(name, shape, pointer) ? findMeaning(urlFields, word) : undefined;
    if (linked !== undefined) urls.set(pointer, linked);
    else if (shape.type === 'boolean' && moreFields.test(word)) envelope.more ??= pointer;
    else if (shape.type === 'boolean') addFlag(echoes, pointer, word);
    else if (isNumeric && pagesFields.test(word)) echoes.set(pointer, 'pages');
    else if (isNumeric && (word === 'from' || word === 'to')) echoes.set(pointer, word);
    else if (isNumeric && word === 'numberofelements') echoes.set(pointer, 'count');
    else if (isNumeric && isEcho(word, paging.size, sizeNames)) echoes.set(pointer, 'size');
    else if (
      isNumeric &&
      isEcho(word, paging.position, paging.style === 'page' ? pageFields : offsetNames)
    ) {
      echoes.set(pointer, 'position');
    } else if (isNumeric && isTotal(word, items)) {
      envelope.total = chooseTotal(envelope.total, pointer);
    } else if (nextFields.test(word) && shape.type !== 'boolean' && shape.type !== 'object') {
      envelope.next ??= pointer;
      envelope.nextIsUrl = isUrl(name, shape, pointer);
    }
  }
  return { ...envelope, echoes, urls };
}

const flagFields: readonly (readonly [Echo, RegExp])[] = [
  ['hasPrevious', /^hasprev(?:ious)?(?:page)?$/],
  ['isFirst', /^(?:is)?first(?:page)?$/],
  ['isLast', /^(?:is)?last(?:page)?$/],
  ['isEmpty', /^(?:is)?empty$/],
];

function addFlag(echoes: Map<Pointer, Echo>, pointer: Pointer, word: string): void {
  const meaning = findMeaning(flagFields, word);
  if (meaning !== undefined) echoes.set(pointer, meaning);
}

function findMeaning<Meaning>(
  fields: readonly (readonly [Meaning, RegExp])[],
  word: string,
): Meaning | undefined {
  for (const [meaning, names] of fields) if (names.test(word)) return meaning;
  return undefined;
}

/** Whether a field counts the records of a list, such as `total`, or `articlesCount` beside `articles`. */
function isTotal(word: string, items: Pointer): boolean {
  const name = normalise(items.split('/').at(-1) ?? '');
  const named = [`${name}count`, `${toSingular(name)}count`, `total${name}`, `${name}total`];
  return totalFields.test(word) || named.includes(word);
}

/** A field such as `count` beside the total counts the records of the page. */
function chooseTotal(total: Pointer | undefined, pointer: Pointer): Pointer {
  const isClearer = total !== undefined && !/total/i.test(total) && /total/i.test(pointer);
  return isClearer ? pointer : (total ?? pointer);
}

function isEcho(word: string, parameter: string | undefined, names: RegExp): boolean {
  if (parameter === undefined) return false;
  return word === normalise(parameter) || (names.test(word) && word !== 'count');
}

function isUrl(name: string, { format }: Shape, pointer: Pointer): boolean {
  if (format === 'uri' || format === 'uri-reference' || format === 'url') return true;
  return /(?:url|uri|link|href|path)$/i.test(name) || /\/_?links\//.test(pointer);
}

interface EnvelopeField {
  pointer: Pointer;
  name: string;
  shape: Shape;
}

/** The fields of a body outside the records, two levels deep. */
function listEnvelopeFields(
  shapes: ShapeReader,
  body: Shape,
  items: Pointer,
  base: Pointer = '',
  depth = 0,
): EnvelopeField[] {
  return [...body.properties].flatMap(([name, property]) => {
    const pointer = `${base}/${escapePointer(name)}`;
    const shape = shapes.read(property);
    if (pointer === items || shape.type === 'array') return [];
    if (shape.type !== 'object' || shape.properties.size === 0 || depth >= 2) {
      // HAL's links are objects: `_links: { next: { href } }`.
      const relation = name === 'href' ? base.split('/').at(-1) : undefined;
      return [{ pointer, name: relation ?? name, shape }];
    }
    return listEnvelopeFields(shapes, shape, items, pointer, depth + 1);
  });
}

const sortNames = /^(?:sort|sortby|sortfield|sortkey|orderby|ordering|order|sorton|sortcolumn)$/;
const directionNames =
  /^(?:order|direction|sortorder|sortdirection|sortdir|dir|orderdirection|orderdir)$/;

function findSort(
  shapes: ShapeReader,
  parameters: readonly ParameterView[],
  record: Shape | undefined,
): SortRule | undefined {
  if (record === undefined) return undefined;
  const directions = parameters.filter((parameter) => {
    return directionNames.test(normalise(parameter.name)) && hasDirections(shapes, parameter);
  });
  const parameter = parameters.find((candidate) => {
    return sortNames.test(normalise(candidate.name)) && !directions.includes(candidate);
  });
  if (parameter === undefined) return undefined;
  const fields = new Map<string, { field: Pointer; descending: boolean }>();
  const sortable = listSortFields(shapes, record);
  for (const value of readSortValues(shapes, parameter, sortable)) {
    const meaning = readSortValue(value, sortable);
    if (meaning !== undefined) fields.set(value, meaning);
  }
  if (fields.size === 0) return undefined;
  return { parameter: parameter.name, direction: directions[0]?.name, fields };
}

function hasDirections(shapes: ShapeReader, { shape }: ParameterView): boolean {
  const values = (shapes.readItems(shape) ?? shape).values;
  return values.length > 0 && values.every((value) => /^(?:asc|desc)/i.test(String(value)));
}

type SortField = ReturnType<typeof listSortFields>[number];

/** The values of an enum, or of a pattern such as `^-?(name|createdAt)$`; without both, every field in both directions. */
function readSortValues(
  shapes: ShapeReader,
  { shape }: ParameterView,
  sortable: readonly SortField[],
): string[] {
  const { values, pattern } = shapes.readItems(shape) ?? shape;
  if (values.length > 0) return values.map(String);
  const [, optional = '', alternatives] =
    /^\^?(-\?|\[[^\]]*-[^\]]*\]\?)?\(?(?:\?:)?([\w|]+)\)?\$?$/.exec(pattern ?? '') ?? [];
  const all = sortable.map(({ name }) => name);
  const names = alternatives === undefined ? all : alternatives.split('|');
  const isReversible = alternatives === undefined || optional !== '';
  if (!isReversible) return names;
  return names.flatMap((name) => [name, `-${name}`]);
}

/** What a value of a sort parameter means: `-name`, `name:desc`, `created_asc`. */
function readSortValue(value: string, sortable: readonly SortField[]) {
  const words = splitWords(value);
  const last = words.at(-1) ?? '';
  const hasDirection = words.length > 1 && /^(?:asc|desc|ascending|descending)$/.test(last);
  const descending = value.startsWith('-') || (hasDirection && last.startsWith('desc'));
  const wanted = normalise((hasDirection ? words.slice(0, -1) : words).join(''));
  const namesake = sortable.find(({ name }) => normalise(name) === wanted);
  const field = namesake ?? sortable.find(({ name }) => isTimeNameOf(normalise(name), wanted));
  return field === undefined ? undefined : { field: field.pointer, descending };
}
