import { expect, test } from '@jest/globals';
import { loadTestContract } from '../../test/support/load-test-contract.ts';
import { Inconclusive } from '../outcomes.ts';
import { callOperation } from './call-operation.ts';
import { createWorld } from './create-world.ts';

test('a request that cannot be written is not on its way', async () => {
  const contract = await loadTestContract('library');
  const world = await createWorld(contract, { baseUrl: 'http://127.0.0.1:9', apiKey: 'key' });
  const operation = contract.operations.find(({ id }) => id === 'createShelf');
  if (operation === undefined) throw new Error('no createShelf');
  await expect(callOperation(world, 'check', { operation })).rejects.toThrow(Inconclusive);
  expect(world.pending).toEqual([]);
  world.halt.close();
  world.target.close();
});
