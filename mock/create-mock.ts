import type { Certificate } from './adapters/certificate.ts';
import { joinSurfaces } from './adapters/join-halves.ts';
import { type Listening, type ListenOptions, listen, readBasePath } from './adapters/listen.ts';
import { createNodeListener } from './adapters/node-http.ts';
import type {
  AnyKind,
  Core,
  CoreSession,
  MockCore,
  OwnKind,
  SharedKind,
  StoreKind,
} from './core.ts';
import { createCore } from './create-core.ts';
import type { AccessOptions } from './features/control/check-access.ts';
import {
  createLazyControl,
  createPagePointer,
  openAccess,
} from './features/control/open-control.ts';
import {
  type MockWebhooks,
  openDeliveries,
  type WebhookOptions,
} from './features/webhooks/delivery.ts';
import type { Webhooks } from './features/webhooks/webhooks.ts';
import { guardListener } from './mock-events.ts';
import type { CoreOptions, OwnOptions, SharedOptions, StoreOptions } from './mock-options.ts';
import { defaultSession } from './mock-request.ts';

/** The options of a mock. All are optional. */
export interface MockOptions extends CoreOptions {
  /** Options of webhook deliveries. */
  webhooks?: WebhookOptions;
}

/** One session of a mock. */
export interface MockSession<Kind extends AnyKind = OwnKind> extends CoreSession<Kind> {
  /** The webhooks of the session, and their deliveries. */
  readonly webhooks: MockWebhooks;
}

/** A mock of the service that can also listen on a port and send events. */
export interface Mock<Kind extends AnyKind = OwnKind> extends Omit<MockCore<Kind>, 'session'> {
  /** The webhooks, and their deliveries. */
  readonly webhooks: MockWebhooks;
  /**
   * A session with its own state, for requests with the header `X-Mock-Session` and for calls of its methods. It is
   * created when it is first used, with the initial data of the mock.
   * @throws RangeError when the name is not valid
   */
  session(name: string): MockSession<Kind>;
  /** Starts a server on a port of this machine. */
  listen(options?: ListenOptions): Promise<Listening>;
  /** Stops all servers of the mock, and cancels pending deliveries. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Creates a stateful mock of the service. Mocks are independent of each other.
 * @example
 * const mock = createMock({ seed: 1 });
 * const { url, close } = await mock.listen({ port: 4010 });
 */
export function createMock(options?: OwnOptions<MockOptions>): Mock;
export function createMock(options: SharedOptions<MockOptions>): Mock<SharedKind>;
export function createMock(options: StoreOptions<MockOptions>): Mock<StoreKind>;
export function createMock(options: MockOptions): Mock<AnyKind>;
// Repeated as the last overload, because `ReturnType` uses the last one.
export function createMock(options?: OwnOptions<MockOptions>): Mock;
export function createMock(options: MockOptions = {}): Mock<AnyKind> {
  const made = createCore(options, now);
  const { core, pipeline, sharing } = made;
  const { session: openSession } = core;
  const open = new Set<Listening>();
  const delivering: WebhookOptions = { ...options.webhooks };
  const webhooks = createLazyWebhooks(made, delivering);
  const close = async (): Promise<void> => {
    await Promise.all([...open].map((listening) => listening.close()));
    if (sharing !== undefined) await leave(webhooks);
    webhooks.stop();
    await sharing?.close();
  };
  // `Object.assign` instead of a spread, because the contract of the core can change.
  return Object.assign(core, {
    webhooks: webhooks.of(defaultSession),
    session: (name: string) => Object.assign(openSession(name), { webhooks: webhooks.of(name) }),
    listen: async (where: ListenOptions = {}) => {
      await sharing?.open();
      const basePath = readBasePath(where.basePath ?? '');
      const access = toAccess(where, basePath);
      const control = access && createLazyControl(made, access, webhooks.load);
      if (access !== undefined) pipeline.use('page', createPagePointer(basePath));
      const service = { handler: pipeline, bodyLimit: core.bodyLimit };
      const handler = joinSurfaces(service, control);
      const certificate = await openHttps(where);
      const listener = createNodeListener(handler, basePath);
      const bound = await listen(listener, { ...where, basePath }, certificate);
      const listening: Listening = {
        ...bound,
        control: access && {
          url: `${bound.url}/__mock/`,
          get token() {
            return access.token;
          },
        },
        close: () => {
          control?.close();
          open.delete(listening);
          // Once the last server is closed, only other mocks can show the outcome of deliveries.
          if (open.size === 0 && sharing === undefined) webhooks.stop();
          return bound.close();
        },
      };
      open.add(listening);
      if (typeof where.control === 'object') Object.assign(delivering, where.control.webhooks);
      await webhooks.resume();
      // The metrics of several mocks have to count requests from the first one.
      if (sharing !== undefined) await control?.load();
      return listening;
    },
    close,
    [Symbol.asyncDispose]: close,
  });
}

/** How long a stopping mock waits for webhook receivers, in milliseconds. Unanswered deliveries are sent again. */
const drainTime = 5000;

/** Waits for delivery attempts in progress, so that other mocks do not repeat them. */
async function leave(webhooks: ReturnType<typeof createLazyWebhooks>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, drainTime);
  });
  await Promise.race([webhooks.drain().catch(() => {}), late]);
  clearTimeout(timer);
}

