import { describe, expect, test } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import { runSuite } from '../suites.ts';
import type { Check } from './model/scope.ts';
import { listAllChecks } from './own-checks.ts';

const check: Check = {
  id: 'team/allows-no-caching',
  title: 'A list of sites must not be cached',
  operation: 'listSites',
  level: 'MUST',
  requirements: [],
  sends: 'the first page',
  expects: 'Cache-Control: no-store',
  stage: 'listing',
  writes: false,
  run() {},
};

/** Returns the check as JavaScript may pass it, with wrong fields or without some. */
const passWith = (changes: Record<string, unknown>): Check => ({ ...check, ...changes });

const faulty = [
  { changes: { id: undefined }, message: 'a check has no id' },
  { changes: { title: undefined }, message: 'has no title' },
  { changes: { expects: 7 }, message: 'has no expects' },
  { changes: { run: undefined }, message: 'has no run; add a function' },
  { changes: { requirements: undefined }, message: 'has no list of requirements' },
  {
    changes: { requirements: ['site-shapes'] },
    message: 'has the unknown requirement site-shapes; did you mean site-shape?',
  },
  {
    changes: { requirements: ['caching-is-forbidden'] },
    message: 'has the unknown requirement caching-is-forbidden; docs/coverage.md lists them',
  },
  {
    changes: { operation: 'listSite' },
    message: 'has the unknown operation listSite; did you mean listSites?',
  },
  {
    changes: { level: 'REQUIRED' },
    message: 'has the unknown level REQUIRED; use one of MUST, SHOULD, OBSERVE',
  },
  { changes: { stage: 'call' }, message: 'has the unknown stage call; did you mean calls?' },
  { changes: { stage: undefined }, message: 'has the unknown stage undefined' },
];

describe('your own checks', () => {
  test('follow those of the suite', () => {
    expect(listAllChecks(contract, [check]).at(-1)).toBe(check);
  });

  test.each(faulty)('are refused before the run: $message', async ({ changes, message }) => {
    const options = { baseUrl: 'http://127.0.0.1:1', apiKey: 'some-key', workspace: '' };
    await expect(runSuite({ ...options, checks: [passWith(changes)] })).rejects.toThrow(message);
  });

  test('can be selected, but not by a name that selects none', async () => {
    const options = { baseUrl: 'http://127.0.0.1:1', apiKey: 'some-key', workspace: '' };
    const only = [check.id, 'zzz'];
    await expect(runSuite({ ...options, checks: [check], only })).rejects.toThrow(
      'only: zzz selects no check',
    );
  });

  test('cannot have the id of a check of the suite', () => {
    const [{ id } = check] = listAllChecks(contract, []);
    expect(() => listAllChecks(contract, [passWith({ id })])).toThrow(
      `two checks have the id ${id}`,
    );
  });
});
