/**
 * The files of the page, by name. When the package is built, they are made once and stand in this place as text; from the
 * sources, as in tests, they are made when they are first asked for.
 */
export async function readPageFiles(): Promise<Readonly<Record<string, string>>> {
  const { bundlePage } = await import('../../../page/bundle-page.mjs');
  return bundlePage();
}
