import { readId, readIds, type ScriptPart } from './session.ts';
import { painfulNames, unusualOrigins } from './values.ts';

/** Creates and updates sites, and reads the list after each step. */
export const siteScript: ScriptPart = async function* (session) {
  const { list, patch, post, sites, other } = session;
  yield await list();
  const bodies = [
    { name: 'First', hostUrl: 'https://www.my-first-host.example.com:8443' },
    { name: 'Second', hostUrl: 'http://second.example.com', locale: 'de-DE' },
    { name: 'First' },
    ...painfulNames.map((name) => ({ name })),
    { name: ' Spaced ', hostUrl: 'https://spaced.example.com' },
  ];
  const ids: string[] = [];
  for (const body of bodies) {
    const answer = await post(sites(), body);
    ids.push(readId(answer));
    yield answer;
    yield await list();
    yield await list('?limit=3');
  }
  yield await list('', other);
  const elsewhere = await post(sites(other), { name: 'Elsewhere' });
  yield elsewhere;
  yield await list('', other);
  const [first = '', , third = ''] = ids;
  const route = await post(`/v1/sites/${first}/routes`, { pathname: '/kept' });

  for (const body of [
    { name: 'First again' },
    { hostUrl: 'http://changed-host.example.com:81' },
    {},
    { name: painfulNames[0], hostUrl: 'https://both.example.com' },
    { name: 'FIRST AGAIN' },
    { name: 'first again' },
    { name: '' },
    ...painfulNames.map((name) => ({ name })),
  ]) {
    yield await patch(`/v1/sites/${first}`, body);
    yield await patch(`/v1/sites/${first}`, {});
    yield await list();
  }
  yield await patch(`/v1/sites/${third}`, { hostUrl: 'https://third.example.com' });
  yield await patch(`/v1/sites/${third}`, { hostUrl: 'https://both.example.com' });
  for (const hostUrl of unusualOrigins) yield await patch(`/v1/sites/${third}`, { hostUrl });
  yield await patch(`/v1/sites/${readId(elsewhere)}`, { name: 'Elsewhere too' });
  yield await list();
  yield await list(`?limit=4&after=${first}`);
  yield await list(`?limit=4&after=${readIds(elsewhere)[0]}`);
  yield await patch(`/v1/routes/${readId(route)}`, { pathname: '/moved' });
};
