import { expect, test } from '@jest/globals';
import { runCommand } from '../run-command.ts';

async function run(...argv: string[]) {
  const output = { stdout: '', stderr: '' };
  const write = (key: keyof typeof output) => (text: string) => {
    output[key] += text;
  };
  const code = await runCommand(argv, {
    environment: {},
    stdout: { write: write('stdout') },
    stderr: { write: write('stderr') },
  });
  return { code, ...output };
}

test('resources shows the built-in contract as a tree', async () => {
  const { code, stdout } = await run('resources');
  const lines = stdout.split('\n');
  expect(code).toBe(0);
  expect(lines).toContain('  workspace (declared)');
  expect(lines).toContain('      route (declared)');
});

test('resources --format json has names, parents, roles and reasons', async () => {
  const { code, stdout } = await run('resources', '--format', 'json');
  const { resources, operations } = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(resources[1]).toMatchObject({
    name: 'site',
    at: ['/v1/sites/{siteId}'],
    id: ['/id'],
    parent: 'workspace',
    schema: '/components/schemas/Site',
    list: { items: '/data', style: 'cursor', position: 'after' },
  });
  expect(operations[0]).toMatchObject({
    operationId: 'listSites',
    method: 'GET',
    role: 'list',
    resource: 'site',
    certainty: 'declared',
  });
  expect(operations[0].because.length).toBeGreaterThan(1);
});
