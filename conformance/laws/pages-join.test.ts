import { expect, test } from '@jest/globals';
import type { Contract } from '../../contract/index.ts';
import { paths, show } from '../../test/any-contract/changes.ts';
import { runChanged } from '../../test/any-contract/run-forms.ts';
import { loadTestContract } from '../../test/support/load-test-contract.ts';
import type { Change } from '../../test/support/serve-changed.ts';

const unchanged: Change = (request, forward) => forward(request);

async function listBroken(contract: Contract, change: Change, id: string): Promise<string[]> {
  const { groups } = await runChanged(contract, change, [id]);
  return groups.flatMap(({ failures }) => failures.map(({ message }) => message));
}

test('pages say whether more records follow', async () => {
  const field = 'total: { type: integer }';
  const contract = await loadTestContract('library', (text) =>
    text.replace(field, `${field}\n                  hasMore: { type: boolean }`),
  );
  const id = 'listBranches/pages-join-to-the-list';
  const always = show('GET', paths.branches, (body) => ({ ...body, hasMore: true }));
  expect(await listBroken(contract, unchanged, id)).toEqual([]);
  expect(await listBroken(contract, always, id)).toContain(
    'a page says that more records follow, and the next page is empty',
  );
});

test('pages join through their Link header', async () => {
  const contract = await loadTestContract('flags');
  const id = 'environments_list/pages-join-to-the-list';
  // The second link leads past a page.
  const skips: Change = async (request, forward) => {
    const response = await forward(request);
    const link = response.headers.get('Link');
    const changed = link?.replace(/([?&]page=)2\b/, '$13');
    if (changed !== undefined) response.headers.set('Link', changed);
    return response;
  };
  expect(await listBroken(contract, unchanged, id)).toEqual([]);
  expect(await listBroken(contract, skips, id)).not.toEqual([]);
});
