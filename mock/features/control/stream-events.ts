import type { Sink } from './results.ts';

/** How often a comment is sent, so that nobody takes a silent connection for dead, in milliseconds. */
const heartbeat = 15_000;

/** How much may wait for a client that does not read, in bytes. It can come back and ask for what it missed. */
const mostBuffered = 4 * 1024 * 1024;

/** A stream of server-sent events (HTML Living Standard, section 9.2). */
export interface EventStream {
  /** @param id what the client names as the last one when it comes back */
  send(event: string, data: unknown, id?: number): void;
  /** Runs tasks as soon as nothing more is sent, whoever ended it. */
  until(...tasks: (() => void)[]): void;
}

export function streamEvents(sink: Sink): EventStream {
  const tasks: (() => void)[] = [];
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    for (const task of tasks) task();
    sink.end();
  };
  const write = (text: string): void => {
    if (isOver) return;
    if (sink.buffered > mostBuffered) end();
    else sink.write(text);
  };
  const timer = setInterval(() => write(': still here\n\n'), heartbeat);
  timer.unref();
  tasks.push(() => clearInterval(timer));
  sink.signal.addEventListener('abort', end, { once: true });
  // Something is sent at once, so that the client knows that it is followed.
  write(': following\n\n');
  return {
    send: (event, data, id) => {
      const named = id === undefined ? '' : `id: ${id}\n`;
      write(`${named}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    until: (...more) => {
      if (isOver) for (const task of more) task();
      else tasks.push(...more);
    },
  };
}
