import { expect, test } from '@jest/globals';
import type { RequestEntry } from './api.ts';
import {
  extendSelection,
  keepListed,
  noSelection,
  type Selection,
  selectAll,
  selectRange,
  toggleRequest,
} from './selection.ts';

// Only ids matter here. The list shows the latest request first.
const shown = [9, 8, 6, 5, 2].map((id) => ({ id })) as RequestEntry[];

function list({ ids }: Selection): number[] {
  return [...ids].sort((one, other) => one - other);
}

test('selects and deselects single requests', () => {
  const both = toggleRequest(toggleRequest(noSelection, 8), 2);
  expect(list(both)).toEqual([2, 8]);
  expect(list(toggleRequest(both, 8))).toEqual([2]);
});

test('selects what is shown between two requests, in either direction', () => {
  const start = toggleRequest(noSelection, 6);
  expect(list(selectRange(start, 2, shown))).toEqual([2, 5, 6]);
  expect(list(selectRange(start, 9, shown))).toEqual([6, 8, 9]);
});

test('deselects only what a shortened range had selected', () => {
  const start = toggleRequest(toggleRequest(noSelection, 5), 9);
  const long = selectRange(start, 2, shown);
  expect(list(long)).toEqual([2, 5, 6, 8, 9]);
  expect(list(selectRange(long, 8, shown))).toEqual([5, 8, 9]);
});

test('starts with the request itself if the anchor is not shown', () => {
  expect(list(selectRange(noSelection, 5, shown))).toEqual([5]);
  expect(list(selectRange(toggleRequest(noSelection, 7), 5, shown))).toEqual([5, 7]);
});

test('extends step by step, and starts again elsewhere', () => {
  const one = extendSelection(noSelection, { from: 9, to: 8 }, shown);
  const two = extendSelection(one, { from: 8, to: 6 }, shown);
  expect(list(two)).toEqual([6, 8, 9]);
  expect(list(extendSelection(two, { from: 6, to: 8 }, shown))).toEqual([8, 9]);
  expect(list(extendSelection(two, { from: 2, to: 5 }, shown))).toEqual([2, 5, 6, 8, 9]);
});

test('keeps only listed requests', () => {
  const all = selectAll(shown);
  expect(keepListed(all, shown)).toBe(all);
  expect(list(keepListed(all, shown.slice(3)))).toEqual([2, 5]);
});
