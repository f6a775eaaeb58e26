import assert from 'node:assert/strict';
import { createRoute, currentRoute, givenRoute, givenSite, updateRoute } from './operations.ts';
import { expectBadParameter, expectRefusedAt } from './problem-shape.ts';
import type { AcceptanceTarget, Question } from './question.ts';
import { expectRoute } from './resource-shapes.ts';

const badPathnames = [
  'about',
  '',
  'https://a.example/b',
  '/a b',
  '/a?b',
  '/a#b',
  '/%zz',
  '/%',
  '/a\n',
];
const badLocales = [
  '',
  'english',
  'en',
  'en_US',
  'en-',
  '-US',
  'en US',
  'en-US ',
  'e-US',
  'en-US\n',
];

/** Neither `true` nor `false`, and so not in the enum. */
const badValues: readonly (readonly [slug: string, value: string])[] = [
  ['upper-case', 'TRUE'],
  ['capitalised', 'True'],
  ['one', '1'],
  ['zero', '0'],
  ['yes', 'yes'],
  ['nothing', ''],
  ['null', 'null'],
  ['a-space-after', 'true%20'],
  ['a-list', 'true,false'],
  ['a-prototype-key', 'constructor'],
];

async function refusesEverywhere(target: AcceptanceTarget, query: string): Promise<void> {
  const site = await givenSite(target);
  const route = await givenRoute(target);
  for (const pathname of badPathnames) {
    expectRefusedAt(await createRoute(target, site.id, { pathname }, query), '/pathname');
    expectRefusedAt(await updateRoute(target, route.id, { pathname }, query), '/pathname');
  }
  assert.deepEqual(await currentRoute(target, route.id), route);
}

export const routeRules: readonly Question[] = [
  {
    id: 'route-rules/pathnames',
    title: 'A pathname that is not a URI path is refused without effect',
    ask: (target) => refusesEverywhere(target, ''),
  },
  {
    id: 'route-rules/skip-validation-false',
    title: 'skipValidation=false is the same as leaving it out',
    ask: (target) => refusesEverywhere(target, '?skipValidation=false'),
  },
  {
    id: 'route-rules/locales',
    title: 'A locale other than language and region is refused without effect',
    ask: async (target) => {
      const route = await givenRoute(target);
      for (const locale of badLocales) {
        const localizedVariants = [
          { locale: 'en-US', pathname: '/a' },
          { locale, pathname: '/b' },
        ];
        const answer = await updateRoute(target, route.id, { localizedVariants });
        expectRefusedAt(answer, '/localizedVariants/1/locale');
      }
      assert.deepEqual(await currentRoute(target, route.id), route);
    },
  },
  {
    id: 'route-rules/pathnames-of-variants',
    title: 'The pathname of a localized variant follows the same rule',
    ask: async (target) => {
      const { id } = await givenSite(target);
      for (const pathname of badPathnames) {
        const body = { pathname: '/a', localizedVariants: [{ locale: 'en-US', pathname }] };
        expectRefusedAt(await createRoute(target, id, body), '/localizedVariants/0/pathname');
      }
    },
  },
  {
    id: 'route-rules/skip-validation-true-creates',
    title: 'skipValidation=true accepts any pathname and locale, unchanged',
    ask: async (target) => {
      const { id } = await givenSite(target);
      const query = '?skipValidation=true';
      for (const pathname of badPathnames) {
        const localizedVariants = [{ locale: 'not a locale', pathname }];
        const body = { pathname, localizedVariants };
        const route = expectRoute(await createRoute(target, id, body, query), 201);
        assert.deepEqual(route, { id: route.id, ...body });
        assert.deepEqual(await currentRoute(target, route.id), route);
      }
    },
  },
  {
    id: 'route-rules/skip-validation-true-updates',
    title: 'skipValidation=true accepts any pathname and locale in an update',
    ask: async (target) => {
      const { id } = await givenRoute(target);
      const change = { pathname: 'no slash', localizedVariants: [{ locale: '?', pathname: '#' }] };
      const answer = await updateRoute(target, id, change, '?skipValidation=true');
      assert.deepEqual(expectRoute(answer, 200), { id, ...change });
      assert.deepEqual(await currentRoute(target, id), { id, ...change });
    },
  },
  {
    id: 'route-rules/skip-validation-with-good-values',
    title: 'skipValidation, true or false, accepts a valid route',
    ask: async (target) => {
      const { id } = await givenSite(target);
      for (const value of ['true', 'false']) {
        const query = `?skipValidation=${value}`;
        const route = expectRoute(await createRoute(target, id, { pathname: '/a' }, query), 201);
        expectRoute(await updateRoute(target, route.id, { pathname: '/b' }, query), 200);
      }
    },
  },
  {
    id: 'route-rules/types-are-not-skipped',
    title: 'skipValidation=true skips neither types nor required fields',
    ask: async (target) => {
      const { id } = await givenSite(target);
      const query = '?skipValidation=true';
      expectRefusedAt(await createRoute(target, id, {}, query), '/pathname');
      expectRefusedAt(await createRoute(target, id, { pathname: 5 }, query), '/pathname');
      const body = { pathname: '/a', localizedVariants: [{ locale: 5, pathname: null }, 'x'] };
      expectRefusedAt(
        await createRoute(target, id, body, query),
        '/localizedVariants/0/locale',
        '/localizedVariants/0/pathname',
        '/localizedVariants/1',
      );
    },
  },
  {
    id: 'route-rules/skip-validation-twice',
    title: 'skipValidation given twice is refused',
    ask: async (target) => {
      const { id } = await givenSite(target);
      const query = '?skipValidation=true&skipValidation=false';
      const answer = await createRoute(target, id, { pathname: '/a' }, query);
      expectBadParameter(answer, 'skipValidation');
    },
  },
  {
    id: 'route-rules/skip-validation-is-for-one-request',
    title: 'A request with skipValidation does not change the next one',
    ask: async (target) => {
      const { id } = await givenSite(target);
      const body = { pathname: 'no slash' };
      expectRoute(await createRoute(target, id, body, '?skipValidation=true'), 201);
      expectRefusedAt(await createRoute(target, id, body), '/pathname');
    },
  },
  ...badValues.map(([slug, value]) => ({
    id: `route-rules/skip-validation-refuses-${slug}`,
    title: `skipValidation=${value} is refused on create and on update without effect`,
    ask: async (target: AcceptanceTarget) => {
      const site = await givenSite(target);
      const route = await givenRoute(target);
      const query = `?skipValidation=${value}`;
      const body = { pathname: '/changed' };
      expectBadParameter(await createRoute(target, site.id, body, query), 'skipValidation');
      expectBadParameter(await updateRoute(target, route.id, body, query), 'skipValidation');
      assert.deepEqual(await currentRoute(target, route.id), route);
    },
  })),
];
