import { expect, test } from '@jest/globals';
import { createMock } from '../index.ts';
import { textOf } from '../../test/support/read-fields.ts';
import { call, sitesOf } from '../../test/support/test-client.ts';

type Mock = ReturnType<typeof createMock>;
const create = async (mock: Mock, name: string): Promise<string> =>
  textOf(await call(mock, `POST ${sitesOf()}`, { json: { name } }), 'id');

test('a mock goes on with the ids of its seed where the contents that it starts with end', async () => {
  const whole = createMock({ seed: 7 });
  const ids = [await create(whole, 'a'), await create(whole, 'b')];
  const { contents } = await whole.snapshot();
  ids.push(await create(whole, 'c'));
  const mock = createMock({ seed: 7, contents });
  expect(await create(mock, 'c')).toBe(ids[2]);
  await mock.reset();
  expect(await create(mock, 'c')).toBe(ids[2]);
  const { sites } = (await mock.snapshot()).contents;
  expect(sites.map(({ site }) => site.id)).toEqual(ids);
});
