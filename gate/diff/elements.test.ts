import { expect, test } from '@jest/globals';
import { elementCases } from '../../test/diff-cases/cases.ts';
import { diffDocuments } from './diff-documents.ts';

const toSource = (document: Record<string, unknown>) => ({
  name: 'document',
  document: structuredClone(document),
  locate: (pointer: string) => ({ pointer }),
});

test.each(elementCases)('$title: breaks clients: $breaks', ({ before, after, breaks }) => {
  const { changes } = diffDocuments(toSource(before), toSource(after));
  const found = changes.filter(({ severity }) => severity === 'breaking');
  // Without a break, the titles show what was found instead.
  const titles = (found.length > 0 ? found : changes).map(({ title }) => title);
  expect({ breaks: found.length > 0, titles }).toEqual({ breaks, titles });
  expect(found.filter(({ witness }) => witness === undefined)).toEqual([]);
});
