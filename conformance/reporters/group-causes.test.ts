import { describe, expect, test } from '@jest/globals';
import { exampleCheck, repeatedCursor } from '../../test/support/results/example-checks.ts';
import { conformingResult } from '../../test/support/results/example-results.ts';
import type { CheckResult, Failure, Level } from '../results.ts';
import { groupByCause, mapToCauses, toOthersText } from './group-causes.ts';

interface Given {
  id: string;
  about: readonly (readonly [what: string, distance: number])[];
  level?: Level;
}

function toCheck({ id, about, level = 'MUST' }: Given): CheckResult {
  const failures: Failure[] = about.map(([what, distance]) => ({
    ...repeatedCursor,
    about: { what, distance },
  }));
  return exampleCheck(id, { status: 'failed', failures }, { level });
}

function group(checks: readonly CheckResult[]) {
  return groupByCause({ ...conformingResult, checks });
}

function toIds(groups: ReturnType<typeof group>): Record<string, string[]> {
  return Object.fromEntries(
    groups.map(({ check, others }) => [check.id, others.map(({ id }) => id)]),
  );
}

const name = 'the name of a site';
const host = 'the hostUrl of a site';

describe('groupByCause', () => {
  test.each<{ title: string; given: Given[]; want: Record<string, string[]> }>([
    {
      title: 'puts a cause before its consequences',
      given: [
        { id: 'listSites/a', about: [[name, 4]] },
        { id: 'updateSite/b', about: [[name, 0]] },
      ],
      want: { 'updateSite/b': ['listSites/a'] },
    },
    {
      title: 'keeps different subjects apart',
      given: [
        { id: 'listSites/a', about: [[name, 4]] },
        { id: 'updateSite/b', about: [[host, 0]] },
      ],
      want: { 'updateSite/b': [], 'listSites/a': [] },
    },
    {
      title: 'groups a check if the cause of each of its failures is known',
      given: [
        {
          id: 'listSites/a',
          about: [
            [host, 4],
            [name, 4],
          ],
        },
        { id: 'updateSite/b', about: [[name, 0]] },
        { id: 'updateSite/c', about: [[host, 0]] },
      ],
      want: { 'updateSite/b': [], 'updateSite/c': ['listSites/a'] },
    },
    {
      title: 'does not group a check that shows something else',
      given: [
        { id: 'updateSite/b', about: [[name, 0]] },
        {
          id: 'listSites/a',
          about: [
            [name, 4],
            ['order', 4],
          ],
        },
      ],
      want: { 'updateSite/b': [], 'listSites/a': [] },
    },
    {
      title: 'never lets a check that does not count lead one that does',
      given: [
        { id: 'listSites/a', about: [[name, 0]], level: 'SHOULD' },
        { id: 'updateSite/b', about: [[name, 4]] },
      ],
      want: { 'updateSite/b': ['listSites/a'] },
    },
  ])('$title', ({ given, want }) => {
    expect(toIds(group(given.map(toCheck)))).toEqual(want);
  });

  test('treats equal wording as equal', () => {
    const checks = [3, 4].map((count) =>
      exampleCheck(`listSites/${count}`, {
        status: 'failed',
        failures: [{ ...repeatedCursor, message: `${count} sites are lost (of ${count})` }],
      }),
    );
    const [first, ...rest] = group(checks);
    expect(rest).toEqual([]);
    expect(first && toOthersText(first)).toBe('and 1 more check shows the same');
  });

  test('names the property over which other checks fail, and where its cause is', () => {
    const groups = group(
      [0, 4, 4].map((distance, at) =>
        toCheck({ id: `updateSite/${at}`, about: [[name, distance]] }),
      ),
    );
    expect(groups.map(toOthersText)).toEqual([
      'and 2 more checks fail because of the name of a site, probably for the same reason',
    ]);
    expect(mapToCauses(groups).get('updateSite/2')?.id).toBe('updateSite/0');
  });

  test('puts every failed check into one group', () => {
    const checks = Array.from({ length: 12 }, (_, at) =>
      toCheck({ id: `listSites/${at}`, about: [[`thing ${at % 5}`, at % 3]] }),
    );
    const ids = group(checks).flatMap(({ check, others }) =>
      [check, ...others].map(({ id }) => id),
    );
    expect(ids.toSorted()).toEqual(checks.map(({ id }) => id).toSorted());
  });
});

test.each([
  [
    'updateRoute adds 2 to localizedVariants',
    'updateRoute returns the localizedVariants from before the update',
  ],
  [
    'updateSite returns the name but does not store it',
    'updateSite returns the hostUrl but does not store it',
  ],
  [
    'createSite returns 500 to a request that sends a name of 320 characters (81 are accepted)',
    'updateSite returns 500 to a name of 25000 characters',
  ],
  [
    'listSites: hasMore is true although no site follows',
    'listSites: hasMore is true for a workspace without sites',
  ],
  [
    'createRoute: a pathname without a slash became a route with skipValidation=false',
    'updateRoute: a pathname without a slash was accepted with skipValidation=false',
  ],
  [
    'createSite returns a name without four-byte characters such as emoji',
    'createRoute returns a pathname without four-byte characters such as emoji',
  ],
  [
    'listSites: the page skips 8 sites behind its cursor',
    'listSites: the page does not start like the whole list',
  ],
  [
    'createRoute accepts a request in which localizedVariants[0] is "en-US", and returns it',
    'createRoute returns 500 to a request that sends null in localizedVariants',
  ],
  [
    'updateSite accepts a request in which hostUrl is a number, and returns hostUrl: 42',
    'updateSite accepts a request in which hostUrl is "not a uri", and returns hostUrl: null',
  ],
])('takes “%s” and “%s” as one cause', (one, other) => {
  expect(group([toFound(one, 0), toFound(other, 1)])).toHaveLength(1);
});

test('keeps wrong values of two fields apart unless both show one fault', () => {
  const accepts = (field: string, fault: string) =>
    `createSite accepts a request in which ${field} is ${fault}`;
  const apart = [accepts('name', 'null'), accepts('hostUrl', '"not a uri"')].map(toFound);
  expect(group(apart)).toHaveLength(2);
});

test('joins causes that have a third one in common', () => {
  const findings = [
    'createRoute accepts a request in which pathname is null',
    'updateRoute accepts a request in which pathname is a number',
    'createRoute accepts a request in which pathname is a number',
  ];
  expect(group(findings.map(toFound))).toHaveLength(1);
});

test('treats a change to texts as one cause, whichever fields show it', () => {
  const findings = [
    ['createSite returns a name in lower case', '/name'],
    ['createRoute returns a label in lower case', '/label'],
    ['updateRoute shows the label of a variant in lower case', '/localizedVariants/0/label'],
    ['updateRoute returns a different name in lower case', '/name'],
  ] as const;
  expect(
    group(findings.map(([finding, pointer], at) => toFailed(finding, at, pointer))),
  ).toHaveLength(2);
});

function toFound(finding: string, at: number): CheckResult {
  const [, field = ''] = / a (\w+) /.exec(finding) ?? [];
  return toFailed(finding, at, `/${field}`);
}

function toFailed(finding: string, at: number, pointer: string): CheckResult {
  const operation = /^\w+/.exec(finding)?.[0] ?? '';
  const failure = { ...repeatedCursor, finding, pointer, about: { what: `${at}`, distance: at } };
  return exampleCheck(`${operation}/${at}`, { status: 'failed', failures: [failure] }, {});
}
