import type { OpenApiDocument } from '../contract/openapi-document.ts';
import {
  type Api,
  Refused,
  type RequestEntry,
  type Schemas,
  type StreamEvent,
  toBaseUrl,
} from './api.ts';
import { readContract } from './contract.ts';
import { toCount } from './journal.ts';
import { type MockData, noSelection, type Store } from './model.ts';

/** Maximum number of requests in the page; the journal keeps as many. */
const requestLimit = 250;

/** Keeps the model up to date with the mock. */
export interface Follower {
  /** Reads everything except requests. */
  refresh(): Promise<void>;
  readRequests(): Promise<void>;
  /** Follows the mock while the page is open, and reconnects if the connection is lost. */
  follow(): Promise<void>;
}

export function createFollower(api: Api, store: Store): Follower {
  const read = <Result>(path: string): Promise<Result> => api.call<Result>('GET', path);
  const list = async <Item>(path: string) => (await read<{ data: Item[] }>(path)).data;
  const announce = createAnnouncer(store);
  /** The number of the latest refresh: earlier ones do not count any more. */
  let latest = 0;

  async function refresh(): Promise<void> {
    latest += 1;
    const own = latest;
    const [told, state, faults, webhooks, deliveries, snapshots, sessions, clock] =
      await Promise.all([
        read<MockData['info']>('/info'),
        read<MockData['state']>('/state'),
        list<MockData['faults'][number]>('/faults'),
        list<MockData['webhooks'][number]>('/webhooks'),
        list<MockData['deliveries'][number]>('/deliveries'),
        list<MockData['snapshots'][number]>('/snapshots'),
        list<MockData['sessions'][number]>('/sessions'),
        read<MockData['clock']>('/clock'),
      ]);
    const info = { ...told, baseUrl: toBaseUrl(location) };
    const data = { info, state, faults, webhooks, deliveries, snapshots, sessions, clock };
    const documents = await readDocuments(info.contractHash);
    if (own === latest) store.set({ mock: { ...documents, ...data, readAt: Date.now() } });
  }

  /** The contract and what is known about it are only read when the contract changes. */
  async function readDocuments(hash: string) {
    const { mock } = store.model;
    if (mock?.info.contractHash === hash) return mock;
    const [document, { data: assumptions, documented: requirements }] = await Promise.all([
      read<OpenApiDocument>('/contract'),
      read<Schemas['AssumptionList']>('/assumptions'),
    ]);
    return { contract: readContract(document), assumptions, requirements };
  }

  async function readRequests(): Promise<void> {
    const before = new Set(store.model.requests);
    const found = await list<RequestEntry>(`/requests?limit=${requestLimit}`);
    const last = found.at(-1)?.id ?? 0;
    // Entries that the stream delivered in the meantime are kept.
    const later = store.model.requests.filter((entry) => !before.has(entry) && entry.id > last);
    setRequests([...found, ...later]);
  }

  function setRequests(all: readonly RequestEntry[]): void {
    const requests = all.slice(-requestLimit);
    const { selection } = store.model;
    const listed = new Set(requests.map(({ id }) => id));
    const ids = new Set([...selection.ids].filter((id) => listed.has(id)));
    store.set({ requests, selection: ids.size === 0 ? noSelection : { ...selection, ids } });
  }

  /** Events that are not shown yet. */
  let arrived: StreamEvent[] = [];
  let isDue = false;

  async function take(event: StreamEvent): Promise<void> {
    arrived.push(event);
    if (isDue) return;
    isDue = true;
    // How long events are collected, in milliseconds. A large state is read less often.
    for (let pause = 100; arrived.length > 0; ) {
      await wait(pause);
      const started = performance.now();
      const events = arrived;
      arrived = [];
      // The stream ends as well if the mock does not respond, and everything is read again.
      await show(events).catch(() => {});
      pause = Math.min(5000, Math.max(100, 5 * (performance.now() - started)));
    }
    isDue = false;
  }

  async function show(events: readonly StreamEvent[]): Promise<void> {
    const last = store.model.requests.at(-1)?.id ?? 0;
    const entries = events
      .filter(({ type }) => type === 'request')
      .map(({ data }): RequestEntry => JSON.parse(data))
      .filter(({ id }) => id > last);
    setRequests([...store.model.requests, ...entries]);
    announce(entries);
    if (events.some(({ type }) => type === 'changed')) await readRequests();
    await refresh();
  }

  async function follow(): Promise<void> {
    let lastId = '';
    let pause = 500;
    for (;;) {
      try {
        const events = await api.follow(lastId);
        await Promise.all([refresh(), readRequests()]);
        store.set({ connection: 'live', notice: undefined });
        pause = 500;
        for await (const event of events) {
          lastId = event.id ?? lastId;
          void take(event);
        }
      } catch (error) {
        if (error instanceof Refused && [401, 403, 421].includes(error.status)) {
          store.set({ connection: 'locked', lockedBecause: error.message });
          return;
        }
      }
      store.set({ connection: 'lost' });
      await wait(pause);
      pause = Math.min(pause * 2, 5000);
    }
  }

  return { refresh, readRequests, follow };
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Announces the number of new requests and the result of the last one, at most every four seconds. */
function createAnnouncer(store: Store): (entries: readonly RequestEntry[]) => void {
  let unsaid: RequestEntry[] = [];
  const say = (): void => {
    const { method, path, status } = unsaid.at(-1) ?? {};
    const last = `The last: ${method} ${path}, response ${status}.`;
    store.set({ announcement: `${toCount(unsaid.length, 'request')}. ${last}` });
    unsaid = [];
  };
  return (entries) => {
    if (unsaid.length === 0 && entries.length > 0) setTimeout(say, 4000);
    unsaid.push(...entries);
  };
}
