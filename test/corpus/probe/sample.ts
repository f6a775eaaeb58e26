/** How many entries of each family are looked at where not all are. */
const perFamily = 2;

/**
 * The first and the last entries of a family, or all of them where SITE_CONTRACT_CORPUS is `all`: a run of all takes
 * longer than one wants to wait for between two changes.
 */
export function sample<T>(entries: readonly T[]): readonly T[] {
  if (process.env['SITE_CONTRACT_CORPUS'] === 'all' || entries.length <= perFamily) return entries;
  return [...entries.slice(0, perFamily - 1), ...entries.slice(-1)];
}
