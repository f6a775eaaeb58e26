import { expect, test } from '@jest/globals';
import { contract } from './index.ts';

const site = {
  id: '0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10',
  name: 'Harbour Café',
  hostUrl: null,
  apiKey: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
};

test('a value that changes after validation is validated again', () => {
  const { validators } = contract;
  const changing: Record<string, unknown> = { ...site };
  expect(validators.schema('Site', changing)).toEqual([]);
  changing['name'] = 5;
  expect(validators.reply('createSite', '201', changing)).toHaveLength(1);
});

test('a frozen valid value stays valid only for the same schema', () => {
  const { validators } = contract;
  const frozen = Object.freeze({ ...site });
  expect(validators.schema('Site', frozen)).toEqual([]);
  expect(validators.reply('createSite', '201', frozen)).toEqual([]);
  expect(validators.reply('createRoute', '201', frozen)).not.toEqual([]);
  expect(validators.schema('Route', frozen)).not.toEqual([]);
  expect(validators.reply('createRoute', '201', frozen)).not.toEqual([]);
});
