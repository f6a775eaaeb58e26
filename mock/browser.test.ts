import { createContext, runInContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';

/** The globals of a web page that the mock needs. */
const page = {
  AbortController,
  Blob,
  console,
  crypto,
  Headers,
  performance,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
};

test('the mock for browsers needs nothing that a page lacks', async () => {
  const { metafile, outputFiles } = await build({
    entryPoints: ['mock/browser.ts'],
    bundle: true,
    format: 'iife',
    globalName: 'siteContract',
    platform: 'browser',
    target: 'es2022',
    write: false,
    metafile: true,
  });
  // Values for schemas, and JSON Patch, need these, which also run in a page.
  const isUsable = (file: string) =>
    /ajv-formats|fast-deep-equal|json-p3|regjsparser|pluralize|negotiator/.test(file);
  const inputs = Object.keys(metafile.inputs).filter((file) => !isUsable(file));
  expect(inputs.filter((file) => /node_modules|node-http|^cli|^conformance/.test(file))).toEqual(
    [],
  );
  const context = createContext({ ...page });
  runInContext(outputFiles[0]?.text ?? '', context);
  const answer: unknown = await runInContext(
    `siteContract.createMock({ seed: 1 })
      .fetch(new Request('http://a.test/v1/workspaces/7c9e6679-7425-40de-944b-e07fc1f90ae7/sites', {
        method: 'POST',
        headers: { authorization: 'Bearer site-contract-key', 'content-type': 'application/json' },
        body: '{"name":"Café"}',
      }))
      .then((response) => response.text())`,
    context,
  );
  expect(String(answer)).toMatch(
    /^\{"id":"[^"]+","name":"Café","hostUrl":null,"apiKey":"[^"]+"\}$/,
  );
});
