import { expect, test } from '@jest/globals';
import { elementCases } from '../../test/diff-cases/elements.ts';
import { diffDocuments } from './diff-documents.ts';

const toSource = (document: object) => ({
  name: 'document',
  document: structuredClone(document) as Record<string, unknown>,
  locate: (pointer: string) => ({ pointer }),
});

const both = elementCases.flatMap(([title, before, after, forward, backward]) => [
  { title, before, after, want: forward },
  { title: `${title}, undone`, before: after, after: before, want: backward },
]);

test.each(both)('$title: $want', ({ before, after, want }) => {
  const { changes } = diffDocuments(toSource(before), toSource(after));
  const breaks = changes.filter(({ severity }) => severity === 'breaking');
  // Without a break, the titles show what was found instead.
  const titles = (breaks.length > 0 ? breaks : changes).map(({ title }) => title);
  expect({ got: breaks.length > 0 ? 'breaks' : 'is safe', titles }).toEqual({ got: want, titles });
  expect(breaks.filter(({ witness }) => witness === undefined)).toEqual([]);
});
