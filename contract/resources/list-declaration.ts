import type { DeclaredValue } from './declaration-values.ts';
import type { ListShape, Pointer, SortRule } from './model.ts';

/** What a document says about the form of a list. What it leaves out is inferred. */
export type ListDeclaration = Partial<ListShape>;

const listKeys = [
  'operation',
  'items',
  'limit',
  'cursor',
  'offset',
  'page',
  'from',
  'first',
  'more',
  'next',
  'nextUrl',
  'total',
  'totalHeader',
  'link',
  'echo',
  'urls',
  'filter',
  'sort',
];

/** Reads `list: { items: /data, limit: limit, cursor: after, from: last-id, more: /hasMore }`. */
export function parseListDeclaration(list: DeclaredValue): ListDeclaration {
  const entries = new Map(list.entries(listKeys));
  const declaration: ListDeclaration = {};
  const get = (key: string) => entries.get(key);
  assign(declaration, 'items', get('items')?.pointer());
  assign(declaration, 'size', get('limit')?.text());
  for (const style of ['cursor', 'offset', 'page'] as const) {
    const position = get(style)?.text();
    if (position !== undefined) Object.assign(declaration, { style, position });
  }
  assign(declaration, 'cursorFrom', get('from')?.oneOf(['last-id', 'next']));
  assign(declaration, 'firstPage', readFirstPage(get('first')));
  assign(declaration, 'more', get('more')?.pointer());
  const next = get('next') ?? get('nextUrl');
  assign(declaration, 'next', next?.pointer());
  if (next !== undefined) declaration.nextIsUrl = next === get('nextUrl');
  assign(declaration, 'total', get('total')?.pointer());
  assign(declaration, 'totalHeader', get('totalHeader')?.text().toLowerCase());
  assign(declaration, 'hasLinkHeader', get('link')?.boolean());
  assign(declaration, 'echoes', readMeanings(get('echo'), echoed));
  assign(declaration, 'urls', readMeanings(get('urls'), linked));
  assign(declaration, 'filters', get('filter')?.pointersByKey());
  assign(declaration, 'sort', readSort(get('sort')));
  return declaration;
}

/** Sets a part of a declaration, if there is a value for it. */
export function assign<Key extends keyof ListDeclaration>(
  declaration: ListDeclaration,
  key: Key,
  value: ListDeclaration[Key],
): void {
  if (value !== undefined) declaration[key] = value;
}

function readFirstPage(first: DeclaredValue | undefined): 0 | 1 | undefined {
  if (first === undefined) return undefined;
  const { value } = first;
  return value === 0 || value === 1 ? value : first.refuse('must be 0 or 1');
}

const echoed = [
  'size',
  'position',
  'count',
  'pages',
  'hasPrevious',
  'isFirst',
  'isLast',
  'isEmpty',
] as const;
const linked = ['self', 'first', 'previous', 'last'] as const;

/** `filter[status]` is a part of the parameter `filter`. */
export function outerName(filter: string): string {
  return filter.replace(/\[.*$/, '');
}

/** Reads what fields mean, by pointer. */
function readMeanings<Meaning extends string>(
  declared: DeclaredValue | undefined,
  words: readonly Meaning[],
): ReadonlyMap<Pointer, Meaning> | undefined {
  if (declared === undefined) return undefined;
  const meanings = new Map<Pointer, Meaning>();
  for (const [pointer, meaning] of declared.entries()) meanings.set(pointer, meaning.oneOf(words));
  return meanings;
}

/** `sort: { parameter: sort, direction: order, fields: { name: /name, -name: -/name } }` */
function readSort(sort: DeclaredValue | undefined): SortRule | undefined {
  if (sort === undefined) return undefined;
  const entries = new Map(sort.entries(['parameter', 'direction', 'fields']));
  const parameter = entries.get('parameter')?.text();
  if (parameter === undefined) return sort.refuse('needs "parameter", the name of a parameter');
  const fields = new Map<string, { field: Pointer; descending: boolean }>();
  for (const [value, field] of entries.get('fields')?.entries() ?? []) {
    const descending = field.text().startsWith('-');
    const name = field.text().replace(/^-/, '');
    fields.set(value, { field: name.startsWith('/') ? name : `/${name}`, descending });
  }
  return { parameter, direction: entries.get('direction')?.text(), fields };
}
