import type { Core } from '../../create-core.ts';
import { defaultSession, guardListener } from '../../handler.ts';
import type { MockWebhooks, WebhookOptions } from './delivery.ts';
import type { Webhooks } from './webhooks.ts';

/**
 * Creates the sender of webhook events. It is loaded on first use, because most mocks send no events.
 *
 * @param options read again for each attempt
 */
export function createLazyWebhooks(core: Core, options: WebhookOptions) {
  let loading: Promise<Webhooks> | undefined;
  const load = (): Promise<Webhooks> => {
    loading ??= import('../../lazy-features.ts').then(
      ({ Webhooks }) => new Webhooks(core, options),
    );
    return loading;
  };
  return {
    load,
    /** The webhooks of a session, by its name. */
    of: (name: string = defaultSession): MockWebhooks => ({
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
    stop: () => {
      loading?.then(
        (webhooks) => webhooks.stop(),
        () => undefined,
      );
    },
  };
}
