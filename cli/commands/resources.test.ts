import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Contract } from '../../contract/index.ts';
import { loadContract } from '../../contract/load-contract.ts';
import { toModelJson } from '../../contract/resources/model-json.ts';
import { readModel } from '../../contract/resources/read-model.ts';
import { loadTestContract } from '../../test/support/load-test-contract.ts';
import { toModelOverlay } from '../resources/model-overlay.ts';
import { toModelText } from '../resources/model-text.ts';

test('shows a resource below the one that contains it, with the reason for each role', async () => {
  const contract = await loadTestContract('library');
  const text = toModelText(contract, readModel(contract), 80);
  expect(text).toMatch(/^ {2}branch \(.+\)\n(?: {6}.+\n)+ {4}shel\w+ /m);
  expect(text).toContain('pages by offset (offset); size limit');
  expect(text).toMatch(
    /deleteBranch \(DELETE \/branches\/\{branchId\}\)\n {6}delete branch, \w+: \w/,
  );
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

test('writes the same as data, and as comments of an Overlay', async () => {
  const contract = await loadTestContract('library');
  const model = readModel(contract);
  const json: unknown = JSON.parse(JSON.stringify(toModelJson(model)));
  expect(json).toMatchObject({
    resources: expect.arrayContaining([expect.objectContaining({ name: 'branch', id: ['/id'] })]),
    operations: expect.arrayContaining([
      expect.objectContaining({ operationId: 'getBranch', role: 'read', resource: 'branch' }),
    ]),
  });
  const overlay = toModelOverlay(contract, model);
  expect(overlay).toContain('      #   branch: # ');
  expect(overlay).toContain('      #     create: createBranch');
});

/** The roles, without certainty and reasons. */
function listRoles(contract: Contract) {
  const { operations } = readModel(contract);
  return [...operations.values()].map(({ operationId, role, resource, list, bindings }) => {
    return { operationId, role, resource, list, bindings };
  });
}

test.each([
  'articles',
  'flags',
  'library',
  'mail',
  'notebook',
  'projects',
  'shop',
  'tickets',
  'vault',
])('every line of the Overlay of %s can be uncommented, which changes nothing', async (name) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'overlay-'));
  const file = path.join(folder, 'overlay.yaml');
  const document = `test/contracts/${name}.yaml`;
  const inferred = await loadContract({ document });
  const overlay = toModelOverlay(inferred, readModel(inferred));
  await writeFile(file, overlay);
  const unchanged = await loadContract({ document, overlays: [file] });
  expect(toModelJson(readModel(unchanged))).toEqual(toModelJson(readModel(inferred)));
  await writeFile(file, overlay.replaceAll(/^( *)# ?/gm, '$1'));
  const declared = await loadContract({ document, overlays: [file] });
  await rm(folder, { recursive: true });
  expect(listRoles(declared)).toEqual(listRoles(inferred));
  const roles = [...readModel(declared).operations.values()];
  const others = roles.filter(({ role, certainty }) => {
    return role !== 'unexplained' && certainty !== 'declared';
  });
  expect(others).toEqual([]);
});
