import { type Api, Refused } from './api.ts';
import { readEvents, type StreamEvent } from './event-stream.ts';
import { type Loader, requestLimit } from './load.ts';
import type { Store } from './model.ts';
import type { Delivery, RequestEntry } from './schemas.ts';

/** Follows the mock for as long as the page is open, and takes the connection up again when it breaks. */
export async function followMock(api: Api, store: Store, loader: Loader): Promise<void> {
  let lastId = '';
  let wait = 500;
  for (;;) {
    try {
      const headers = lastId === '' ? {} : { 'last-event-id': lastId };
      const response = await api.open('/requests/stream', headers, new AbortController().signal);
      await loader.load('info', 'state', 'requests', 'faults', 'webhooks', 'deliveries');
      await loader.load('snapshots', 'sessions', 'clock', 'assumptions');
      store.set({ connection: 'live', notice: undefined });
      wait = 500;
      if (response.body === null) return;
      for await (const event of readEvents(response.body)) {
        lastId = event.id ?? lastId;
        takeEvent(event, store, loader);
      }
    } catch (error) {
      if (error instanceof Refused && [401, 403, 421].includes(error.status)) {
        store.set({ connection: 'locked', lockedBecause: error.message });
        return;
      }
    }
    store.set({ connection: 'lost' });
    await new Promise((resolve) => setTimeout(resolve, wait));
    // A mock that was started again counts from 1.
    if (wait >= 1000) lastId = '';
    wait = Math.min(wait * 2, 5000);
  }
}

function takeEvent({ type, data }: StreamEvent, store: Store, loader: Loader): void {
  if (type === 'request') takeRequest(JSON.parse(data), store, loader);
  else if (type === 'delivery') takeDelivery(JSON.parse(data), store);
  else if (type === 'changed') {
    loader.schedule('state', 'faults', 'webhooks', 'deliveries', 'snapshots', 'sessions', 'clock');
    loader.schedule('requests', 'info');
  }
}

function takeRequest(entry: RequestEntry, store: Store, loader: Loader): void {
  const { requests, session, sessions } = store.model;
  if (requests.some(({ id }) => id === entry.id)) return;
  store.set({ requests: [...requests, entry].slice(-requestLimit) });
  announce(entry, store);
  if (entry.injected !== undefined) loader.schedule('faults');
  if (sessions?.every(({ name }) => name !== entry.session)) loader.schedule('sessions');
  if (entry.session !== session) return;
  loader.schedule('clock');
  if (entry.method !== 'GET' && entry.status >= 200 && entry.status < 300)
    loader.schedule('state', 'webhooks');
}

function takeDelivery(delivery: Delivery, store: Store): void {
  const { deliveries, session } = store.model;
  if (delivery.session !== session) return;
  const isKnown = deliveries.some(({ id }) => id === delivery.id);
  store.set({
    deliveries: isKnown
      ? deliveries.map((each) => (each.id === delivery.id ? delivery : each))
      : [...deliveries, delivery].slice(-requestLimit),
  });
}

let unsaid = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says at most every four seconds how many requests arrived, and what became of the last of them. */
function announce({ method, path, status }: RequestEntry, store: Store): void {
  unsaid += 1;
  if (timer !== undefined) return;
  timer = setTimeout(() => {
    const count = unsaid === 1 ? 'One request' : `${unsaid} requests`;
    store.set({ announcement: `${count}. The last: ${method} ${path}, answered ${status}.` });
    unsaid = 0;
    timer = undefined;
  }, 4000);
}
