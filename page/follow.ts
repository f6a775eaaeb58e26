import { type Api, type Delivery, Refused, type RequestEntry } from './api.ts';
import { type Loader, type Part, requestLimit } from './load.ts';
import type { Store } from './model.ts';

/** Follows the mock while the page is open, and reconnects if the connection is lost. */
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

/** How long requests are collected before they are drawn, in milliseconds: at most ten times a second. */
const pause = 100;

const everything: readonly Part[] = [
  'state',
  'faults',
  'webhooks',
  'deliveries',
  'snapshots',
  'sessions',
  'requests',
  'clock',
  'info',
];

/** The parts to reload after an operation of the control surface. Default: all. */
const affected: Readonly<Record<string, readonly Part[]>> = {
  editState: ['state', 'webhooks'],
  changeState: ['state', 'webhooks'],
  addFault: ['faults'],
  removeFault: ['faults'],
  removeFaults: ['faults'],
  repeatAnswer: ['faults'],
  freezeClock: ['clock'],
  resumeClock: ['clock'],
  advanceClock: ['clock', 'deliveries'],
  saveSnapshot: ['snapshots'],
  deleteSnapshot: ['snapshots'],
  clearRequests: ['requests'],
  triggerEvent: ['deliveries'],
  replayDelivery: ['deliveries'],
};

function createEventTaker(store: Store, loader: Loader): (event: StreamEvent) => void {
  const announce = createAnnouncer(store);
  let arrived: RequestEntry[] = [];

  return ({ type, data }) => {
    if (type === 'request') {
      arrived.push(JSON.parse(data));
      if (arrived.length === 1) setTimeout(takeRequests, pause);
    } else if (type === 'delivery') takeDelivery(JSON.parse(data), store);
    else if (type === 'changed') {
      const { operation = '' } = JSON.parse(data);
      loader.schedule(...(affected[operation] ?? everything));
    }
  };

  function takeRequests(): void {
    const { requests, session, sessions = [] } = store.model;
    const last = requests.at(-1)?.id ?? 0;
    const entries = arrived.filter(({ id }) => id > last);
    arrived = [];
    store.set({ requests: [...requests, ...entries].slice(-requestLimit) });
    announce(entries);
    if (entries.some(({ injected }) => injected !== undefined)) loader.schedule('faults');
    if (entries.some((entry) => sessions.every(({ name }) => name !== entry.session)))
      loader.schedule('sessions');
    const own = entries.filter((entry) => entry.session === session);
    if (own.length > 0) loader.schedule('clock');
    if (own.some(isChange)) loader.schedule('state', 'webhooks');
  }
}

function isChange({ method, status }: RequestEntry): boolean {
  return method !== 'GET' && status >= 200 && status < 300;
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

/** Announces the number of new requests and the result of the last one, at most every four seconds. */
function createAnnouncer(store: Store): (entries: readonly RequestEntry[]) => void {
  let unsaid: RequestEntry[] = [];
  return (entries) => {
    if (unsaid.length === 0 && entries.length > 0) setTimeout(say, 4000);
    unsaid.push(...entries);
  };

  function say(): void {
    const count = unsaid.length === 1 ? 'One request' : `${unsaid.length} requests`;
    const last = unsaid.at(-1);
    unsaid = [];
    store.set({
      announcement: `${count}. The last: ${last?.method} ${last?.path}, response ${last?.status}.`,
    });
  }
}

/** One event of a stream (HTML standard, section 9.2). */
interface StreamEvent {
  type: string;
  data: string;
  id: string | undefined;
}

/** Reads server-sent events from a body. `EventSource` cannot send a token in a header. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const blocks = (rest + decoder.decode(read.value, { stream: true }))
      .replaceAll('\r\n', '\n')
      .split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parseEvent(block);
      if (event !== undefined) yield event;
    }
  }
}

/** A block without data, such as a keep-alive comment, is not an event. */
function parseEvent(block: string): StreamEvent | undefined {
  let type = 'message';
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (field === 'event') type = value;
    else if (field === 'id') id = value;
    else if (field === 'data') data.push(value);
  }
  return data.length === 0 ? undefined : { type, id, data: data.join('\n') };
}
