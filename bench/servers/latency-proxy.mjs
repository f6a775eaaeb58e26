/**
 * A proxy that delays all data from the client, like a network.
 *
 * node bench/servers/latency-proxy.mjs <port> <port of the server> <milliseconds>
 */
import { connect, createServer } from 'node:net';

const [port, upstreamPort, milliseconds] = process.argv.slice(2).map(Number);

createServer({ noDelay: true }, (client) => {
  const upstream = connect({ port: upstreamPort, host: '127.0.0.1', noDelay: true });
  const later = (act) => setTimeout(() => upstream.destroyed || act(), milliseconds);
  // Timers with the same duration fire in order, so the bytes stay in order.
  client.on('data', (chunk) => later(() => upstream.write(chunk)));
  client.on('end', () => later(() => upstream.end()));
  client.on('close', () => later(() => upstream.destroy()));
  client.on('error', () => {});
  upstream.on('error', () => client.destroy());
  upstream.pipe(client);
}).listen(port, '127.0.0.1', () => console.log('listening'));
process.on('SIGTERM', () => process.exit(0));
