import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runProgram } from '../../test/installed/run-program.ts';
import { loadTestContract } from '../../test/support/load-test-contract.ts';
import { readModel } from '../resources/read-model.ts';
import { createCompiledContract } from './index.ts';
import { readModelText, writeModel } from './model-text.ts';
import { writeValidators } from './write-validators.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'compiled-'));
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(path.resolve('.'), path.join(folder, 'node_modules/site-contract'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the example runs where code from text is forbidden', async () => {
  const example = path.join(folder, 'orders.mjs');
  copyFileSync('examples/compiled-contract/orders.mjs', example);
  const compiled = await runProgram(process.execPath, [
    'dist/cli/main.js',
    'compile',
    ...['--contract', 'examples/own-behaviours/orders.yaml'],
    ...['--out', path.join(folder, 'compiled')],
  ]);
  expect(compiled).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringMatching(/^.+wrote /),
  });
  const ended = await runProgram(process.execPath, [
    '--disallow-code-generation-from-strings',
    example,
  ]);
  expect(ended).toMatchObject({ code: 0, stderr: '', stdout: '201 200 Lamp\n422\n' });
});

test('a folder that cannot be created gets one line', async () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  const ended = await runProgram(process.execPath, [
    'dist/cli/main.js',
    'compile',
    ...['--contract', 'examples/own-behaviours/orders.yaml', '--out', file],
  ]);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toMatch(/^site-contract: --out .+\n$/);
});

/** Values of which each breaks other keywords. */
const values: readonly unknown[] = [
  ...[null, 1, 1.5, 'text', '', true, [], {}, [1], [{}]],
  ...[{ id: 1 }, { id: 'a', name: 5 }, { name: 'a', status: 'b' }, { type: 'x' }],
  ...[{ data: [{}] }, { object: 'list', data: [{ id: 5 }] }, '2020-01-01', 'a@b.example'],
];

test.each(['library', 'mail', 'notebook', 'projects', 'shop', 'tickets', 'vault'])(
  'the validators of %s judge as those that are compiled when needed',
  async (name) => {
    const contract = await loadTestContract(name);
    const { document, operations, remarks, validators } = contract;
    const code = writeValidators(document, operations);
    expect(code).not.toContain('require(');
    const compiled = createCompiledContract({
      document,
      remarks,
      model: writeModel(readModel(contract)),
      define: (...needed) => {
        new Function('exports', 'judges', 'runtime', 'self', code)(...needed);
      },
    });
    expect(readModel(compiled)).toEqual(readModel(contract));
    for (const { id, requestBody, responses } of operations) {
      const pairs = [
        requestBody && [compiled.validators.body(id), validators.body(id)],
        ...responses.map(({ status, mediaType }) => {
          if (mediaType === undefined) return undefined;
          return [compiled.validators.reply(id, status), validators.reply(id, status)];
        }),
      ];
      for (const [ahead, later] of pairs.filter((pair) => pair !== undefined)) {
        for (const value of values) {
          const faults = ahead?.(structuredClone(value));
          expect({ id, value, faults }).toEqual({
            id,
            value,
            faults: later?.(structuredClone(value)),
          });
        }
      }
    }
  },
);

test('a model is the same after it was written', async () => {
  const model = readModel(await loadTestContract('shop'));
  expect(readModelText(writeModel(model))).toEqual(model);
  const [[id, operation] = []] = model.operations;
  if (id === undefined || operation === undefined) throw new Error('the model is empty');
  // A value of the document may look like what a map is written as.
  const sets = new Map<string, unknown>([
    ['/area', { map: [1] }],
    ['/place', { record: { set: ['a'] } }],
  ]);
  const likely = { ...model, operations: new Map([[id, { ...operation, sets }]]) };
  expect(readModelText(writeModel(likely))).toEqual(likely);
});
