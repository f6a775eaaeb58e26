import { expect, test } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import { listCarriers } from './list-carriers.ts';
import { listChecks } from './list-checks.ts';
import { countSites } from './model/shared.ts';

const checks = listChecks(contract);

test('a check that only judges responses runs with the plainest calls of its operation', () => {
  const selected = checks.filter(({ id }) => id === 'createSite/answers-201');
  expect(listCarriers(checks, selected).every(({ operation }) => operation === 'createSite')).toBe(
    true,
  );
  expect(listCarriers(checks, selected).length).toBeGreaterThan(0);
  expect(listCarriers(checks, checks)).toEqual([]);
});

test('a standard run announces about 40 sites, and one that only reads lists announces none', () => {
  const standard = checks.filter(({ thorough }) => thorough !== true);
  // README and docs/conformance.md say "about 40". For more, a check can use a shared site instead of creating one.
  expect(countSites(standard, [], false).most).toBeLessThanOrEqual(50);
  const verdict = checks.filter(({ id }) => id === 'listSites/answers-201');
  expect(countSites(verdict, listCarriers(checks, verdict), false).most).toBe(0);
});
