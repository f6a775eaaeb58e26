/**
 * Runs Scalar's mock server, which is a library, as a program.
 *
 * node bench/peers/scalar.mjs <port> <document>
 */
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { createMockServer } from '@scalar/mock-server';

const [port, file] = process.argv.slice(2);
const app = await createMockServer({ document: JSON.parse(readFileSync(file, 'utf8')) });
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' });
