import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { operationIds } from '../generated/names.ts';

const folders = ['contract', 'mock', 'client', 'conformance', 'gate', 'cli', 'page'];

/** Lists of operations by hand, which a new operation would have to repeat. */
const lists = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(folder, file),
    ),
  )
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .filter((file) => {
    const words = new Set(readFileSync(file, 'utf8').match(/\w+/g));
    return operationIds.every((id) => words.has(id));
  });

test('one file of the product has to list all operations; everything else reads them from the document', () => {
  // What checks by hand start from: an operation without such a check is in neither.
  const ofChecks = ['conformance/checks/frames.ts', 'conformance/model/trials.ts'];
  expect(lists.filter((file) => !ofChecks.includes(file))).toEqual(['mock/operations/index.ts']);
});
