import type { Core } from '../create-core.ts';
import { Refusal } from '../refusal.ts';
import type { Webhooks } from './create-webhooks.ts';
import type { WebhookOptions } from './delivery.ts';
import type { MockWebhooks } from './mock-webhooks.ts';
import type { SessionWebhooks } from './session-webhooks.ts';

/** What sends the events of a mock. It is loaded when it is first asked for: most mocks send none. */
export interface LazyWebhooks {
  load(): Promise<Webhooks>;
  /** The webhooks of a session, by its name. */
  of(session: string): MockWebhooks;
  /** Ends what is under way. */
  stop(): void;
}

/** @param options are read anew for each attempt */
export function createLazyWebhooks(core: Core, options: WebhookOptions): LazyWebhooks {
  const loadModule = () => import('../on-demand.ts');
  let loading: Promise<Webhooks> | undefined;
  const load = (): Promise<Webhooks> => {
    loading ??= loadModule().then(({ createWebhooks }) => createWebhooks(core, options));
    return loading;
  };
  const open = async (name: string): Promise<SessionWebhooks> => {
    const { createSessionWebhooks } = await loadModule();
    const session = core.sessions.open(name);
    if (session instanceof Refusal) throw new RangeError(session.detail);
    return createSessionWebhooks(await load(), session, core.events);
  };
  return {
    load,
    of: (name) => ({
      list: async () => (await open(name)).list(),
      trigger: async (event) => (await open(name)).trigger(event),
      listDeliveries: async () => (await open(name)).listDeliveries(),
      replay: async (id) => (await open(name)).replay(id),
      settled: async (id) => (await open(name)).settled(id),
      subscribe: (listener) =>
        core.events.subscribe(({ type, data }) => {
          if (type !== 'delivery' || data.session !== name) return;
          try {
            listener(structuredClone(data));
          } catch (error) {
            // The listener is none of the receiver's business.
            core.onError(`a listener of the webhooks threw ${String(error)}`);
          }
        }),
    }),
    stop: () => {
      loading?.then((webhooks) => webhooks.stop()).catch(() => undefined);
    },
  };
}
