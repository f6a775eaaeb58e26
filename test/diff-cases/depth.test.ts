import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { diffDocuments, readSource } from '../../gate/index.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'site-contract-depth-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a document with a response of nested objects; the innermost value has this type. */
function write(type: string, levels: number, names: readonly string[], required: boolean): string {
  const schemas: Record<string, unknown> = { [`S${levels}`]: { type } };
  for (let level = 0; level < levels; level += 1) {
    const inner = { $ref: `#/components/schemas/S${level + 1}` };
    const properties = Object.fromEntries(names.map((name) => [name, inner]));
    schemas[`S${level}`] = { type: 'object', properties, required: required ? names : [] };
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } };
  const responses = { 200: { description: 'Found', content } };
  const file = path.join(folder, `${type}.json`);
  writeFileSync(
    file,
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Deep', version: '1.0.0' },
      paths: { '/deep': { get: { operationId: 'readDeep', responses } } },
      components: { schemas },
    }),
  );
  return file;
}

test.each([
  [8, ['a'], false, 'breaking'],
  [30, ['a'], true, 'breaking'],
  [30, ['a', 'b'], false, 'breaking'],
  // Too large to be written as a value.
  [30, ['a', 'b'], true, 'unproven'],
  [50, ['a'], false, 'unproven'],
])(
  'a changed type %i levels deep, in %j (required: %j), is %s',
  async (levels, names, required, severity) => {
    const before = await readSource(write('string', levels, names, required), '');
    const after = await readSource(write('integer', levels, names, required), '');
    const { changes } = diffDocuments(before, after);
    expect(changes.map((change) => change.severity)).toContain(severity);
  },
);
