import { describe, expect, test } from '@jest/globals';
import { contract, listAssumptions } from '../../contract/index.ts';
import { createMock } from '../../mock/index.ts';
import { assume } from '../support/assume.ts';
import { hostCases } from './hosts.ts';
import { identifierAndErrorCases } from './identifiers-and-errors.ts';
import { listingCases } from './listing.ts';
import { routeAndWebhookCases } from './routes-and-webhooks.ts';
import { siteCases } from './sites.ts';

const cases = [
  ...siteCases,
  ...hostCases,
  ...routeAndWebhookCases,
  ...listingCases,
  ...identifierAndErrorCases,
];

describe('the mock behaves as an assumption says', () => {
  for (const [at, { id, value, others, observe, want }] of cases.entries()) {
    test(`${id}: ${JSON.stringify(value)} (${at + 1})`, async () => {
      const mock = createMock({ contract: assume({ ...others, [id]: value }), seed: 1 });
      expect(await observe(mock)).toEqual(want);
    });
  }
});

describe('every value supported according to the document', () => {
  const choices = listAssumptions(contract.document).filter(({ known }) => known.length > 1);
  test.each(choices)('is tested: $id', ({ id, known }) => {
    const tried = new Set<unknown>(cases.filter((one) => one.id === id).map(({ value }) => value));
    expect(known.map(({ value }) => value).filter((value) => !tried.has(value))).toEqual([]);
  });
});
