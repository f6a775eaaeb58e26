// Generated from spec/control.yaml by `npm run generate`. Do not edit: change that file.
/** The ids of every controlOperation, in the order of the document. */
export const controlOperationIds = [
  'getHealth',
  'getReadiness',
  'readMetrics',
  'getInfo',
  'listAssumptions',
  'readContract',
  'readResources',
  'listRecords',
  'readState',
  'replaceState',
  'editState',
  'reset',
  'listSnapshots',
  'saveSnapshot',
  'deleteSnapshot',
  'restoreSnapshot',
  'listSessions',
  'deleteSession',
  'listRequests',
  'clearRequests',
  'exportRequests',
  'streamRequests',
  'listFaults',
  'addFault',
  'removeFaults',
  'removeFault',
  'readClock',
  'freezeClock',
  'resumeClock',
  'advanceClock',
  'listWebhooks',
  'listDeliveries',
  'replayDelivery',
  'triggerEvent',
] as const;
/** One of `controlOperationIds`. */
export type ControlOperationId = (typeof controlOperationIds)[number];

/** The parameters and the fields of the body that have a default, by operation. */
export interface ControlOperationDefaults {
  getHealth: { parameters: never; body: never };
  getReadiness: { parameters: never; body: never };
  readMetrics: { parameters: never; body: never };
  getInfo: { parameters: never; body: never };
  listAssumptions: { parameters: never; body: never };
  readContract: { parameters: never; body: never };
  readResources: { parameters: never; body: never };
  listRecords: { parameters: never; body: never };
  readState: { parameters: never; body: never };
  replaceState: { parameters: never; body: never };
  editState: { parameters: never; body: never };
  reset: { parameters: never; body: never };
  listSnapshots: { parameters: never; body: never };
  saveSnapshot: { parameters: never; body: never };
  deleteSnapshot: { parameters: never; body: never };
  restoreSnapshot: { parameters: never; body: never };
  listSessions: { parameters: never; body: never };
  deleteSession: { parameters: never; body: never };
  listRequests: { parameters: 'limit'; body: never };
  clearRequests: { parameters: never; body: never };
  exportRequests: { parameters: never; body: never };
  streamRequests: { parameters: never; body: never };
  listFaults: { parameters: never; body: never };
  addFault: { parameters: never; body: 'operation' };
  removeFaults: { parameters: never; body: never };
  removeFault: { parameters: never; body: never };
  readClock: { parameters: never; body: never };
  freezeClock: { parameters: never; body: never };
  resumeClock: { parameters: never; body: never };
  advanceClock: { parameters: never; body: never };
  listWebhooks: { parameters: never; body: never };
  listDeliveries: { parameters: never; body: never };
  replayDelivery: { parameters: never; body: never };
  triggerEvent: { parameters: never; body: never };
}

/** The ids of every controlProblem, in the order of the document. */
export const controlProblemIds = [
  'malformed-request',
  'invalid-parameter',
  'unreadable-body',
  'unauthorized',
  'foreign-origin',
  'unknown-path',
  'not-found',
  'method-not-allowed',
  'conflict',
  'body-too-large',
  'unsupported-media-type',
  'foreign-host',
  'invalid-body',
  'internal-error',
  'unavailable',
  'not-saved',
] as const;
/** One of `controlProblemIds`. */
export type ControlProblemId = (typeof controlProblemIds)[number];
