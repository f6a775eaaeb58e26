// Generated from spec/control.yaml by `npm run generate`. Do not edit: change the document.
/** The ids of all operations, in the order of the document. */
export const controlOperationIds = [
  'getHealth',
  'getReadiness',
  'readMetrics',
  'getInfo',
  'listAssumptions',
  'readContract',
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

/** The ids of all problem types, in the order of the document. */
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

/** The parameters that have a default, by operation. */
export interface ControlParameterDefaults {
  listRequests: 'limit';
}
