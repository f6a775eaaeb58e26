import { readBasePath } from './adapters/base-path.ts';
import type { Certificate } from './adapters/certificate.ts';
import { listen } from './adapters/listen.ts';
import { createNodeListener } from './adapters/node-http.ts';
import { createMemoryApi, createStoredApi } from './create-api.ts';
import { type Core, createMemoryCore, createStoredCore } from './create-core.ts';
import type { AccessOptions } from './features/control/check-access.ts';
import { createLazyControl, openAccess } from './features/control/open-control.ts';
import type { MockWebhooks, WebhookOptions } from './features/webhooks/delivery.ts';
import { Webhooks } from './features/webhooks/webhooks.ts';
import {
  assertOptions,
  type CoreOptions,
  type CoreSession,
  type MemoryParts,
  type MockCore,
  type StateParts,
  type StoredParts,
  type TypedOptions,
} from './mock-types.ts';
import type { Listening, ListenOptions } from './server-types.ts';
import type { Store } from './store/store.ts';

/** The options of a mock. All are optional. */
export interface MockOptions extends CoreOptions {
  /** Options of webhook deliveries. */
  webhooks?: WebhookOptions;
}

/** The options of a mock with its state in a store. */
export interface StoredMockOptions extends MockOptions {
  /** Stores the state, for example in a database that several mocks share. */
  store: Store;
}

/** The parts of a mock that need Node. */
interface ServerParts {
  /** The webhooks, and their deliveries. */
  readonly webhooks: MockWebhooks;
  /** Starts a server on a port of this machine. */
  listen(options?: ListenOptions): Promise<Listening>;
  /** Stops all servers of the mock, and cancels pending deliveries. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** One session of a mock. */
export interface MockSession<Parts extends StateParts = MemoryParts> extends CoreSession<Parts> {
  /** The webhooks of the session, and their deliveries. */
  readonly webhooks: MockWebhooks;
}

/** A mock of the service that can also listen on a port and send events. */
export interface Mock<Parts extends StateParts = MemoryParts>
  extends Omit<MockCore<Parts>, 'session'>,
    ServerParts {
  /**
   * A session with its own state, for requests with the header `X-Mock-Session` and for calls of its methods. It is
   * created when it is first used, with the initial data of the mock.
   * @throws RangeError when the name is not valid
   */
  session(name: string): MockSession<Parts>;
}

/** A mock with its state in a store. Its clock, journal and fault rules return promises. */
export type StoredMock = Mock<StoredParts>;

/**
 * Creates a stateful mock of the service. Mocks are independent of each other.
 * @example
 * const mock = createMock({ seed: 1 });
 * const { url, close } = await mock.listen({ port: 4010 });
 */
export function createMock(options: StoredMockOptions): StoredMock;
export function createMock(options?: MockOptions): Mock;
/**
 * Creates a mock of another contract with own behaviours, typed by what openapi-typescript generates for it.
 * @example
 * const mock = createMock<operations, paths>({
 *   contract,
 *   behaviours: { cancelOrder: (base) => async (request, context) => base(request, context) },
 * });
 */
export function createMock<Operations, Paths = Record<never, never>>(
  options: TypedOptions<StoredMockOptions, Operations, Paths>,
): StoredMock;
export function createMock<Operations, Paths = Record<never, never>>(
  options: TypedOptions<MockOptions, Operations, Paths>,
): Mock;
export function createMock({
  webhooks = {},
  store,
  ...options
}: MockOptions & Partial<StoredMockOptions> = {}): Mock | StoredMock {
  assertOptions(options, 'webhooks', 'store');
  if (store === undefined) {
    const { core, memory } = createMemoryCore(options);
    return addServerParts(core, createMemoryApi(core, memory), webhooks);
  }
  const core = createStoredCore(options, store);
  return addServerParts(core, createStoredApi(core), webhooks);
}

function addServerParts<Parts extends StateParts>(
  core: Core,
  api: MockCore<Parts>,
  webhooks: WebhookOptions,
): Mock<Parts> {
  const { of, ...parts } = createServerParts(core, webhooks);
  const { session } = api;
  // `Object.assign` instead of a spread, because the contract of the mock can change.
  return Object.assign(api, parts, {
    session: (name: string) => Object.assign(session(name), { webhooks: of(name) }),
  });
}

function createServerParts(core: Core, options: WebhookOptions) {
  // A server can change the options of deliveries.
  const delivering = { ...options };
  const webhooks = new Webhooks(core, delivering);
  const open = new Set<Listening>();
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= closeAll();
    return closing;
  };
  const closeAll = async (): Promise<void> => {
    await Promise.all([...open].map((listening) => listening.close()));
    webhooks.stop();
    await core.store.close();
  };
  const listenOn = async (where: ListenOptions = {}): Promise<Listening> => {
    await core.store.open();
    const basePath = readBasePath(where.basePath ?? '');
    const access = toAccess(where, basePath);
    const control = access && createLazyControl(core, access, webhooks, basePath);
    const listener = createNodeListener(core.handler, basePath, control);
    const certificate = await openHttps(where);
    const bound = await listen(listener, { ...where, basePath }, core.onError, certificate);
    const listening: Listening = {
      ...bound,
      control: access && {
        url: `${bound.url}/__mock/`,
        get token() {
          return access.token;
        },
      },
      close: () => {
        open.delete(listening);
        return bound.close();
      },
    };
    open.add(listening);
    if (typeof where.control === 'object') Object.assign(delivering, where.control.webhooks);
    return listening;
  };
  const of = (session: string) => webhooks.of(session);
  return { webhooks: webhooks.of(), of, listen: listenOn, close, [Symbol.asyncDispose]: close };
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

/** Returns the certificate of an HTTPS server. It is created on first use. */
async function openHttps({
  https = false,
  host,
  control,
}: ListenOptions): Promise<Certificate | undefined> {
  if (https === false) return undefined;
  if (https !== true) return { cert: https.cert, key: https.key, file: undefined, isNew: false };
  const { openCertificate } = await import('./adapters/certificate.ts');
  const { allowedHosts = [] } = typeof control === 'object' ? control : {};
  return openCertificate(host === undefined ? allowedHosts : [host, ...allowedHosts]);
}
