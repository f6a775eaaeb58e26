import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { operationIds } from '../generated/names.ts';
import { countInstalled, type InstalledCounts } from './budgets/count-installed.ts';
import { countStart, type StartCounts } from './budgets/count-start.ts';
import budgets from './budgets.json' with { type: 'json' };

/**
 * Compares counts that are the same on every machine with their budgets. Lower a budget that has become too large. Raise
 * one that is too small only in a commit that says what is gained.
 */
describe('starting the mock', () => {
  let mock: StartCounts;
  let bare: StartCounts;
  beforeAll(async () => {
    const program = path.resolve('dist/cli/main.js');
    const raw = path.resolve('bench/servers/raw-http.mjs');
    mock = await countStart((port) => [program, 'mock', '--quiet', '--port', String(port)]);
    bare = await countStart((port) => [raw, String(port)]);
  });

  test('loads no more files than budgeted, and none from a package', () => {
    expect(mock.files.length).toBeGreaterThan(1);
    expect(mock.files.filter((file) => file.includes('node_modules'))).toEqual([]);
    expect(mock.files.length).toBeLessThanOrEqual(budgets.start.files);
  });

  test('loads no more bytes than budgeted for each operation of the document', () => {
    const { bytes, bytesPerOperation } = budgets.start;
    expect(mock.bytes).toBeGreaterThan(10_000);
    expect(mock.bytes).toBeLessThanOrEqual(bytes + bytesPerOperation * operationIds.length);
  });

  test('loads few Node modules that a bare server does not load', () => {
    const beyond = mock.nodeModules.filter((name) => !bare.nodeModules.includes(name));
    expect(bare.nodeModules).toContain('http');
    expect(mock.nodeModules).toContain('http');
    if (beyond.length > budgets.start.nodeModulesBeyondHttp) throw new Error(beyond.join('\n'));
  });
});

describe('the installed product', () => {
  let installed: InstalledCounts;
  beforeAll(() => {
    installed = countInstalled(process.cwd());
  });

  test('installs no more packages than budgeted', () => {
    expect(installed.packages).toContain('node_modules/ajv');
    expect(installed.packages.length).toBeLessThanOrEqual(budgets.installed.packages);
  });

  test('takes no more space on disk than budgeted', () => {
    expect(installed.bytes).toBeGreaterThan(1_000_000);
    expect(installed.bytes).toBeLessThanOrEqual(budgets.installed.bytes);
  });
});

describe('a warm request to the mock', () => {
  let files: Record<string, readonly string[]>;
  beforeAll(() => {
    const argv = ['--import', 'tsx', path.resolve('bench/budgets/count-request-files.mjs')];
    files = JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8' }));
  });

  test.each(Object.entries(budgets.filesPerRequest))(
    'runs code in no more source files than budgeted: %s',
    (operation, budget) => {
      const used = files[operation] ?? [];
      expect(used).toContain('mock/http/handle-request.ts');
      if (used.length > budget) throw new Error(`${used.length} files:\n${used.join('\n')}`);
    },
  );
});

describe('a request to the mock', () => {
  const allocated: Record<string, number> = {};
  const measure = (): void => {
    const nodeOptions = ['--expose-gc', '--min-semi-space-size=256', '--max-semi-space-size=256'];
    const program = path.resolve('bench/budgets/measure-allocations.mjs');
    const output = execFileSync(process.execPath, [...nodeOptions, program], { encoding: 'utf8' });
    const found: Record<string, number> = JSON.parse(output);
    for (const [kind, bytes] of Object.entries(found))
      allocated[kind] = Math.min(bytes, allocated[kind] ?? Number.POSITIVE_INFINITY);
  };
  const isTooMuch = (): boolean =>
    Object.entries(budgets.allocatedBytesPerRequest).some(
      ([kind, budget]) => (allocated[kind] ?? 0) > budget,
    );
  beforeAll(() => {
    measure();
    // Compilation differs between processes, especially on a busy machine, so the minimum counts.
    for (let attempt = 1; attempt < 6 && isTooMuch(); attempt += 1) measure();
  });

  test.each(Object.entries(budgets.allocatedBytesPerRequest))(
    'allocates no more memory than budgeted: %s',
    (kind, budget) => {
      expect(allocated[kind]).toBeGreaterThan(100);
      expect(allocated[kind]).toBeLessThanOrEqual(budget);
    },
  );
});
