import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { runAnyContract } from '../../conformance/run-any-contract.ts';
import { createMock } from '../../mock/index.ts';
import { loadTestContract } from '../support/load-test-contract.ts';

/** The library has tests of its own. No check applies to remote procedure calls. */
const others = new Set(['library', 'calls']);
const names = readdirSync('test/contracts').map((file) => path.basename(file, '.yaml'));

test.each(names.filter((name) => !others.has(name)))('the mock of %s conforms', async (name) => {
  const contract = await loadTestContract(name);
  const mock = createMock({ contract, seed: 1, apiKeys: ['key'] });
  const { url } = await mock.listen({ port: 0 });
  const run = { baseUrl: url, apiKey: 'key', workspace: '', seed: 1 };
  const { verdict, groups } = await runAnyContract(contract, run);
  await mock.close();
  expect([groups, verdict]).toEqual([[], { kind: 'conforms' }]);
});
