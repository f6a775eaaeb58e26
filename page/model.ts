import type {
  Assumption,
  Clock,
  Delivery,
  FaultRule,
  Info,
  RegisteredWebhook,
  RequestEntry,
  Requirement,
  Session,
  Snapshot,
  State,
} from './schemas.ts';
import { readTheme, type Theme } from './theme.ts';

export const viewNames = ['requests', 'data', 'faults', 'events', 'state', 'contract'] as const;
export type ViewName = (typeof viewNames)[number];

/** `locked` needs a token; `lost` had a connection and tries to get it back. */
export type Connection = 'locked' | 'connecting' | 'live' | 'lost';

export interface RequestFilter {
  text: string;
  /** `2xx` and the like, or an empty text for every status. */
  status: string;
  operation: string;
}

/** Everything that the page shows follows from this. What has not been read yet is undefined. */
export interface Model {
  connection: Connection;
  /** Why a token is asked for. */
  lockedBecause: string;
  theme: Theme;
  view: ViewName;
  /** The request that is looked at. */
  requestId: number | undefined;
  session: string;
  allSessions: boolean;
  filter: RequestFilter;
  /** The time at which the list was stopped: what came later is counted and not shown. */
  pausedAt: number | undefined;
  dataFilter: string;
  assumptionFilter: string;
  requests: readonly RequestEntry[];
  info: Info | undefined;
  state: State | undefined;
  faults: readonly FaultRule[] | undefined;
  webhooks: readonly RegisteredWebhook[] | undefined;
  deliveries: readonly Delivery[];
  snapshots: readonly Snapshot[] | undefined;
  sessions: readonly Session[] | undefined;
  clock: Clock | undefined;
  assumptions: readonly Assumption[] | undefined;
  requirements: readonly Requirement[] | undefined;
  notice: { text: string; isBad: boolean } | undefined;
  /** What a screen reader is told of requests that arrived. */
  announcement: string;
}

const startModel: Model = {
  connection: 'connecting',
  lockedBecause: '',
  theme: readTheme(),
  view: 'requests',
  requestId: undefined,
  session: 'default',
  allSessions: true,
  filter: { text: '', status: '', operation: '' },
  pausedAt: undefined,
  dataFilter: '',
  assumptionFilter: '',
  requests: [],
  info: undefined,
  state: undefined,
  faults: undefined,
  webhooks: undefined,
  deliveries: [],
  snapshots: undefined,
  sessions: undefined,
  clock: undefined,
  assumptions: undefined,
  requirements: undefined,
  notice: undefined,
  announcement: '',
};

/** What every view is given: what there is, and what can be done. */
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
