import { describe, expect, test } from '@jest/globals';
import type { CheckResult } from '../../conformance/results.ts';
import { explainFailures, listFailedChecks } from './explain.ts';
import { mockoon } from './mockoon.ts';
import { prismDynamic, prismStatic } from './prism.ts';

const toCheck = (id: string, message: string): CheckResult => ({
  id,
  title: '',
  operation: 'listSites',
  level: 'MUST',
  requirements: [],
  durationMs: 0,
  requests: 1,
  outcome: { status: 'failed', failures: [{ message, expected: '', received: '' }] },
});

describe('explaining what the suite says of a stranger', () => {
  const failed = listFailedChecks({
    checks: [
      toCheck('listSites/refuses-wrong-keys', 'the request was accepted'),
      toCheck('listSites/is-stable', 'the pages of the list never end'),
      toCheck('listSites/is-stable', 'something that nobody has seen before'),
      { ...toCheck('listSites/answers-201', ''), outcome: { status: 'passed' } },
    ],
  });

  test('gives each failure to the first cause that fits its check and its message', () => {
    const { explained } = explainFailures(failed, prismStatic.causes);
    expect(explained.map(({ checks }) => checks.map(({ check }) => check.id))).toEqual([
      ['listSites/refuses-wrong-keys'],
      ['listSites/is-stable'],
    ]);
  });

  test('leaves over what no cause explains', () => {
    const { unexplained } = explainFailures(failed, prismStatic.causes);
    expect(unexplained.map(({ failure }) => failure.message)).toEqual([
      'something that nobody has seen before',
    ]);
  });

  test.each([prismStatic, prismDynamic, mockoon])(
    'has no cause of $id that would explain everything',
    ({ causes }) => {
      const strange = listFailedChecks({
        checks: [toCheck('createSite/answers-201', 'a status that is not documented')],
      });
      expect(explainFailures(strange, causes).unexplained).toHaveLength(1);
    },
  );
});
