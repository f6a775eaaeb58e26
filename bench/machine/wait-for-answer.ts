import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** How long a server may take to its first answer. */
const patienceMs = 60_000;

export interface FirstAnswer {
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** Asks again and again, without a rest that would blur the measure, until a server answers with success. */
export async function waitForAnswer(ask: FirstAnswer, isAlive: () => boolean): Promise<void> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const status = await readStatus(ask);
    if (status !== undefined && status < 300) return;
    if (status !== undefined) throw new Error(`${ask.url} answers ${status}`);
    if (!isAlive()) throw new Error('the server ended before it answered');
    if (performance.now() > end) throw new Error(`no answer in ${patienceMs / 1000} s`);
    await pause(1);
  }
}

/** Undefined as long as nobody listens. */
function readStatus({ url, headers }: FirstAnswer): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = http.get(url, { headers, agent: false }, (message) => {
      message.resume();
      message.once('end', () => resolve(message.statusCode));
    });
    request.once('error', () => resolve(undefined));
  });
}
