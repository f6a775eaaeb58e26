import type { ProbeAnswer } from '../client.ts';
import { readId, type ScriptPart } from './session.ts';
import { painfulNames, variants } from './values.ts';

/** Duplicates sites, and checks the effects on copies and originals. */
export const copyScript: ScriptPart = async function* ({ list, other, patch, post, sites }) {
  const hostUrl = 'https://original.example.com';
  const first = readId(await post(sites(), { name: 'First', hostUrl }));
  const second = readId(
    await post(sites(), { name: 'Second', hostUrl: 'https://second.example.com' }),
  );
  const elsewhere = readId(await post(sites(other), { name: 'Elsewhere' }));
  const route = readId(
    await post(`/v1/sites/${first}/routes`, { pathname: '/a', localizedVariants: variants }),
  );
  const ids: string[] = [];
  async function copy(siteId: string, body?: unknown): Promise<ProbeAnswer> {
    const answer = await post(`/v1/sites/${siteId}/duplicate`, body);
    ids.push(readId(answer));
    return answer;
  }
  for (const name of [...painfulNames, 'Twin']) {
    yield await copy(first, { name });
    yield await list();
  }
  yield await copy(second);
  yield await copy(second, {});
  const copied = ids.at(-1) ?? '';
  yield await list();
  yield await patch(`/v1/sites/${copied}`, { name: 'Copy renamed' });
  yield await list();
  yield await patch(`/v1/sites/${second}`, { name: 'Renamed', hostUrl: 'https://z.example.com' });
  yield await list();
  yield await copy(copied, { name: 'Copy of copy' });
  yield await list('?limit=100');
  yield await copy(second, { name: 'Late' });
  yield await copy(elsewhere, { name: 'Other copy' });
  yield await post(`/v1/sites/${copied}/routes`, { pathname: '/on-copy' });
  yield await patch(`/v1/routes/${route}`, {});
  yield await list('', other);
  for (const id of ids.slice(-6)) yield await list(`?limit=3&after=${id}`);
};
