import assert from 'node:assert/strict';
import {
  createRoute,
  currentRoute,
  freshWorkspace,
  givenRoute,
  givenSite,
  updateRoute,
} from './operations.ts';
import { expectProblem, expectRefusedAt } from './problem-shape.ts';
import type { Question } from './question.ts';
import { expectRoute } from './resource-shapes.ts';

const german = { locale: 'de-DE', pathname: '/ueber-uns' };
const french = { locale: 'fr-CH', pathname: '/a-propos' };

export const routes: readonly Question[] = [
  {
    id: 'routes/create-answers-201-with-the-route',
    title: 'Create route returns 201 with id, pathname and localizedVariants',
    ask: async (target) => {
      const route = await givenRoute(target, { pathname: '/about', localizedVariants: [german] });
      assert.deepEqual([route.pathname, route.localizedVariants], ['/about', [german]]);
    },
  },
  {
    id: 'routes/no-variants-by-default',
    title: 'A route without localized variants has an empty list of them',
    ask: async (target) => {
      assert.deepEqual((await givenRoute(target)).localizedVariants, []);
      assert.deepEqual((await givenRoute(target, { localizedVariants: [] })).localizedVariants, []);
    },
  },
  {
    id: 'routes/order-of-variants',
    title: 'Localized variants are returned in the order in which they were sent',
    ask: async (target) => {
      const localizedVariants = [french, german, { locale: 'en-US', pathname: '/about-us' }];
      const route = await givenRoute(target, { localizedVariants });
      assert.deepEqual(route.localizedVariants, localizedVariants);
      assert.deepEqual(await currentRoute(target, route.id), route);
    },
  },
  {
    id: 'routes/many-variants',
    title: 'A route keeps a hundred localized variants',
    ask: async (target) => {
      const letters = [...'ABCDEFGHIJ'];
      const regions = letters.flatMap((first) => letters.map((second) => first + second));
      const localizedVariants = regions.map((region) => ({
        locale: `en-${region}`,
        pathname: `/${region.toLowerCase()}`,
      }));
      const route = await givenRoute(target, { localizedVariants });
      assert.deepEqual((await currentRoute(target, route.id)).localizedVariants, localizedVariants);
    },
  },
  {
    id: 'routes/pathname-is-required',
    title: 'Create route without a pathname is refused at /pathname',
    ask: async (target) => {
      const { id } = await givenSite(target);
      expectRefusedAt(await createRoute(target, id, {}), '/pathname');
      expectRefusedAt(await createRoute(target, id, { localizedVariants: [] }), '/pathname');
    },
  },
  {
    id: 'routes/ordinary-pathnames',
    title: 'Ordinary pathnames are returned unchanged',
    ask: async (target) => {
      const { id } = await givenSite(target);
      const pathnames = ['/', '/a', '/a/b/c', '/a-b_c.d~e', '/%C3%BC', '/a/', '/A/b', '/1', '/a=b'];
      for (const pathname of pathnames) {
        const route = expectRoute(await createRoute(target, id, { pathname }), 201);
        assert.equal(route.pathname, pathname);
      }
    },
  },
  {
    id: 'routes/update-answers-200-with-the-route',
    title: 'Update route returns 200 with the whole updated route',
    ask: async (target) => {
      const { id } = await givenRoute(target, { localizedVariants: [german] });
      const change = { pathname: '/changed', localizedVariants: [french] };
      assert.deepEqual(expectRoute(await updateRoute(target, id, change), 200), { id, ...change });
    },
  },
  {
    id: 'routes/update-pathname-alone',
    title: 'Updating the pathname leaves the localized variants unchanged',
    ask: async (target) => {
      const { id } = await givenRoute(target, { localizedVariants: [german, french] });
      const route = expectRoute(await updateRoute(target, id, { pathname: '/moved' }), 200);
      assert.deepEqual(route, { id, pathname: '/moved', localizedVariants: [german, french] });
      assert.deepEqual(await currentRoute(target, id), route);
    },
  },
  {
    id: 'routes/update-variants-alone',
    title: 'Updating the localized variants replaces them and keeps the pathname',
    ask: async (target) => {
      const { id } = await givenRoute(target, { localizedVariants: [german] });
      const change = { localizedVariants: [french] };
      const route = expectRoute(await updateRoute(target, id, change), 200);
      assert.deepEqual(route, { id, pathname: '/start', localizedVariants: [french] });
      assert.deepEqual(await currentRoute(target, id), route);
    },
  },
  {
    id: 'routes/update-to-no-variants',
    title: 'Updating to an empty list removes the localized variants',
    ask: async (target) => {
      const { id } = await givenRoute(target, { localizedVariants: [german, french] });
      await updateRoute(target, id, { localizedVariants: [] });
      assert.deepEqual((await currentRoute(target, id)).localizedVariants, []);
    },
  },
  {
    id: 'routes/update-nothing',
    title: 'An update with an empty object returns the route unchanged',
    ask: async (target) => {
      const route = await givenRoute(target, { localizedVariants: [german] });
      assert.deepEqual(expectRoute(await updateRoute(target, route.id, {}), 200), route);
    },
  },
  {
    id: 'routes/others-stay',
    title: 'Updating a route leaves the other routes of its site unchanged',
    ask: async (target) => {
      const site = await givenSite(target);
      const body = { pathname: '/a', localizedVariants: [german] };
      const first = expectRoute(await createRoute(target, site.id, body), 201);
      const second = expectRoute(await createRoute(target, site.id, { pathname: '/b' }), 201);
      await updateRoute(target, second.id, { pathname: '/c', localizedVariants: [french] });
      assert.deepEqual(await currentRoute(target, first.id), first);
    },
  },
  {
    id: 'routes/all-or-nothing',
    title: 'An update of a route with one valid and one invalid field changes neither',
    ask: async (target) => {
      const route = await givenRoute(target, { localizedVariants: [german] });
      const badVariants = { pathname: '/changed', localizedVariants: 'none' };
      expectRefusedAt(await updateRoute(target, route.id, badVariants), '/localizedVariants');
      const badPathname = { pathname: 'changed', localizedVariants: [] };
      expectRefusedAt(await updateRoute(target, route.id, badPathname), '/pathname');
      assert.deepEqual(await currentRoute(target, route.id), route);
    },
  },
  {
    id: 'routes/unknown-fields-are-ignored',
    title: 'Unknown fields of a route and of its localized variants are ignored',
    ask: async (target) => {
      const taken = await givenRoute(target);
      const variant = { ...german, title: 'x' };
      const body = { id: taken.id, siteId: 'x', localizedVariants: [variant], a: { b: [] } };
      const route = await givenRoute(target, body);
      assert.notEqual(route.id, taken.id);
      assert.deepEqual(route.localizedVariants, [german]);
    },
  },
  {
    id: 'routes/unknown-site-or-route-is-404',
    title: 'Unknown sites and unknown routes get 404',
    ask: async (target) => {
      expectProblem(await createRoute(target, freshWorkspace(), { pathname: '/a' }), 404);
      expectProblem(await updateRoute(target, freshWorkspace(), { pathname: '/a' }), 404);
    },
  },
  {
    id: 'routes/ids-of-other-things',
    title: 'A site id is not a route id, nor a route id a site id',
    ask: async (target) => {
      const site = await givenSite(target);
      const route = expectRoute(await createRoute(target, site.id, { pathname: '/a' }), 201);
      expectProblem(await updateRoute(target, site.id, { pathname: '/b' }), 404);
      expectProblem(await createRoute(target, route.id, { pathname: '/b' }), 404);
    },
  },
];
