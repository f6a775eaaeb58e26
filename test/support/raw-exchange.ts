import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** A response, however the request was sent. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

interface RawExchangeOptions {
  /** Close the sending side after the last byte. Default: false. */
  halfClose?: boolean;
  /** Wait for this many final responses, or for the server to close. Default: 1. */
  answers?: number;
  /** Indexes of the responses without a body, such as those to HEAD. Default: none. */
  bodiless?: readonly number[];
  /** Send the rest (all but the first piece) only after `100 Continue`. Default: false. */
  awaitContinue?: boolean;
}

interface RawExchange {
  /** The final responses, in order. */
  answers: Answer[];
  /** Whether the server closed the connection. */
  closed: boolean;
}

/** Writes raw bytes to a socket, in pieces if it is a list, and reads the responses until there are enough. */
export function rawExchange(
  port: number,
  bytes: string | Buffer | readonly (string | Buffer)[],
  options: RawExchangeOptions = {},
): Promise<RawExchange> {
  const { halfClose = false, answers: wanted = 1, bodiless = [], awaitContinue = false } = options;
  const pieces = typeof bytes === 'string' || Buffer.isBuffer(bytes) ? [bytes] : bytes;
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true, noDelay: true });
  let proceed = (): void => {};
  const continued = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  const write = async (): Promise<void> => {
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) await (awaitContinue ? continued : setImmediate());
      if (socket.destroyed) return;
      socket.write(piece);
    }
    if (halfClose) socket.end();
  };
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const look = (closed: boolean): void => {
      try {
        const { answers, isContinued } = readAnswers(Buffer.concat(received), closed, bodiless);
        if (isContinued) proceed();
        if (!closed && answers.length < wanted) return;
        resolve({ answers, closed });
      } catch (error) {
        reject(error);
      }
      socket.destroy();
    };
    socket.on('connect', () => write().catch(reject));
    socket.on('data', (chunk: Buffer) => {
      received.push(chunk);
      look(false);
    });
    // A reset after the response counts as a close; before it, the list is empty.
    for (const event of ['end', 'error', 'close']) socket.on(event, () => look(true));
  });
}

/** Reads the complete HTTP/1.x responses at the start of the bytes. */
function readAnswers(bytes: Buffer, closed: boolean, bodiless: readonly number[]) {
  const answers: Answer[] = [];
  let isContinued = false;
  let remaining = bytes;
  while (remaining.length > 0) {
    const end = remaining.indexOf('\r\n\r\n');
    if (end === -1) break;
    const [statusLine = '', ...lines] = remaining.subarray(0, end).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1]);
    if (Number.isNaN(status)) throw new Error(`not an HTTP response: ${statusLine.slice(0, 100)}`);
    const headers = new Headers();
    for (const line of lines) {
      const colon = line.indexOf(':');
      headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
    }
    const after = remaining.subarray(end + 4);
    const isEmpty = status < 200 || status === 204 || bodiless.includes(answers.length);
    const body = isEmpty ? { text: '', length: 0 } : readBody(after, headers, closed);
    if (body === undefined) break;
    if (status === 100) isContinued = true;
    else answers.push({ status, headers, text: body.text });
    remaining = after.subarray(body.length);
  }
  return { answers, isContinued };
}

/** RFC 9112, section 6.3: the length of a message body. Returns undefined if it is not complete yet. */
function readBody(bytes: Buffer, headers: Headers, closed: boolean) {
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(bytes);
  const announced = headers.get('content-length');
  if (announced === null && !closed) return undefined;
  const length = Number(announced ?? bytes.length);
  return bytes.length < length ? undefined : { text: bytes.toString('utf8', 0, length), length };
}

function readChunks(bytes: Buffer) {
  const content: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const next = lineEnd + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) return { text: Buffer.concat(content).toString('utf8'), length: next };
    content.push(bytes.subarray(lineEnd + 2, next - 2));
    at = next;
  }
}
