import { type Answer, toHeaders } from './client.ts';

interface Read {
  answers: Answer[];
  interim: number[];
}

/**
 * Reads the complete HTTP/1.x responses at the start of the bytes. Only the client knows which of them are responses to
 * HEAD without a body: `bodiless` contains their indexes.
 */
export function readAnswers(
  bytes: Buffer,
  closed: boolean,
  bodiless: readonly number[] = [],
): Read {
  const read: Read = { answers: [], interim: [] };
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return read;
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const match = /^HTTP\/1\.[01] (\d{3})/.exec(statusLine);
    if (match === null) throw new Error(`not an HTTP answer: ${statusLine.slice(0, 100)}`);
    const status = Number(match[1]);
    const headers = toHeaders(lines.flatMap(splitField));
    const after = rest.subarray(end + 4);
    const empty = status < 200 || [204, 304].includes(status);
    const body =
      empty || bodiless.includes(read.answers.length)
        ? { content: Buffer.alloc(0), length: 0 }
        : readBody(after, headers, closed);
    if (body === undefined) return read;
    if (status < 200 && status !== 101) read.interim.push(status);
    else read.answers.push({ request: 'the raw request', status, headers, body: body.content });
    rest = after.subarray(body.length);
  }
  return read;
}

function splitField(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

interface Body {
  content: Buffer;
  /** Number of bytes read from the stream. */
  length: number;
}

/** RFC 9112, section 6.3: the length of a message body. Returns undefined if it is not complete yet. */
function readBody(bytes: Buffer, headers: Headers, closed: boolean): Body | undefined {
  if (headers.get('transfer-encoding')?.toLowerCase() === 'chunked') return readChunks(bytes);
  const announced = headers.get('content-length');
  if (announced !== null) {
    const length = Number(announced);
    return bytes.length < length ? undefined : { content: bytes.subarray(0, length), length };
  }
  return closed ? { content: bytes, length: bytes.length } : undefined;
}

function readChunks(bytes: Buffer): Body | undefined {
  const content: Buffer[] = [];
  let position = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', position);
    if (lineEnd === -1) return undefined;
    const size = Number.parseInt(bytes.subarray(position, lineEnd).toString('latin1'), 16);
    const next = lineEnd + 2 + size + 2;
    if (bytes.length < next) return undefined;
    if (size === 0) return { content: Buffer.concat(content), length: next };
    content.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    position = next;
  }
}
