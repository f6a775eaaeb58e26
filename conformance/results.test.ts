import { describe, expect, test } from '@jest/globals';
import { exampleCheck, exampleExchange, passed } from '../test/support/results/example-checks.ts';
import { conformingResult } from '../test/support/results/example-results.ts';
import { withGroups } from './group-failures.ts';
import type { CheckResult, Failure, Outcome } from './results.ts';

const failed = (failure: Partial<Failure> = {}): Outcome => ({
  status: 'failed',
  failures: [{ message: 'm', expected: 'e', received: 'r', ...failure }],
});
const group = (checks: CheckResult[]) => withGroups({ ...conformingResult, checks });

describe('the groups of a result', () => {
  test('follow the interface, MUST before SHOULD before known failures', () => {
    const known = { reason: 'r', expires: '2026-12-31' };
    const { groups } = group([
      exampleCheck('listSites/a', failed({ requirement: 'list-sites-after' })),
      exampleCheck('listSites/b', { ...failed(), known } as Outcome),
      exampleCheck('listSites/c', failed({ requirement: 'bodies-are-json' }), { level: 'SHOULD' }),
      exampleCheck('createSite/d', failed({ requirement: 'operations-exist' })),
      exampleCheck('listSites/e', failed({ requirement: 'operations-exist' })),
      exampleCheck('listSites/f', failed({ requirement: 'not in the interface' })),
    ]);
    expect(
      groups.map(({ requirement, level, checks, operations }) =>
        [level, requirement.id, ...checks, ...operations].join(' '),
      ),
    ).toEqual([
      'MUST operations-exist createSite/d listSites/e createSite listSites',
      'MUST list-sites-after listSites/a listSites',
      'MUST listSites.f listSites/f listSites',
      'SHOULD bodies-are-json listSites/c listSites',
      'MUST listSites.b listSites/b listSites',
    ]);
  });

  test('start with the shortest exchange', () => {
    const long = exampleExchange({ curl: `curl ${'x'.repeat(1000)}` });
    const requirement = 'operations-exist';
    const [first] = group([
      exampleCheck('listSites/none', failed({ requirement })),
      exampleCheck('listSites/long', failed({ requirement, exchange: long })),
      exampleCheck('listSites/short', failed({ requirement, exchange: exampleExchange() })),
    ]).groups;
    expect(first?.failures.map(({ check }) => check)).toEqual([
      'listSites/short',
      'listSites/none',
      'listSites/long',
    ]);
  });

  test('name each requirement that a check shows to be broken', () => {
    const broken = ['list-sites-limit', 'list-sites-has-more'];
    const outcome = {
      status: 'failed' as const,
      failures: broken.map((requirement) => ({
        ...{ message: '', expected: '', received: '' },
        requirement,
      })),
    };
    const { groups, counts } = group([exampleCheck('a/both', outcome)]);
    expect(groups.map(({ requirement }) => requirement.id)).toEqual(broken);
    expect(groups.map(({ checks }) => checks)).toEqual([['a/both'], ['a/both']]);
    expect(counts.must).toBe(1);
  });

  test('have the same number of checks as the counts', () => {
    const { groups, counts } = group([
      exampleCheck('a/passed', passed),
      exampleCheck('a/one', failed()),
      exampleCheck('a/two', failed(), { level: 'SHOULD' }),
      exampleCheck('a/three', { status: 'inconclusive', reason: '' }),
      exampleCheck('a/four', { status: 'not-run', reason: '', threw: true }),
    ]);
    expect(counts).toEqual({
      ...{ total: 5, passed: 1, must: 1, should: 1, known: 0 },
      ...{ inconclusive: 1, skipped: 0, notRun: 1 },
    });
    expect(groups.flatMap(({ checks }) => checks)).toEqual(['a/one', 'a/two']);
  });
});
