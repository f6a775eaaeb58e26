import { describe, expect, test } from '@jest/globals';
import { SiteTally } from './site-tally.ts';

describe('SiteTally', () => {
  test('counts a pending request as a site', () => {
    const tally = new SiteTally();
    tally.pending = 2;
    expect(tally.countAtWorst()).toBe(2);
  });

  test('counts a refused request until the lists show that it left nothing', () => {
    const tally = new SiteTally();
    tally.unproven = 1;
    const before = tally.listUnproven();
    tally.unproven += 1;
    tally.resolve(before, 0);
    expect(tally.countDoubts()).toBe(1);
  });

  test('expects of the next request what earlier ones left', () => {
    const tally = new SiteTally();
    tally.addSuccess(true);
    tally.resolve(tally.listUnproven(), 2);
    // The site, its two strays, and two further strays of the next request.
    expect(tally.countAtWorst()).toBe(5);
  });
});
