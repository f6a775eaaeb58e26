import { randomUUID } from 'node:crypto';
import { readId, readIds, type ScriptPart } from './session.ts';

/** Lists with all kinds of limits and cursors, for every number of sites up to about 25. */
export const listScript: ScriptPart = async function* ({ list, other, post, sites }) {
  yield await list();
  const ids: string[] = [];
  for (let count = 1; count <= 25; count += 1) {
    const name = count % 3 === 0 ? 'Same' : `Site ${count % 7}-${count}`;
    ids.push(readId(await post(sites(), { name })));
    yield await list();
    yield await list('?limit=3');
    yield await list(`?limit=${count}`);
    yield await list(`?limit=3&after=${ids[0]}`);
    if (count === 12) {
      yield await list('', other);
      ids.push(readId(await post(sites(other), { name: 'Same' })));
    }
  }
  const [first = '', second = ''] = ids;
  for (const limit of [0, 1, 2, 5, 7, 10, 11, 13, 24, 25, 26, 99, 100, 9, 51]) {
    yield await list(`?limit=${limit}`);
    yield await list(`?limit=${limit}`);
    yield await list(`?limit=${limit}&after=${first}`);
    yield await list(`?limit=${limit}&after=${second}`);
  }
  yield await list(`?after=${second}`);
  yield await list(`?after=${first}`);
  for (const limit of ['101', '150', '1000', '-1', '-3', 'abc', '5abc', '1.5', '']) {
    yield await list(`?limit=${limit}`);
  }
  for (const after of ['abc', '3', '', randomUUID(), ids[12], first.slice(1)]) {
    yield await list(`?after=${after}`);
  }
  for (const limit of [1, 2, 4, 5, 9]) {
    let after = first;
    for (let page = 0; page < 25; page += 1) {
      const answer = await list(`?limit=${limit}&after=${after}`);
      yield answer;
      const last = readIds(answer).at(-1);
      if (last === undefined) break;
      after = last;
    }
  }
  yield await list('', other);
};
