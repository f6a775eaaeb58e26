/**
 * The limit for a proxy: `node:http` that forwards requests over kept connections and pipes the responses back.
 *
 * node bench/servers/plain-proxy.mjs <port> <port of the upstream>
 */
import { Agent, createServer, request } from 'node:http';

const [port, upstream] = process.argv.slice(2).map(Number);
const agent = new Agent({ keepAlive: true });

const server = createServer((message, response) => {
  const { method, url: path, headers } = message;
  const passed = request(
    { agent, host: '127.0.0.1', port: upstream, method, path, headers },
    (reply) => {
      response.writeHead(reply.statusCode, reply.statusMessage, reply.headers);
      reply.pipe(response);
    },
  );
  passed.on('error', () => response.destroy());
  message.pipe(passed);
});
server.listen(port, '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
