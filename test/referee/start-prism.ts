import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { startProgram } from '../installed/run-program.ts';

const program = path.resolve('node_modules/@stoplight/prism-cli/dist/index.js');
const document = path.resolve('spec/openapi.yaml');

/** A reply on its way from a mock to Prism. */
interface PassingReply {
  method: string;
  path: string;
  status: number;
  body: string;
}

export type Alter = (reply: PassingReply) => { status?: number; body?: string };

export interface Referee {
  /** The URL of Prism, a proxy that responds with an error to every violation of the contract. */
  url: string;
  /** Changes the replies that Prism receives. */
  alter: Alter;
  close(): Promise<void>;
}

/** Starts Prism in front of a relay that can alter replies, in front of a server. */
export async function startReferee(upstream: string): Promise<Referee> {
  const relay = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const passed = sendRequest(new URL(url, upstream), { method, headers }, async (reply) => {
      const chunks: Buffer[] = [];
      for await (const chunk of reply) chunks.push(chunk);
      const body = Buffer.concat(chunks).toString();
      const { statusCode: status = 0 } = reply;
      const altered = referee.alter({ method, path: url, status, body });
      const { 'content-length': _, ...kept } = reply.headers;
      outgoing.writeHead(altered.status ?? status, kept).end(altered.body ?? body);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const { port } = relay.address() as AddressInfo;
  const words = ['proxy', '--errors', '--port', '0', document, `http://127.0.0.1:${port}`];
  const prism = startProgram(process.execPath, [program, ...words]);
  const referee: Referee = {
    url: await prism.waitFor(/Prism is listening on (http:\/\/[\w.:]+)/),
    alter: () => ({}),
    close: async () => {
      await prism.stop('SIGKILL');
      relay.close();
      relay.closeAllConnections();
    },
  };
  return referee;
}
