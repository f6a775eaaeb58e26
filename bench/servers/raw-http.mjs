/**
 * The limit of the runtime: `node:http` that reads each request, and responds with a constant page of 20 sites to GET, or
 * a constant site to other methods.
 *
 * node bench/servers/raw-http.mjs <port>
 */
import { createServer } from 'node:http';

const id = '0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10';
const site = { id, name: 'Harbour Café', hostUrl: 'https://harbour-cafe.example', apiKey: id };
const page = { data: Array.from({ length: 20 }, () => site), hasMore: true };
const bodies = { GET: JSON.stringify(page), other: JSON.stringify(site) };

const server = createServer((message, response) => {
  message.resume();
  message.on('end', () => {
    const body = bodies[message.method] ?? bodies.other;
    response.writeHead(201, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  });
});
server.listen(Number(process.argv[2]), '127.0.0.1');
