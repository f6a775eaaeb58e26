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
  const read = <Result>(path: string): Promise<Result> => api.call<Result>('GET', path);
  const list = async <Item>(path: string) => (await read<{ data: Item[] }>(path)).data;
  const announce = createAnnouncer(store);
  /** The number of the latest refresh: earlier ones do not count any more. */
  let latest = 0;

  /** Reads everything that the page shows. */
  async function refresh(): Promise<void> {
    latest += 1;
    const own = latest;
    const [requests, told, state, clock, faults, webhooks, deliveries, snapshots, sessions] =
      await Promise.all([
        // The whole journal, unless it keeps more than one response may contain.
        list<RequestEntry>('/requests?limit=1000'),
        read<MockData['info']>('/info'),
        read<MockData['state']>('/state'),
        read<MockData['clock']>('/clock'),
        list<MockData['faults'][number]>('/faults'),
        list<MockData['webhooks'][number]>('/webhooks'),
        list<MockData['deliveries'][number]>('/deliveries'),
        list<MockData['snapshots'][number]>('/snapshots'),
        list<MockData['sessions'][number]>('/sessions'),
      ]);
    const info = { ...told, baseUrl: toBaseUrl(location) };
    const records = info.isBuiltIn ? [] : await list<RecordItem>('/records');
    const data = { info, records, state, faults, webhooks, deliveries, snapshots, sessions, clock };
    const documents = await readDocuments(info.contractHash);
    if (own !== latest) return;
    const { model } = store;
    const last = model.requests.at(-1)?.id ?? 0;
    if (model.connection === 'live') announce(requests.filter(({ id }) => id > last));
    store.set({ requests, mock: { ...documents, ...data, readAt: Date.now() } });
  }

  /** The contract and what is known about it are only read when the contract changes. */
  async function readDocuments(hash: string) {
    const { mock } = store.model;
    if (mock?.info.contractHash === hash) return mock;
    const [document, { data: assumptions, documented: requirements }, resources] =
      await Promise.all([
        read<OpenApiDocument>('/contract'),
        read<Schemas['AssumptionList']>('/assumptions'),
        read<ModelJson>('/resources'),
      ]);
    const contract = readContract(document);
    const recordSchemas = readRecordSchemas(document, resources);
    return { contract, assumptions, requirements, resources, recordSchemas };
  }

  let isDue = false;
  /** How long changes are collected, in milliseconds. A large state is read less often. */
  let pause = 100;

  async function refreshSoon(): Promise<void> {
    if (isDue) return;
    isDue = true;
    await wait(pause);
    isDue = false;
    const started = performance.now();
    // If the mock does not respond, the stream ends as well, and everything is read again.
    await refresh().catch(() => {});
    pause = Math.min(5000, Math.max(100, 5 * (performance.now() - started)));
  }

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
