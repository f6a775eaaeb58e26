/**
 * The mock on every runtime that serves what a module exports as `fetch`:
 *
 *   BUN_PORT=4010 bun serve.ts
 *   deno serve --host 127.0.0.1 --port 4010 serve.ts
 */
import { createMock } from 'site-contract/mock/browser';

const { fetch } = createMock();

// Bun would listen on every interface of the machine. Deno is told by its options.
export default { hostname: '127.0.0.1', fetch };
