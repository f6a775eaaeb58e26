import type { Listening, ListenOptions } from './adapters/listen.ts';
import { type ControlOptions, createLazyControl, readToken } from './control/open-control.ts';
import { createCore, type MockCore } from './create-core.ts';
import type { MockOptions } from './mock-options.ts';

/** A mock of the service that can also listen on a port. */
export interface Mock extends MockCore {
  /** Serves on a port of this machine until it is closed. */
  listen(options?: ListenOptions): Promise<Listening>;
  /** Closes every port that the mock listens on. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Makes a mock of the service that keeps state. Mocks share nothing with each other.
 * @example
 * const mock = createMock({ seed: 1 });
 * const { url, close } = await mock.listen({ port: 4010 });
 */
export function createMock(options: MockOptions = {}): Mock {
  const made = createCore(options, { byteLength: Buffer.byteLength, now });
  const { core, handler } = made;
  const open = new Set<Listening>();
  const close = async (): Promise<void> => {
    await Promise.all([...open].map((listening) => listening.close()));
    open.clear();
  };
  // Assigned and not spread: the contract of the core can change.
  return Object.assign(core, {
    listen: async (where: ListenOptions = {}) => {
      // Loaded when asked for: a mock that is called by `fetch` needs no server.
      const [{ createHttpServer }, { listen }] = await Promise.all([
        import('./adapters/node-http.ts'),
        import('./adapters/listen.ts'),
      ]);
      const token = toToken(where.control);
      const control =
        token === undefined
          ? undefined
          : createLazyControl(
              made,
              { token, host: where.host ?? '127.0.0.1' },
              typeof where.control === 'object' ? where.control.webhooks : undefined,
            );
      const server = createHttpServer(handler, core.bodyLimit, control);
      const bound = await listen(server, where);
      const listening: Listening = {
        ...bound,
        control: token === undefined ? undefined : { url: `${bound.url}/__mock/`, token },
        close: () => {
          control?.close();
          return bound.close();
        },
      };
      open.add(listening);
      return listening;
    },
    close,
    [Symbol.asyncDispose]: close,
  });
}

/** The admin token of a control surface that is on. */
function toToken(control: boolean | ControlOptions = false): string | undefined {
  if (control === false) return undefined;
  return readToken(control === true ? {} : control);
}

/** `performance.now()` would load nine modules of Node with the first request. */
function now(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}
