import type { Core } from '../../core.ts';
import type { Webhooks } from './create-webhooks.ts';
import { type MockWebhooks, openDeliveries, type WebhookOptions } from './delivery.ts';

/** What sends the events of a mock. It is loaded when it is first asked for: most mocks send none. */
export interface LazyWebhooks {
  load(): Promise<Webhooks>;
  /** The webhooks of a session, by its name. */
  of(session: string): MockWebhooks;
  /** Goes on with the deliveries of a process that has ended, if it left any. */
  resume(): Promise<void>;
  /** Begins no attempt any more. @returns when those under way have ended, and are kept */
  drain(): Promise<void>;
  /** Ends what is under way. */
  stop(): void;
}

/** @param options are read anew for each attempt */
export function createLazyWebhooks(core: Core, options: WebhookOptions): LazyWebhooks {
  let loading: Promise<Webhooks> | undefined;
  const load = (): Promise<Webhooks> => {
    loading ??= import('../../lazy-features.ts').then(({ createWebhooks }) =>
      createWebhooks(core, options),
    );
    return loading;
  };
  return {
    load,
    of: (name) => ({
      list: async () => (await load()).of(name).list(),
      trigger: async (event) => (await load()).of(name).trigger(event),
      listDeliveries: async () => (await load()).of(name).listDeliveries(),
      replay: async (id) => (await load()).of(name).replay(id),
      settled: async (id) => (await load()).of(name).settled(id),
      subscribe: (listener) =>
        core.events.subscribe(({ type, data }) => {
          if (type !== 'delivery' || data.session !== name) return;
          try {
            listener(structuredClone(data));
          } catch (error) {
            // An error in a listener must not affect the receiver.
            core.onError(`a listener of the webhooks threw ${String(error)}`);
          }
        }),
    }),
    resume: async () => {
      // Of mocks with one store, each may have to go on with what another one left.
      const isShared = core.sharing !== undefined;
      if (isShared || core.sessions.default.records.list(openDeliveries).length > 0) await load();
    },
    drain: async () => (await loading)?.drain(),
    stop: () => {
      loading?.then(
        (webhooks) => webhooks.stop(),
        () => undefined,
      );
    },
  };
}
