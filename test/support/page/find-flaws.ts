import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** What axe finds wrong with a page for people who cannot see or point, as rule and element. */
export async function findFlaws(page: Page): Promise<string[]> {
  const source = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8');
  // The page's policy lets no script in; the browser's own console is not asked.
  await page.evaluate(source);
  const found: unknown = await page.evaluate(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target)))`,
  );
  return Array.isArray(found) ? found.map(String) : ['axe said nothing'];
}
