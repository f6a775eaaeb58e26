import type { RequestEntry } from './api.ts';

export interface Selection {
  ids: ReadonlySet<number>;
  /** What was selected before the last range began: a range that gets shorter gives back only what it took. */
  before: ReadonlySet<number>;
  /** The request at which a range begins, and the one at which it ends. */
  anchor: number | undefined;
  end: number | undefined;
}

export const noSelection: Selection = {
  ids: new Set(),
  before: new Set(),
  anchor: undefined,
  end: undefined,
};

/** Selects a request, or removes it from the selection. The next range begins at it. */
export function toggleRequest({ ids }: Selection, id: number): Selection {
  const changed = new Set(ids);
  if (!changed.delete(id)) changed.add(id);
  return { ids: changed, before: changed, anchor: id, end: id };
}

/** Selects everything between the anchor and a request, in the order of the list, beside what was selected before. */
export function selectRange(
  selection: Selection,
  id: number,
  shown: readonly RequestEntry[],
): Selection {
  const { before, anchor } = selection;
  const places = [anchor, id].map((wanted) => shown.findIndex((entry) => entry.id === wanted));
  const [from = -1, to = -1] = places.sort((one, other) => one - other);
  if (from === -1) return toggleRequest(selection, id);
  const range = shown.slice(from, to + 1).map((entry) => entry.id);
  return { ids: new Set([...before, ...range]), before, anchor, end: id };
}

/** Continues the range that ends at a request, or begins one there, up to its neighbour. */
export function extendSelection(
  selection: Selection,
  { from, to }: { from: number; to: number },
  shown: readonly RequestEntry[],
): Selection {
  const start =
    selection.end === from
      ? selection
      : { ids: selection.ids, before: selection.ids, anchor: from, end: from };
  return selectRange(start, to, shown);
}

export function selectAll(shown: readonly RequestEntry[]): Selection {
  const ids = new Set(shown.map(({ id }) => id));
  return { ids, before: ids, anchor: undefined, end: undefined };
}

/** What is left of a selection once the list was read again. */
export function keepListed(selection: Selection, requests: readonly RequestEntry[]): Selection {
  if (selection.ids.size === 0) return selection;
  const listed = new Set(requests.map(({ id }) => id));
  const ids = new Set([...selection.ids].filter((id) => listed.has(id)));
  return ids.size === selection.ids.size ? selection : { ...noSelection, ids, before: ids };
}
