import type {
  Assumption,
  Clock,
  Delivery,
  FaultRule,
  Info,
  RegisteredWebhook,
  RequestCheck,
  RequestEntry,
  Requirement,
  Session,
  Snapshot,
  State,
  StateEdit,
} from './api.ts';
import { readTheme, readUsesKeys, type Theme } from './browser.ts';
import type { ContractOperation } from './contract.ts';
import type { RequestDraft } from './request-draft.ts';
import { noSelection, type Selection } from './selection.ts';

export const viewNames = [
  'requests',
  'send',
  'data',
  'faults',
  'events',
  'state',
  'contract',
] as const;
export type ViewName = (typeof viewNames)[number];

/** `locked` needs a token; `lost` had a connection and tries to get it back. */
export type Connection = 'locked' | 'connecting' | 'live' | 'lost';

/** What is said about what was done, and what can be done about it. */
export interface Notice {
  text: string;
  isBad: boolean;
  action?: { label: string; act(): void };
}

export interface RequestFilter {
  text: string;
  /** `2xx` and the like, or an empty text for every status. */
  status: string;
  operation: string;
}

/** What came back for a request that was sent from the page. */
export interface SentAnswer {
  method: string;
  path: string;
  /** 0 where no answer came. */
  status: number;
  headers: { name: string; value: string }[];
  body: string;
  durationMs: number;
  /** Why there is no response. */
  error: string | undefined;
  /** The last request of the journal before it was sent. */
  after: number;
}

interface ResourceForm {
  /** Which form it is; another one starts anew. */
  key: string;
  value: unknown;
  check: RequestCheck | undefined;
}

/** Edits that can be undone, the last one at the end. */
export interface EditHistory {
  session: string;
  undo: readonly { what: string; edits: readonly StateEdit[] }[];
  redo: readonly { what: string; edits: readonly StateEdit[] }[];
}

/** Everything that the page shows follows from this. What has not been read yet is undefined. */
export interface Model {
  connection: Connection;
  /** Why a token is asked for. */
  lockedBecause: string;
  theme: Theme;
  view: ViewName;
  requestId?: number | undefined;
  /** What is looked at among the data: the id of a site or webhook, or what is added to which workspace. */
  dataPlace: string;
  session: string;
  allSessions: boolean;
  filter: RequestFilter;
  /** The time at which the list was stopped: what came later is counted and not shown. */
  pausedAt?: number | undefined;
  showsPreflights: boolean;
  selection: Selection;
  /** Whether single keys do something. */
  usesKeys: boolean;
  contract?: readonly ContractOperation[] | undefined;
  /** The request that is being written. */
  draft?: RequestDraft | undefined;
  /** How the mock would refuse the draft because of its form; undefined until that is known. */
  draftCheck?: RequestCheck | undefined;
  isSending: boolean;
  answer?: SentAnswer | undefined;
  form?: ResourceForm | undefined;
  history: EditHistory;
  /** The rule that is edited. */
  faultId: string;
  dataFilter: string;
  assumptionFilter: string;
  requests: readonly RequestEntry[];
  info?: Info | undefined;
  state?: State | undefined;
  faults?: readonly FaultRule[] | undefined;
  webhooks?: readonly RegisteredWebhook[] | undefined;
  deliveries: readonly Delivery[];
  snapshots?: readonly Snapshot[] | undefined;
  sessions?: readonly Session[] | undefined;
  clock?: Clock | undefined;
  assumptions?: readonly Assumption[] | undefined;
  requirements?: readonly Requirement[] | undefined;
  notice?: Notice | undefined;
  /** What a screen reader is told of requests that arrived. */
  announcement: string;
}

const startModel: Model = {
  connection: 'connecting',
  lockedBecause: '',
  theme: readTheme(),
  view: 'requests',
  dataPlace: '',
  session: 'default',
  allSessions: true,
  filter: { text: '', status: '', operation: '' },
  showsPreflights: false,
  selection: noSelection,
  usesKeys: readUsesKeys(),
  isSending: false,
  history: { session: '', undo: [], redo: [] },
  faultId: '',
  dataFilter: '',
  assumptionFilter: '',
  requests: [],
  deliveries: [],
  announcement: '',
};

/** The props of every view: data and actions. */
export interface Store {
  readonly model: Model;
  set(change: Partial<Model>): void;
}

/** Keeps the model, and draws it once for all changes of a turn. */
export function createStore(draw: () => void): Store {
  let model = startModel;
  let isDue = false;
  return {
    get model() {
      return model;
    },
    set: (change) => {
      model = { ...model, ...change };
      if (isDue) return;
      isDue = true;
      queueMicrotask(() => {
        isDue = false;
        draw();
      });
    },
  };
}

/** The fragment says which view is looked at, and what of it: `#/requests/41`, `#/data/<id of a site>`. */
export function readAddress(hash: string): Pick<Model, 'view' | 'requestId' | 'dataPlace'> {
  const [name, id, ...more] = hash.replace(/^#\/?/, '').split('/');
  const view = viewNames.find((each) => each === name) ?? 'requests';
  const requestId = view === 'requests' && /^\d+$/.test(id ?? '') ? Number(id) : undefined;
  return { view, requestId, dataPlace: view === 'data' ? [id ?? '', ...more].join('/') : '' };
}

export function toRequestAddress(id: number | undefined): string {
  return id === undefined ? '#/requests' : `#/requests/${id}`;
}

/** @param place the id of a site or webhook, or `<id of a workspace>/sites` for one that is added */
export function toDataAddress(place = ''): string {
  return place === '' ? '#/data' : `#/data/${place}`;
}
