import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { listChecks } from '../conformance/index.ts';
import { contract } from '../contract/index.ts';
import { toDocuments } from './tables.ts';

const documents = toDocuments(listChecks(contract));

test.each(Object.entries(documents))('%s is what `npm run docs` writes', (file, text) => {
  expect(readFileSync(file, 'utf8')).toBe(text);
});
