import { expect, test } from '@jest/globals';
import { loadTestContract } from '../../test/support/load-test-contract.ts';
import { createMock } from '../index.ts';

async function list(name: string, path: string, body: object, queries: readonly string[]) {
  const mock = createMock({ contract: await loadTestContract(name), seed: 1 });
  for (let count = 0; count < 3; count += 1)
    await mock.fetch(`https://api.example${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/vnd.api+json' },
      body: JSON.stringify(body),
    });
  const pages = [];
  for (const query of queries) {
    const response = await mock.fetch(`https://api.example${path}${query}`);
    pages.push(await response.json());
  }
  return pages;
}

test('pages of JSON:API link to each other by absolute URLs', async () => {
  const queries = ['?page[number]=1&page[size]=2', '?page[number]=2&page[size]=2'];
  const article = { data: { type: 'articles', attributes: { title: 'A' } } };
  const [first, last] = await list('articles', '/articles', article, queries);
  const url = (number: number) =>
    `https://api.example/articles?page%5Bnumber%5D=${number}&page%5Bsize%5D=2`;
  expect(first.data).toHaveLength(2);
  expect(first.links).toEqual({ self: `https://api.example/articles${queries[0]}`, next: url(2) });
  expect(last.data).toHaveLength(1);
  expect(last.links).toEqual({ self: `https://api.example/articles${queries[1]}` });
  expect([first.meta, last.meta]).toEqual([{ total: 3 }, { total: 3 }]);
});
