import { describe, expect, test } from '@jest/globals';
import {
  brokenTargets,
  findTarget,
  lawfulTargets,
  plainTarget,
  type Target,
} from '../corpus/index.ts';
import { testInCi, testSome } from '../support/in-ci.ts';
import { scoreTarget } from './score-target.ts';

/** One broken target of each family, and a check that has to fail. `npm run corpus` runs all checks on all targets. */
const broken: readonly (readonly [target: string, check: string])[] = [
  ['concurrency/creations-share-api-key', 'createSite/gives-each-site-a-key-of-its-own'],
  ['status/createSite-200', 'createSite/answers-201'],
  ['media-type/text-html', 'listSites/answers-json'],
  ['bytes/byte-order-mark', 'listSites/shows-every-site-as-last-written'],
  ['site-fields/create-id-missing', 'createSite/accepts-a-name-alone'],
  ['route-fields/create-id-missing', 'createRoute/accepts-a-pathname-alone'],
  ['webhook-fields/create-id-missing', 'createWebhook/webhooks-are-independent'],
  ['page-fields/list-data-missing', 'listSites/shows-every-site-as-last-written'],
  ['names/nfc', 'createSite/keeps-letters-of-all-scripts'],
  ['variants/locale-cut-to-two', 'createRoute/keeps-unusual-locales'],
  ['hosts/ignored', 'listSites/shows-every-site-as-last-written'],
  ['pathnames/lower-case', 'createRoute/keeps-pathnames'],
  ['webhooks/url-query-lost', 'createWebhook/keeps-addresses'],
  ['persistence/create-not-stored', 'listSites/shows-every-site-as-last-written'],
  ['updates/name-clears-host', 'listSites/keeps-workspaces-apart'],
  ['mix-ups/create-answers-previous-site', 'listSites/shows-every-site-as-last-written'],
  ['identifiers/site-ids-always-same', 'listSites/shows-every-site-as-last-written'],
  ['duplicates/update-of-copy-reaches-original', 'duplicateSite/copies-the-site-as-it-is-now'],
  ['limits/default-1', 'listSites/applies-the-default-limit'],
  ['cursors/inclusive', 'listSites/applies-the-default-limit'],
  ['has-more/always-false', 'listSites/applies-the-default-limit'],
  ['listing/ignores-workspace', 'listSites/keeps-workspaces-apart'],
  ['caches/list-not-emptied-by-updates', 'listSites/shows-every-site-as-last-written'],
  ['bad-values/createSite-name-number', 'createSite/refuses-a-wrong-type-of-name'],
  ['bad-forms/createSite-host-with-path', 'createSite/keeps-no-more-than-an-origin'],
  ['bad-requests/malformed-as-empty', 'updateSite/refuses-what-is-no-json'],
  ['keys/not-asked-for-later-pages', 'listSites/refuses-requests-without-a-key'],
  ['skip-validation/false-is-truthy-updateRoute', 'updateRoute/validates-unless-told-not-to'],
  ['crashes/malformed', 'updateSite/copes-with-nonsense'],
  ['hangs/long-name', 'updateSite/copes-with-nonsense'],
  ['refusals/host-required', 'createSite/accepts-a-name-alone'],
  ['lawless-rules/digits-refused-in-updates', 'updateSite/changes-the-name-alone'],
  ['spellings/upper-case-id-needs-no-key', 'listSites/refuses-spelled-paths-without-a-key'],
];

/** The same for targets that a check only sees beside others. */
const besideOthers: readonly (readonly [target: string, check: string])[] = [
  ['siblings/long-names-cut-in-copies', 'duplicateSite/stays-in-the-workspace'],
  ['effects/invalid-create-stored', 'listSites/shows-no-refused-record'],
  ['route-updates/second-workspace-unknown', 'duplicateSite/stays-in-the-workspace'],
];

/** One lawful target of each family. The suite is slow for those of `traffic` on purpose. */
const lawful = [...new Map(lawfulTargets.toReversed().map((target) => [target.family, target]))]
  .map(([, target]) => target)
  .filter(({ family, thorough }) => family !== 'traffic' && !thorough);

const options = { seed: 7, timeoutMs: 10_000 };

const title = (target: Target, words: string) => ({ title: `${target.id} ${words}`, target });

describe('a lawful target', () => {
  const rows = [plainTarget, ...lawful].map((target) => title(target, 'passes'));
  testSome(rows, 3, async ({ target }) => {
    expect(await scoreTarget(target, options)).toMatchObject({
      verdict: 'conforms',
      failed: [],
      errors: [],
    });
  });
});

describe('a broken target', () => {
  const rows = broken.map(([id, check]) => ({ ...title(findTarget(id), `fails ${check}`), check }));
  testSome(rows, 9, async ({ target, check }) => {
    // The suite waits for as long as that several times.
    const timeoutMs = target.family === 'hangs' ? 3000 : options.timeoutMs;
    expect(await scoreTarget(target, { ...options, timeoutMs, only: [check] })).toMatchObject({
      verdict: 'broken',
      failed: [check],
      errors: [],
    });
  });

  testInCi.each(besideOthers)('%s fails %s in a whole run', async (id, check) => {
    expect(await scoreTarget(findTarget(id), options)).toMatchObject({
      verdict: 'broken',
      failed: expect.arrayContaining([check]),
      errors: [],
    });
  });

  test('of every family is in a table', () => {
    const families = new Set(
      brokenTargets.filter(({ level }) => level === 'must').map(({ family }) => family),
    );
    const listed = new Set([...broken, ...besideOthers].map(([id]) => id.split('/')[0]));
    expect([...families].filter((family) => !listed.has(family))).toEqual([]);
  });
});
