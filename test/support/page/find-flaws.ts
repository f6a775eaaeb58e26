import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** Returns the accessibility violations that axe finds on a page, as rule and element. */
export async function findFlaws(page: Page): Promise<string[]> {
  const source = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
  // The policy of the page blocks scripts, but not those of the browser's console.
  await page.evaluate(source);
  const flaws: unknown = await page.evaluate(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target)))`,
  );
  return Array.isArray(flaws) ? flaws.map(String) : ['axe returned no result'];
}
