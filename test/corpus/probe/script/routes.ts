import type { ProbeAnswer } from '../client.ts';
import { readId, type ScriptPart } from './session.ts';
import { painfulPathnames, variants } from './values.ts';

/** Creates and updates routes, with and without validation. */
export const routeScript: ScriptPart = async function* ({ list, patch, post, sites }) {
  const first = readId(await post(sites(), { name: 'First' }));
  const second = readId(await post(sites(), { name: 'Second' }));
  const ids: string[] = [];
  async function create(siteId: string, body: unknown, query = ''): Promise<ProbeAnswer> {
    const answer = await post(`/v1/sites/${siteId}/routes${query}`, body);
    ids.push(readId(answer));
    return answer;
  }
  yield await create(first, { pathname: '/with', localizedVariants: variants });
  const route = `/v1/routes/${ids[0]}`;
  for (const pathname of painfulPathnames) yield await create(first, { pathname });
  for (const pathname of painfulPathnames) yield await create(first, { pathname });
  yield await create(second, { pathname: '/with', localizedVariants: variants.slice(0, 1) });
  yield await create(second, { pathname: '/none', localizedVariants: [] });
  const repeated = [1, 2].map((count) => ({ locale: 'de-DE', pathname: `/${count}` }));
  yield await create(second, { pathname: '/two', localizedVariants: repeated });
  for (const id of ids) yield await patch(`/v1/routes/${id}`, {});

  for (const body of [
    { pathname: '/Moved/A/' },
    { localizedVariants: variants.slice(0, 2) },
    { pathname: `/Both${'y'.repeat(100)}/`, localizedVariants: variants.slice(1) },
    { pathname: '/only' },
    { localizedVariants: [] },
    ...painfulPathnames.map((pathname) => ({ pathname })),
  ]) {
    yield await patch(route, body);
    yield await patch(route, {});
  }
  for (const query of ['true', 'false', 'yes', '1', 'TRUE', '']) {
    for (const pathname of ['no-slash', '/slash']) {
      const localizedVariants = variants.slice(0, 1);
      const search = `?skipValidation=${query}`;
      yield await create(first, { pathname: `${pathname}-${query}`, localizedVariants }, search);
      yield await patch(`${route}${search}`, { pathname: `${pathname}-${query}` });
      yield await patch(route, {});
    }
  }
  const skipped = '?skipValidation=true';
  const odd = [{ locale: 'x', pathname: 'y' }];
  yield await create(first, { pathname: 7 }, skipped);
  yield await patch(`${route}${skipped}`, { pathname: null });
  yield await patch(`${route}${skipped}`, { localizedVariants: odd });
  yield await create(first, { pathname: '/a', localizedVariants: odd });
  yield await create(first, { pathname: 'no-slash' });
  yield await patch(route, { pathname: 'no-slash' });
  yield await patch(route, {});
  yield await list();
};
