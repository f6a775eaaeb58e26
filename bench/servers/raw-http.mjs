/**
 * The limit of the runtime: `node:http` that reads each request and responds with a constant body for its method.
 *
 * node bench/servers/raw-http.mjs <port> [<file of replies>]
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, file] = process.argv.slice(2);
const plain = { status: 200, mediaType: 'application/json', body: '{"data":[],"hasMore":false}' };
const given = file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'));
const replies = { GET: plain, POST: plain, PATCH: plain, ...given };
for (const reply of Object.values(replies)) {
  reply.headers = ['Content-Type', reply.mediaType];
  reply.headers.push('Content-Length', String(Buffer.byteLength(reply.body)));
}

const server = createServer((message, response) => {
  const { status, headers, body } = replies[message.method];
  if (message.method === 'GET') {
    response.writeHead(status, headers);
    response.end(body);
    return;
  }
  const chunks = [];
  message.on('data', (chunk) => chunks.push(chunk));
  message.on('end', () => {
    response.writeHead(status, headers);
    response.end(body);
  });
});
server.listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
