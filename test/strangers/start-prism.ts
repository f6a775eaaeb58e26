import path from 'node:path';
import { type StartedServer, startServer } from './start-server.ts';

const program = path.resolve('node_modules/@stoplight/prism-cli/dist/index.js');
const document = path.resolve('spec/openapi.yaml');

/** The line is a log entry of the level `info`: under a quieter one, nothing says where Prism listens. */
const ready = /Prism is listening on (http:\/\/[\w.:]+)/;

/** Prism between a client and a server; with `--errors`, whatever breaks the contract becomes an error of its own. */
export function startPrismProxy(upstream: string): Promise<StartedServer> {
  return startServer([program, 'proxy', '--errors', '--port', '0', document, upstream], ready);
}

/** Prism as a server that answers from the contract alone. */
export function startPrismMock(options: readonly string[] = []): Promise<StartedServer> {
  return startServer([program, 'mock', '--port', '0', ...options, document], ready);
}
