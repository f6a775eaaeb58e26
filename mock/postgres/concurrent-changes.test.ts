import { expect, test } from '@jest/globals';
import { describeSharedMocks, sites } from '../../test/support/shared-mocks.ts';

describeSharedMocks('changes by several mocks at the same time', ({ createMocks, query }) => {
  test('lose no change when the state is edited on the page', async () => {
    const { one, other, third } = createMocks();
    const made = await one.send('POST', sites, { name: 'first' });
    const { id } = made.json;
    const removed = await one.send('POST', sites, { name: 'removed' });
    const edits = Array.from({ length: 10 }, async (_, at) => {
      const value = { name: `edited ${at}`, apiKey: id, hostUrl: null };
      const edit = { kind: 'site', id: crypto.randomUUID(), parent: sites.split('/')[2], value };
      expect((await one.control('PATCH', 'state', { edits: [edit] })).status).toBe(200);
    });
    const creations = Array.from({ length: 20 }, async (_, at) => {
      const mock = at % 2 === 0 ? other : third;
      expect((await mock.send('POST', sites, { name: `made ${at}` })).status).toBe(201);
      const hostUrl = `https://h${at}.example`;
      expect((await mock.send('PATCH', `/sites/${id}`, { hostUrl })).status).toBe(200);
    });
    const undone = await other.control('PATCH', 'state', {
      edits: [{ kind: 'site', id: removed.json.id }],
    });
    await Promise.all([...edits, ...creations]);
    const names = await third.list();
    expect(names).toHaveLength(31);
    expect(new Set(Array.isArray(names) ? names : [])).toHaveProperty('size', 31);
    // The removed resources return to their positions.
    const undo: unknown = JSON.parse(undone.text).undo;
    expect((await third.control('PATCH', 'state', { edits: undo })).status).toBe(200);
    const again = await one.list();
    expect(Array.isArray(again) ? again.slice(0, 2) : again).toEqual(['first', 'removed']);
  });

  test('leave no route behind when its site is removed', async () => {
    const { one, other, third } = createMocks();
    for (let round = 0; round < 8; round += 1) {
      const { id } = (await one.send('POST', sites, { name: `site ${round}` })).json;
      const routes = Array.from({ length: 6 }, (_, at) =>
        (at % 2 === 0 ? other : third).send('POST', `/sites/${id}/routes`, {
          pathname: `/r${at}`,
          localizedVariants: [],
        }),
      );
      const edits = [{ kind: 'site', id }];
      const edited = await one.control('PATCH', 'state', { edits });
      expect(edited.status).toBe(200);
      for (const route of await Promise.all(routes)) {
        expect([201, 404]).toContain(route.status);
        if (route.status !== 201) continue;
        const pathname = '/still-there';
        expect((await one.send('PATCH', `/routes/${route.json.id}`, { pathname })).status).toBe(
          404,
        );
      }
    }
  });

  test('never see part of a snapshot', async () => {
    const { one, other } = createMocks();
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        const { id } = (await other.send('POST', sites, { name: 'site' })).json;
        await other.send('POST', `/sites/${id}/routes`, { pathname: '/a', localizedVariants: [] });
      }
    })();
    try {
      for (let round = 0; round < 10; round += 1) {
        const saved = await one.control('PUT', 'snapshots/torn');
        const { sites: siteCount, routes } = JSON.parse(saved.text);
        // Each site gets its route before the next site is created.
        expect([siteCount, siteCount - 1]).toContain(routes);
      }
    } finally {
      isOver = true;
    }
    await writing;
  });

  test('advance a frozen clock by the sum of all requests', async () => {
    const { one, other } = createMocks();
    await one.control('POST', 'clock/freeze', { at: '2030-01-01T00:00:00.000Z' });
    const changes = Array.from({ length: 40 }, (_, at) =>
      (at % 3 === 0 ? other : one).control('POST', 'clock/advance', { milliseconds: 1000 }),
    );
    for (const { status, text } of await Promise.all(changes))
      expect({ status, text }).toMatchObject({ status: 200 });
    const { text } = await other.control('GET', 'clock');
    expect(JSON.parse(text).now).toBe('2030-01-01T00:00:40.000Z');
  });

  test('create a session again if it is removed at the same moment, without a failed request', async () => {
    const { one, schema } = createMocks();
    await one.send('GET', sites);
    // Like a change by another mock between two statements of this one.
    await query(`create table ${schema}.removed (name text);
      create function ${schema}.remove() returns trigger language plpgsql as $$ begin
        if not exists (select from ${schema}.removed) then
          insert into ${schema}.removed values (new.name);
          delete from ${schema}.session where name = new.name;
        end if;
        return null;
      end $$;
      create trigger remove after insert on ${schema}.session for each row execute function ${schema}.remove()`);
    const made = await one.send('POST', sites, { name: 'site' }, 'doomed');
    expect(made.status).toBe(201);
    expect((await query(`select name from ${schema}.removed`)).rows).toEqual([{ name: 'doomed' }]);
    expect(await one.list('doomed')).toEqual(['site']);
  });
});
