import path from 'node:path';
import { prismReady, type StartedServer, startServer } from './run-referee.ts';

const program = path.resolve('node_modules/@stoplight/prism-cli/dist/index.js');
const document = path.resolve('spec/openapi.yaml');
/** In milliseconds. A busy machine may need minutes. */
const patience = 500_000;

/**
 * Prism as a proxy between a client and a server; with `--errors`, it responds with an error to every violation of the
 * contract.
 */
export function startPrismProxy(upstream: string): Promise<StartedServer> {
  return startServer(
    [program, 'proxy', '--errors', '--port', '0', document, upstream],
    prismReady,
    patience,
  );
}

/** Prism as a server that uses only the contract. */
export function startPrismMock(options: readonly string[] = []): Promise<StartedServer> {
  return startServer([program, 'mock', '--port', '0', ...options, document], prismReady, patience);
}