/** Returns the access rules of the control surface, if it is enabled. */
function toAccess(
  { control = false, host = '127.0.0.1', https = false }: ListenOptions,
  basePath: string,
): AccessOptions | undefined {
  if (control === false) return undefined;
  const scheme = https === false ? 'http' : 'https';
  const toUrl = (name: string): string => `${scheme}://${name}${basePath}`;
  return openAccess(control === true ? {} : control, { host, toUrl });
}

/** Returns the certificate of an HTTPS server. */
async function openHttps({
  https = false,
  host,
  control,
}: ListenOptions): Promise<Certificate | undefined> {
  if (https === false) return undefined;
  if (https !== true) return { ...https, file: undefined, isNew: false };
  const { openCertificate } = await import('./lazy-features.ts');
  const { allowedHosts = [] } = typeof control === 'object' ? control : {};
  return openCertificate(host === undefined ? allowedHosts : [host, ...allowedHosts]);
}

/** `performance.now()` would load nine modules of Node with the first request. */
function now(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

/**
 * Creates the sender of webhook events. It is loaded on first use, because most mocks send no events.
 *
 * @param options read again for each attempt
 */
export function createLazyWebhooks(core: Core, options: WebhookOptions) {
  let loading: Promise<Webhooks> | undefined;
  const load = (): Promise<Webhooks> => {
    loading ??= import('./lazy-features.ts').then(({ Webhooks }) => new Webhooks(core, options));
    return loading;
  };
  return {
    load,
    /** The webhooks of a session, by its name. */
    of: (name: string): MockWebhooks => ({
      list: async () => (await load()).of(name).list(),
      trigger: async (event) => (await load()).of(name).trigger(event),
      listDeliveries: async () => (await load()).of(name).listDeliveries(),
      replay: async (id) => (await load()).of(name).replay(id),
      settled: async (id) => (await load()).of(name).settled(id),
      subscribe: (listener) => {
        const tell = guardListener(listener, 'a listener of the webhooks', core.onError);
        return core.events.subscribe(({ type, data }) => {
          if (type === 'delivery' && data.session === name) tell(structuredClone(data));
        });
      },
    }),
    /** Resumes deliveries that a previous process left unfinished. */
    resume: async () => {
      // With a shared store, any mock may have to resume what another one left.
      const isShared = core.sharing !== undefined;
      if (isShared || core.sessions.default.records.list(openDeliveries).length > 0) await load();
    },
    /** Starts no more attempts. @returns when those in progress have ended and are stored */
    drain: async () => (await loading)?.drain(),
    /** Cancels the attempts in progress. */
    stop: () => {
      loading?.then(
        (webhooks) => webhooks.stop(),
        () => undefined,
      );
    },
  };
}
