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

/** `locked` needs a token; `lost` is reconnecting. */
export type Connection = 'locked' | 'connecting' | 'live' | 'lost';

/** A notification after an action, with an optional undo. */
export interface Notice {
  text: string;
  isBad: boolean;
  action?: { label: string; act(): void };
}

export interface RequestFilter {
  text: string;
  /** A range such as `2xx`, or an empty string for every status. */
  status: string;
  operation: string;
}

/** The response to a request that was sent from the page. */
export interface SentAnswer {
  method: string;
  path: string;
  /** 0 if there was no response. */
  status: number;
  headers: { name: string; value: string }[];
  body: string;
  durationMs: number;
  /** Why there is no response. */
  error: string | undefined;
  /** The id of the last journal entry before it was sent. */
  after: number;
}

interface ResourceForm {
  /** Identifies the form; another key starts a new one. */
  key: string;
  value: unknown;
  check: RequestCheck | undefined;
}

/** Edits that can be undone, most recent last. */
export interface EditHistory {
  session: string;
  undo: readonly { what: string; edits: readonly StateEdit[] }[];
  redo: readonly { what: string; edits: readonly StateEdit[] }[];
}

/** The complete state of the page. Data that has not been loaded is undefined. */
export interface Model {
  connection: Connection;
  /** Why a token is required. */
  lockedBecause: string;
  theme: Theme;
  view: ViewName;
  requestId?: number | undefined;
  /** The open item of the data: the id of a site or webhook, or the workspace and kind of a new one. */
  dataPlace: string;
  session: string;
  allSessions: boolean;
  filter: RequestFilter;
  /** The time at which the list was paused: later requests are counted, but not shown. */
  pausedAt?: number | undefined;
  showsPreflights: boolean;
  selection: Selection;
  /** Whether single-key shortcuts are enabled. */
  usesKeys: boolean;
  contract?: readonly ContractOperation[] | undefined;
  /** The request that is being edited. */
  draft?: RequestDraft | undefined;
  /** How the mock would refuse the draft because of its form; undefined until it was checked. */
  draftCheck?: RequestCheck | undefined;
  isSending: boolean;
  answer?: SentAnswer | undefined;
  form?: ResourceForm | undefined;
  history: EditHistory;
  /** The id of the rule that is edited. */
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
  /** The announcement of new requests for screen readers. */
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

/** Creates the store of the model. All changes of a turn are drawn together. */
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

/** Parses the fragment, which contains the view and the open item: `#/requests/41`, `#/data/<id of a site>`. */
export function readAddress(hash: string): Pick<Model, 'view' | 'requestId' | 'dataPlace'> {
  const [name, id, ...more] = hash.replace(/^#\/?/, '').split('/');
  const view = viewNames.find((each) => each === name) ?? 'requests';
  const requestId = view === 'requests' && /^\d+$/.test(id ?? '') ? Number(id) : undefined;
  return { view, requestId, dataPlace: view === 'data' ? [id ?? '', ...more].join('/') : '' };
}

export function toRequestAddress(id: number | undefined): string {
  return id === undefined ? '#/requests' : `#/requests/${id}`;
}

/** @param place the id of a site or webhook, or `<id of a workspace>/sites` for a new site */
export function toDataAddress(place = ''): string {
  return place === '' ? '#/data' : `#/data/${place}`;
}
