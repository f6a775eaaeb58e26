import type { OpenApiDocument } from '../contract/openapi-document.ts';
import {
  type Api,
  type AssumptionList,
  type Clock,
  type Delivery,
  type FaultRule,
  type Info,
  type RegisteredWebhook,
  type RequestEntry,
  type Session,
  type Snapshot,
  type State,
  toBaseUrl,
} from './api.ts';
import { readContract } from './contract.ts';
import type { Model, Store } from './model.ts';
import { keepListed } from './selection.ts';

/** Maximum number of requests and of deliveries in the page. */
export const requestLimit = 10_000;
/** Number of requests in one page of the list. */
const pageSize = 1000;

/** Loads data from the control surface. Each part is loaded separately: if one fails, the others are not affected. */
export function createLoader({ call }: Api, store: Store) {
  const list = async <Item>(path: string): Promise<Item[]> =>
    (await call<{ data: Item[] }>('GET', path)).data;
  const parts = {
    info: async () => {
      const before = store.model.info?.contractHash;
      const told = await call<Info>('GET', '/info');
      const info = { ...told, baseUrl: toBaseUrl(location) };
      store.set({ info });
      if (info.contractHash !== before)
        store.set({ contract: readContract(await call<OpenApiDocument>('GET', '/contract')) });
    },
    state: async () => store.set({ state: await call<State>('GET', '/state') }),
    requests: async () => {
      const before = new Set(store.model.requests);
      reading += 1;
      const own = reading;
      let read: RequestEntry[] = [];
      let isWhole = false;
      // The last requests are shown while earlier ones are still being loaded.
      while (!isWhole && own === reading) {
        const [first] = read;
        const earlier = first === undefined ? '' : `&before=${first.id}`;
        const data = await list<RequestEntry>(`/requests?limit=${pageSize}${earlier}`);
        read = [...data, ...read];
        isWhole = data.length < pageSize || read.length >= requestLimit;
        const last = read.at(-1)?.id ?? 0;
        // Entries that the stream delivered in the meantime are kept.
        const later = store.model.requests.filter((entry) => !before.has(entry) && entry.id > last);
        if (own === reading) store.set({ requests: [...read, ...later].slice(-requestLimit) });
      }
      const { selection, requests } = store.model;
      if (own === reading) store.set({ selection: keepListed(selection, requests) });
    },
    faults: async () => store.set({ faults: await list<FaultRule>('/faults') }),
    webhooks: async () => store.set({ webhooks: await list<RegisteredWebhook>('/webhooks') }),
    deliveries: async () => store.set({ deliveries: await list<Delivery>('/deliveries') }),
    snapshots: async () => store.set({ snapshots: await list<Snapshot>('/snapshots') }),
    sessions: async () => store.set({ sessions: await list<Session>('/sessions') }),
    clock: async () => store.set({ clock: await call<Clock>('GET', '/clock') }),
    assumptions: async () => {
      const { data, documented } = await call<AssumptionList>('GET', '/assumptions');
      store.set({ assumptions: data, requirements: documented });
    },
  };
  /** Number of the latest load of the journal: it cancels earlier ones. */
  let reading = 0;
  type Part = keyof typeof parts;
  const due = new Set<Part>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The pause before the next load depends on the duration of the last one: a large state is loaded less often. */
  let pause = 150;

  return {
    /** Loads parts now. @throws Refused when the token is not valid */
    load: async (...names: Part[]): Promise<void> => {
      const outcomes = await Promise.allSettled(names.map((name) => parts[name]()));
      for (const outcome of outcomes) {
        const reason: unknown = outcome.status === 'rejected' ? outcome.reason : undefined;
        if (reason !== undefined) throw reason;
      }
    },
    /** Loads parts soon, in one request for all calls until then. */
    schedule(...names: Part[]): void {
      for (const name of names) due.add(name);
      if (timer !== undefined) return;
      timer = setTimeout(async () => {
        const started = performance.now();
        const now = [...due];
        due.clear();
        await this.load(...now).catch((error: unknown) => {
          store.set({ notice: toNotice(error) });
        });
        pause = Math.min(5000, Math.max(150, 5 * (performance.now() - started)));
        timer = undefined;
        if (due.size > 0) this.schedule();
      }, pause);
    },
  };
}

export type Loader = ReturnType<typeof createLoader>;
export type Part = Parameters<Loader['schedule']>[number];

export function toNotice(error: unknown): Model['notice'] {
  // Without a response, `fetch` throws a TypeError.
  const text =
    error instanceof Error && !(error instanceof TypeError)
      ? error.message
      : 'The mock does not respond. Is it still running? The page reconnects by itself.';
  return { text, isBad: true };
}
