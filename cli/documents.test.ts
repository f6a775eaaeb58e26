import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { toDocuments } from './documents.ts';

test.each(Object.entries(toDocuments()))('%s is what `npm run docs` writes', (file, text) => {
  expect(readFileSync(file, 'utf8')).toBe(text);
});
