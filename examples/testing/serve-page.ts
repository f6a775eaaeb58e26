/** Serves the example page until it is stopped, and prints its URL: `npx tsx examples/testing/serve-page.ts`. */
import { bundlePage } from './bundle-page.ts';
import { serveFiles } from './serve-files.ts';

async function main(): Promise<void> {
  const { url } = await serveFiles(await bundlePage('main.ts'));
  console.log(url);
}

void main();
