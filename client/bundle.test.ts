import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';

test('is small in a page, and includes neither the document nor Node modules', async () => {
  const { metafile, outputFiles } = await build({
    entryPoints: ['client/index.ts'],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    metafile: true,
  });
  const inputs = Object.keys(metafile.inputs).filter((file) => !file.startsWith('client/'));
  expect(inputs).toEqual(['contract/parse-url.ts', 'generated/endpoints.ts', 'generated/names.ts']);
  expect(gzipSync(outputFiles[0]?.contents ?? '').length).toBeLessThan(2_500);
});
