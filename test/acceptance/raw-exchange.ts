import { connect } from 'node:net';
import type { Answer } from './client.ts';
import { readAnswers } from './read-answers.ts';

export interface RawExchangeOptions {
  /** Close the sending side after the last byte. Default: false. */
  halfClose?: boolean;
  /** Wait for this many final answers, or for the server to close. Default: 1. */
  answers?: number;
  /** Places of the answers that have no body, as those to HEAD. Default: none. */
  bodiless?: readonly number[];
  /** Give up after this many milliseconds. Default: 60000. */
  patience?: number;
  /** Milliseconds between the pieces, when `bytes` is a list. Default: 5. */
  pause?: number;
  /** Send the rest (all but the first piece) only once the server has said `100 Continue`. Default: false. */
  awaitContinue?: boolean;
}

export interface RawExchange {
  /** The final answers, in order. */
  answers: Answer[];
  /** The statuses of interim (1xx) answers. */
  interim: number[];
  /** Whether the server closed the connection. */
  closed: boolean;
}

/**
 * Writes bytes to a socket as they are and reads what comes back.
 * A server that closes without a complete answer gives an empty list; one that stays silent rejects.
 */
export async function rawExchange(
  host: string,
  port: number,
  bytes: string | Buffer | readonly (string | Buffer)[],
  options: RawExchangeOptions = {},
): Promise<RawExchange> {
  const { halfClose = false, answers: wanted = 1, bodiless = [] } = options;
  const { patience = 60_000, pause = 5 } = options;
  const pieces = typeof bytes === 'string' || Buffer.isBuffer(bytes) ? [bytes] : bytes;
  const socket = connect({ host, port, allowHalfOpen: true, noDelay: true });
  const received: Buffer[] = [];
  let continued = (): void => {};
  const mayContinue = new Promise<void>((resolve) => {
    continued = resolve;
  });
  const write = async (): Promise<void> => {
    for (const [index, piece] of pieces.entries()) {
      if (index === 1 && options.awaitContinue === true) await mayContinue;
      else if (index > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      if (socket.destroyed || socket.writableEnded) return;
      socket.write(piece);
    }
    if (halfClose) socket.end();
  };
  return new Promise<RawExchange>((resolve, reject) => {
    const finish = (closed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      const all = Buffer.concat(received);
      // A promise that is settled already stays as it is, so a second call does no harm.
      try {
        resolve({ ...readAnswers(all, closed, bodiless), closed });
      } catch (error) {
        reject(error);
      }
    };
    const timer = setTimeout(() => {
      socket.destroy();
      const start = Buffer.concat(received).toString('latin1').slice(0, 200);
      reject(new Error(`no complete answer within ${patience} ms, received ${start || 'nothing'}`));
    }, patience);
    socket.on('connect', () => {
      write().catch(reject);
    });
    socket.on('data', (chunk: Buffer) => {
      received.push(chunk);
      try {
        const soFar = readAnswers(Buffer.concat(received), false, bodiless);
        if (soFar.interim.includes(100)) continued();
        if (soFar.answers.length >= wanted) finish(false);
      } catch (error) {
        clearTimeout(timer);
        socket.destroy();
        reject(error);
      }
    });
    socket.on('end', () => finish(true));
    // A reset after the answer has arrived is a close; before it, the empty list tells the story.
    socket.on('error', () => finish(true));
    socket.on('close', () => finish(true));
  });
}
