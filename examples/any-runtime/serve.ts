/**
 * The mock on every runtime that serves the exported function `fetch` of a module:
 *
 * BUN_PORT=4010 bun serve.ts
 * deno serve --host 127.0.0.1 --port 4010 serve.ts
 */
import { createMock } from 'site-contract/mock/browser';

const { fetch } = createMock();

// By default, Bun listens on all interfaces. Deno has options for that.
export default { hostname: '127.0.0.1', fetch };
