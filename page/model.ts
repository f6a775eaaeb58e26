import type { Schema } from '../contract/openapi-document.ts';
import type { ModelJson } from '../contract/resources/model-json.ts';
import type {
  Delivery,
  Fault,
  FaultRule,
  Info,
  RecordItem,
  RequestEntry,
  Schemas,
  State,
  StateEdit,
} from './api.ts';
import { readTheme, readUsesKeys, type Theme } from './browser.ts';
import type { ContractOperation } from './contract.ts';
import type { RequestDraft } from './request.ts';

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
export type ConnectionState = 'locked' | 'connecting' | 'live' | 'lost';

/** A notification after an action, with an optional undo. */
export interface Notice {
  text: string;
  isBad: boolean;
  action?: { label: string; act(): void } | undefined;
}

/** What the page has read from the mock, except for requests. */
export interface MockData {
  info: Info;
  contract: readonly ContractOperation[];
  assumptions: readonly Schemas['Assumption'][];
  requirements: readonly Schemas['Requirement'][];
  /** What was understood of the contract. */
  resources: ModelJson;
  /** The fields of the records of each resource, for forms. */
  recordSchemas: ReadonlyMap<string, Schema>;
  /** The records, if the contract is not the built-in one. */
  records: readonly RecordItem[];
  state: State;
  faults: readonly FaultRule[];
  webhooks: readonly Schemas['RegisteredWebhook'][];
  deliveries: readonly Delivery[];
  snapshots: readonly Schemas['Snapshot'][];
  sessions: readonly Schemas['Session'][];
  clock: Schemas['Clock'];
  /** When the clock was read, by the system clock. */
  readAt: number;
}

export interface RequestFilter {
  text: string;
  /** A range such as `2xx`, or an empty string for every status. */
  status: string;
  operation: string;
  allSessions: boolean;
  preflights: boolean;
  /** The last request when the list was paused: later ones are counted, but not shown. */
  until: number;
}

/** The selected requests. */
export interface Selection {
  ids: ReadonlySet<number>;
  /** The start of the next range. */
  anchor?: number | undefined;
}

export const noSelection: Selection = { ids: new Set() };

/** The response to a request that was sent from the page. */
export interface SentAnswer {
  method: string;
  target: string;
  /** 0 if there was no response. */
  status: number;
  headers: { name: string; value: string }[];
  body: string;
  durationMs: number;
  /** Why there is no response. */
  error?: string;
  /** The id of the last journal entry before it was sent. */
  after: number;
}

/** How the service would refuse a request; 204 if it is valid. */
export interface Verdict {
  status: number;
  title: string;
  detail: string;
  faults: readonly Fault[];
}

/** The input of a form. */
export interface FormState {
  /** Identifies the form; another key starts a new one. */
  key: string;
  /** Default: the initial value. */
  value?: Readonly<Record<string, unknown>> | undefined;
  /** What is wrong with it. */
  faults?: readonly Fault[] | undefined;
}

/** An edit of the data, as the edits that reverse it. */
export interface Edit {
  what: string;
  edits: readonly StateEdit[];
}

/** The complete state of the page, and how it starts. */
export class Model {
  connection: ConnectionState = 'connecting';
  /** Why a token is required. */
  lockedBecause = '';
  theme: Theme = readTheme();
  view: ViewName = 'requests';
  requestId?: number | undefined;
  /**
   * The open item of the data: the id of a site or webhook, or the workspace and kind of a new one. For other contracts, see
   * `views/records.ts`.
   */
  openItem = '';
  session = 'default';
  /** The last requests of the journal, oldest first. */
  requests: readonly RequestEntry[] = [];
  filter: RequestFilter = {
    text: '',
    status: '',
    operation: '',
    allSessions: true,
    preflights: false,
    until: Number.POSITIVE_INFINITY,
  };
  selection: Selection = noSelection;
  /** Whether single-key shortcuts are enabled. */
  usesKeys: boolean = readUsesKeys();
  /** The request that is being edited. */
  draft?: RequestDraft | undefined;
  draftVerdict?: Verdict | undefined;
  isSending = false;
  answer?: SentAnswer | undefined;
  form?: FormState | undefined;
  /** Edits of this session that can be reversed, most recent last. */
  history: Readonly<Record<'undo' | 'redo', readonly Edit[]>> = { undo: [], redo: [] };
  /** The id of the rule that is edited. */
  faultId = '';
  dataFilter = '';
  assumptionFilter = '';
  mock?: MockData | undefined;
  notice?: Notice | undefined;
  /** The announcement of new requests for screen readers. */
  announcement = '';
}

export type Store = ReturnType<typeof createStore>;

/** Creates the store of the model. All changes of a turn are drawn together. */
export function createStore(draw: () => void) {
  let model = new Model();
  let isDue = false;
  return {
    get model(): Model {
      return model;
    },
    set: (change: Partial<Model>) => {
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
export function readAddress(hash: string): Pick<Model, 'view' | 'requestId' | 'openItem'> {
  const [name, ...parts] = hash.replace(/^#\/?/, '').split('/');
  const view = viewNames.find((viewName) => viewName === name) || 'requests';
  const item = parts.join('/');
  return {
    view,
    requestId: view === 'requests' && /^\d+$/.test(item) ? Number(item) : undefined,
    openItem: view === 'data' ? item : '',
  };
}

/** @param item the id of a request or resource, or `<id of a workspace>/site` for a new site */
export function toAddress(view: ViewName, item: string | number = ''): string {
  return item === '' ? `#/${view}` : `#/${view}/${item}`;
}
