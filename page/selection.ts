import type { RequestEntry } from './api.ts';

export interface Selection {
  ids: ReadonlySet<number>;
  /** The selection before the last range: shrinking the range only removes what the range added. */
  before: ReadonlySet<number>;
  /** The start and the end of the range. */
  anchor: number | undefined;
  end: number | undefined;
}

export const noSelection: Selection = {
  ids: new Set(),
  before: new Set(),
  anchor: undefined,
  end: undefined,
};

/** Adds a request to the selection or removes it. The next range starts at it. */
export function toggleRequest({ ids }: Selection, id: number): Selection {
  const changed = new Set(ids);
  if (!changed.delete(id)) changed.add(id);
  return { ids: changed, before: changed, anchor: id, end: id };
}

/** Selects all requests between the anchor and a request in list order, in addition to the earlier selection. */
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

/** Extends the range at a request to its neighbour, or starts a range there. */
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

/** Removes requests that are no longer in the list from a selection. */
export function keepListed(selection: Selection, requests: readonly RequestEntry[]): Selection {
  if (selection.ids.size === 0) return selection;
  const listed = new Set(requests.map(({ id }) => id));
  const ids = new Set([...selection.ids].filter((id) => listed.has(id)));
  return ids.size === selection.ids.size ? selection : { ...noSelection, ids, before: ids };
}
