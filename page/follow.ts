import { type Api, Refused } from './api.ts';
import { readEvents } from './event-stream.ts';
import type { Loader } from './load.ts';
import type { Store } from './model.ts';
import { createEventTaker } from './take-events.ts';

/** Follows the mock for as long as the page is open, and takes the connection up again when it breaks. */
export async function followMock(api: Api, store: Store, loader: Loader): Promise<void> {
  const takeEvent = createEventTaker(store, loader);
  let lastId = '';
  let wait = 500;
  for (;;) {
    try {
      const headers = lastId === '' ? {} : { 'last-event-id': lastId };
      const response = await api.open('/requests/stream', headers);
      await loader.load('info', 'state', 'requests', 'faults', 'webhooks', 'deliveries');
      await loader.load('snapshots', 'sessions', 'clock', 'assumptions');
      store.set({ connection: 'live', notice: undefined });
      wait = 500;
      if (response.body === null) return;
      for await (const event of readEvents(response.body)) {
        lastId = event.id ?? lastId;
        takeEvent(event);
      }
    } catch (error) {
      if (error instanceof Refused && [401, 403, 421].includes(error.status)) {
        store.set({ connection: 'locked', lockedBecause: error.message });
        return;
      }
    }
    store.set({ connection: 'lost' });
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 2, 5000);
  }
}
