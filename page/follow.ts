import type { OpenApiDocument } from '../contract/openapi-document.ts';
import type { ModelJson } from '../contract/resources/model-json.ts';
import { toCount } from '../writers/terminal-text.ts';
import {
  type Api,
  type RecordItem,
  Refused,
  type RequestEntry,
  type Schemas,
  toBaseUrl,
} from './api.ts';
import { readContract, readRecordSchemas } from './contract.ts';
import type { MockData, Store } from './model.ts';

export type Follower = ReturnType<typeof createFollower>;

/** Keeps the model up to date with the mock. */
export function createFollower(api: Api, store: Store) {
  const refresh = createRefresh(api, store);
  const refreshSoon = createCollector(refresh);

  /** Follows the mock while the page is open, and reconnects if the connection is lost. */
  async function follow(): Promise<void> {
    for (let delay = 500; ; delay = Math.min(delay * 2, 5000)) {
      try {
        const changes = await api.follow();
        await refresh();
        store.set({ connection: 'live', notice: undefined });
        delay = 250;
        for await (const _ of changes) void refreshSoon();
      } catch (error) {
        if (error instanceof Refused && [401, 403, 421].includes(error.status)) {
          store.set({ connection: 'locked', lockedBecause: error.message });
          return;
        }
      }
      store.set({ connection: 'lost' });
      await wait(delay);
    }
  }

  return { refresh, follow };
}

/** Creates the function that reads everything that the page shows. */
function createRefresh(api: Api, store: Store): () => Promise<void> {
  const announce = createAnnouncer(store);
  /** The number of the latest refresh: earlier ones do not count any more. */
  let latest = 0;

  return async () => {
    latest += 1;
    const refresh = latest;
    const { requests, ...data } = await readData(api);
    const documents = await readDocuments(api, data.info.contractHash, store);
    if (refresh !== latest) return;
    const { model } = store;
    const last = model.requests.at(-1)?.id ?? 0;
    if (model.connection === 'live') announce(requests.filter(({ id }) => id > last));
    store.set({ requests, mock: { ...documents, ...data, readAt: Date.now() } });
  };
}

/** Reads the state of the mock, and its journal. */
async function readData({ call }: Api) {
  const list = async <Item>(path: string): Promise<Item[]> => {
    const { data } = await call<{ data: Item[] }>('GET', path);
    return data;
  };
  const [requests, description, state, clock, faults, webhooks, deliveries, snapshots, sessions] =
    await Promise.all([
      // The whole journal, unless it keeps more than one response may contain.
      list<RequestEntry>('/requests?limit=1000'),
      call<MockData['info']>('GET', '/info'),
      call<MockData['state']>('GET', '/state'),
      call<MockData['clock']>('GET', '/clock'),
      list<MockData['faults'][number]>('/faults'),
      list<MockData['webhooks'][number]>('/webhooks'),
      list<MockData['deliveries'][number]>('/deliveries'),
      list<MockData['snapshots'][number]>('/snapshots'),
      list<MockData['sessions'][number]>('/sessions'),
    ]);
  const info = { ...description, baseUrl: toBaseUrl(location) };
  const records = info.isBuiltIn ? [] : await list<RecordItem>('/records');
  return {
    requests,
    info,
    records,
    state,
    clock,
    faults,
    webhooks,
    deliveries,
    snapshots,
    sessions,
  };
}

/** The contract and what is known about it are only read when the contract changes. */
async function readDocuments({ call }: Api, hash: string, store: Store) {
  const { mock } = store.model;
  if (mock?.info.contractHash === hash) return mock;
  const [document, { data: assumptions, documented: requirements }, resources] = await Promise.all([
    call<OpenApiDocument>('GET', '/contract'),
    call<Schemas['AssumptionList']>('GET', '/assumptions'),
    call<ModelJson>('GET', '/resources'),
  ]);
  const contract = readContract(document);
  const recordSchemas = readRecordSchemas(document, resources);
  return { contract, assumptions, requirements, resources, recordSchemas };
}

/** Collects changes, so that the state is not read for each of them. A large state is read less often. */
function createCollector(refresh: () => Promise<void>): () => Promise<void> {
  let isDue = false;
  /** How long changes are collected, in milliseconds. */
  let pause = 100;

  return async () => {
    if (isDue) return;
    isDue = true;
    await wait(pause);
    isDue = false;
    const started = performance.now();
    // If the mock does not respond, the stream ends as well, and everything is read again.
    await refresh().catch(() => {});
    pause = Math.min(5000, Math.max(100, 5 * (performance.now() - started)));
  };
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
