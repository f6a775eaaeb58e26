import { connect } from 'node:net';
import type { Answer } from './client.ts';
import { readAnswers } from './read-answers.ts';

export interface RawExchangeOptions {
  /** Close the sending side after the last byte. Default: false. */
  halfClose?: boolean;
  /** Wait for this many final responses, or for the server to close. Default: 1. */
  answers?: number;
  /** Indexes of the responses without a body, such as those to HEAD. Default: none. */
  bodiless?: readonly number[];
  /** Give up after this many milliseconds. Default: 60000. */
  patience?: number;
  /** Milliseconds between the pieces, when `bytes` is a list. Default: 5. */
  pause?: number;
  /** Send the rest (all but the first piece) only after `100 Continue`. Default: false. */
  awaitContinue?: boolean;
}

export interface RawExchange {
  /** The final responses, in order. */
  answers: Answer[];
  /** The statuses of interim (1xx) responses. */
  interim: number[];
  /** Whether the server closed the connection. */
  closed: boolean;
}

/**
 * Writes raw bytes to a socket and reads the responses. Returns an empty list if the server closes without a complete
 * response; rejects if it stays silent.
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
      // A settled promise does not change, so a second call has no effect.
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
    // A reset after the response counts as a close; before it, the list is empty.
    socket.on('error', () => finish(true));
    socket.on('close', () => finish(true));
  });
}
