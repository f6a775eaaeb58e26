import { connect, createServer, type Socket } from 'node:net';
import { type ListeningServer, listen } from './listen.ts';

/** A relay to a port of this machine that can delay or cut off its traffic. */
export interface Relay extends ListeningServer {
  /** Stops forwarding data. */
  hold(): void;
  /** Continues, and forwards the delayed data. */
  release(): void;
  /** Forwards requests, but ends the connections instead of returning the responses. */
  cutAnswers(): void;
}

export async function startRelay(target: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let isHeld = false;
  let isCutting = false;
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
      if (isHeld) socket.pause();
    }
    client.on('data', (bytes) => upstream.write(bytes));
    upstream.on('data', (bytes) => {
      if (isCutting) client.destroy();
      else client.write(bytes);
    });
  });
  return {
    ...(await listen(server)),
    hold: () => {
      isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    release: () => {
      isHeld = false;
      isCutting = false;
      for (const socket of sockets) socket.resume();
    },
    cutAnswers: () => {
      isCutting = true;
    },
  };
}
