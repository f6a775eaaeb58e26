import { endOf } from '../../../conformance/runner/journal.ts';
import { type ExpectedSite, toKey } from '../model/ledger.ts';

/** Negative if the first site comes first; undefined if their order is unknown. */
type Compare = (left: ExpectedSite, right: ExpectedSite) => number | undefined;

/** Compares sites that were created one after the other. The order of sites created concurrently is unknown. */
function compareAge(left: ExpectedSite, right: ExpectedSite): number | undefined {
  const [first] = left.writes;
  const [second] = right.writes;
  if (first === undefined || second === undefined) return undefined;
  if (endOf(first) < second.startedAt) return -1;
  return endOf(second) < first.startedAt ? 1 : undefined;
}

function compareNames(left: ExpectedSite, right: ExpectedSite): number | undefined {
  if (left.name === right.name) return undefined;
  return left.name < right.name ? -1 : 1;
}

function compareIds(left: ExpectedSite, right: ExpectedSite): number {
  return toKey(left.id) < toKey(right.id) ? -1 : 1;
}

const orders: Readonly<Record<string, Compare>> = {
  'oldest-first': compareAge,
  'newest-first': (left, right) => compareAge(right, left),
  'by-name': compareNames,
  'by-id': compareIds,
};

/** Finds the order that sites are listed in. */
export function findOrder(sites: readonly ExpectedSite[]): string | undefined {
  // Collations differ for characters other than lower-case letters and digits.
  const plain = sites.filter(({ name }) => /^[a-z0-9]+$/.test(name));
  const names = Object.keys(orders);
  return names.find((name) => {
    const compared = name === 'by-name' ? plain : sites;
    return isInOrder(compared, orders[name]);
  });
}

function isInOrder(sites: readonly ExpectedSite[], compare: Compare = () => undefined): boolean {
  const signs: number[] = [];
  for (const [index, site] of sites.entries()) {
    const before = sites[index - 1];
    const sign = before && compare(before, site);
    if (sign !== undefined) signs.push(sign);
  }
  return signs.length > 0 && signs.every((sign) => sign < 0);
}
