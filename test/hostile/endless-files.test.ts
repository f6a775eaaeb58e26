import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readTrust } from '../../cli/usage-error.ts';
import { readBaseline } from '../../conformance/baseline/read-baseline.ts';
import { assertReadable, mostDocument } from '../../contract/files.ts';
import { readDocumentFile } from '../../contract/read-document-file.ts';
import { readSource } from '../../gate/index.ts';
import { readHar } from '../../gate/traffic/read-har.ts';
import { readFixture } from '../../mock/index.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'site-contract-endless-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hasPipes = process.platform !== 'win32';

(hasPipes ? describe : describe.skip)('a pipe with a name, and a device without an end', () => {
  const pipe = path.join(folder, 'pipe');
  beforeAll(() => {
    execFileSync('mkfifo', [pipe]);
  });

  test.each<[string, (file: string) => Promise<unknown>]>([
    ['a document', readDocumentFile],
    ['a document to compare', (file) => readSource(file, 'spec/openapi.yaml')],
    ['an archive of traffic', async (file) => readHar(file)],
    ['a fixture', (file) => readFixture(file)],
    ['a baseline', readBaseline],
    ['certificates', async (ca) => readTrust({ ca, insecure: false }, () => {})],
  ])('are refused as %s', async (_, read) => {
    await expect(read(pipe)).rejects.toThrow('pipe: is a pipe, socket or device, not a file');
    await expect(read('/dev/zero')).rejects.toThrow('zero: is a pipe, socket or device');
  });

  test('are distinguished from pipes made by a shell', () => {
    for (const file of ['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0', '/dev/null'])
      expect(() => assertReadable(file)).not.toThrow();
  });
});

test('a document larger than any real one is refused', async () => {
  const file = path.join(folder, 'large.yaml');
  writeFileSync(file, '');
  truncateSync(file, mostDocument + 1);
  await expect(readDocumentFile(file)).rejects.toThrow('large.yaml: larger than 64 MB');
});

test('a document with multiplying aliases is refused, with what to do', async () => {
  const file = path.join(folder, 'bomb.yaml');
  const lines = Array.from({ length: 8 }, (_, at) => {
    const items = Array(9).fill(at === 0 ? 'x' : `*a${at - 1}`);
    return `a${at}: &a${at} [${items.join(', ')}]`;
  });
  writeFileSync(file, lines.join('\n'));
  await expect(readDocumentFile(file)).rejects.toThrow('replace aliases by $ref');
});
