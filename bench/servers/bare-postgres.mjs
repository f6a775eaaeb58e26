/**
 * The limit of the driver: `node:http` that runs one prepared statement for each request through the pool of the
 * package pg, and responds with its result. It validates nothing.
 *
 * node bench/servers/bare-postgres.mjs <port> <file>
 *
 * The file contains the URL of the database, the size of the pool, and for GET and POST the statement with its values.
 * The value `new id` is replaced by a new UUID.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import pg from 'pg';

const [port, file] = process.argv.slice(2);
const { url, poolSize, statements } = JSON.parse(readFileSync(file, 'utf8'));
const pool = new pg.Pool({ connectionString: url, max: poolSize });

async function answer(method, response) {
  const { name, text, values, body } = statements[method];
  const filled = values.map((value) => (value === 'new id' ? randomUUID() : value));
  const { rows } = await pool.query({ name, text, values: filled });
  const sent = body ?? `{"data":[${rows[0].json.replaceAll('\n', ',')}],"hasMore":true}`;
  response.writeHead(201, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(sent),
  });
  response.end(sent);
}

const server = createServer((message, response) => {
  if (message.method === 'GET') {
    answer('GET', response);
    return;
  }
  const chunks = [];
  message.on('data', (chunk) => chunks.push(chunk));
  message.on('end', () => answer('POST', response));
});
server.listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
