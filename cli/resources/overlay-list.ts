import type { ListShape, SortRule } from '../../contract/resources/model.ts';

/** The form of a list, with the keys of `x-resources`. */
export function toListForm(list: ListShape): Record<string, unknown> {
  const form: Record<string, unknown> = { items: list.items };
  const add = (key: string, value: unknown): void => {
    if (value !== undefined) form[key] = value;
  };
  add('limit', list.size);
  if (list.style !== 'none') add(list.style, list.position);
  add('from', list.cursorFrom);
  if (list.style === 'page') add('first', list.firstPage);
  add('more', list.more);
  add(list.nextIsUrl ? 'nextUrl' : 'next', list.next);
  add('total', list.total);
  add('totalHeader', list.totalHeader);
  if (list.hasLinkHeader) add('link', true);
  add('echo', toEntries(list.echoes));
  add('urls', toEntries(list.urls));
  add('filter', toEntries(list.filters));
  add('sort', list.sort && toSort(list.sort));
  return form;
}

function toEntries(values: ReadonlyMap<string, string>): object | undefined {
  return values.size === 0 ? undefined : Object.fromEntries(values);
}

function toSort({ parameter, direction, fields }: SortRule): object {
  const named = [...fields].map(([value, { field, descending }]) => {
    return [value, descending ? `-${field}` : field];
  });
  return {
    parameter,
    ...(direction !== undefined && { direction }),
    fields: Object.fromEntries(named),
  };
}
