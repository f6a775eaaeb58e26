import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Failed, Inconclusive } from '../../../conformance/outcomes.ts';
import { contract } from '../../../contract/index.ts';
import { closeServers, serve, workspace } from '../../../test/support/first-contact.ts';
import { listChecks } from '../../entries/conformance.ts';
import { createRun } from '../create-run.ts';
import { walk } from './read-lists.ts';

afterEach(closeServers);

/** Serves pages of two sites, and removes certain sites as soon as a page ended with them. */
async function serveSites(ids: string[], isRemoved: (id: string) => boolean, keeps = false) {
  const refused: string[] = [];
  const port = await serve((request, response) => {
    const after = new URL(request.url ?? '', 'http://host').searchParams.get('after');
    const isGone = after !== null && isRemoved(after);
    if (isGone) {
      refused.push(after);
      if (!keeps) ids.splice(ids.indexOf(after), 1);
    }
    const start = after === null ? 0 : ids.indexOf(after) + 1;
    const data = ids.slice(start, start + 2).map((id) => ({ id }));
    response.writeHead(isGone ? 400 : 201, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(isGone ? {} : { data, hasMore: start + 2 < ids.length }));
  });
  const [check] = listChecks(contract);
  if (check === undefined) throw new Error('check not found');
  const run = await createRun(contract, {
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: 'a-key',
    workspace,
  });
  return { refused, walkAll: () => walk({ run, check }, workspace) };
}

const ids: readonly string[] = Array.from({ length: 7 }, () => randomUUID());

describe("walking the list behind other people's sites", () => {
  test('starts again if a listed site was removed', async () => {
    const gone = new Set<string | undefined>([ids[1], ids[4]]);
    const { walkAll, refused } = await serveSites([...ids], (id) => gone.has(id));
    expect((await walkAll()).ids).toEqual(ids.filter((id) => !gone.has(id)));
    expect(refused).toEqual([ids[1], ids[4]]);
  });

  test('fails if a cursor is refused that is still listed', async () => {
    const { walkAll } = await serveSites([...ids], (id) => id === ids[3], true);
    await expect(walkAll()).rejects.toThrow(Failed);
  });

  test('is inconclusive if one cursor after another is removed', async () => {
    const many = Array.from({ length: 40 }, () => randomUUID());
    const { walkAll, refused } = await serveSites(many, () => true);
    await expect(walkAll()).rejects.toThrow(Inconclusive);
    expect(refused).toHaveLength(5);
  });
});
