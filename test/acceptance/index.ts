import { accept } from './accept.ts';
import { bodySize } from './body-size.ts';
import { brokenBodies } from './broken-bodies.ts';
import { concurrency } from './concurrency.ts';
import { connection } from './connection.ts';
import { cors } from './cors.ts';
import { hosts } from './hosts.ts';
import { keyOrder } from './key-order.ts';
import { malformedHttp } from './malformed-http.ts';
import { mediaTypes } from './media-types.ts';
import { methodsAndHead } from './methods.ts';
import { oddBodies } from './odd-bodies.ts';
import { paths } from './paths.ts';
import { prototypeKeys } from './prototype-keys.ts';
import type { Question } from './question.ts';
import { refusals } from './refusals.ts';
import { requestHeaders } from './request-headers.ts';
import { routeRules } from './route-rules.ts';

export type { AcceptanceTarget, Question } from './question.ts';

/**
 * What only the wire shows, and what the mock decides, by family. The conformance suite asks the rest of the mock: sites, lists,
 * updates, copies, routes, webhooks and keys. The questions are independent and may run in parallel.
 */
export const questions: readonly Question[] = [
  ...hosts,
  ...routeRules,
  ...prototypeKeys,
  ...refusals,
  ...keyOrder,
  ...mediaTypes,
  ...accept,
  ...brokenBodies,
  ...oddBodies,
  ...bodySize,
  ...methodsAndHead,
  ...paths,
  ...cors,
  ...connection,
  ...requestHeaders,
  ...malformedHttp,
  ...concurrency,
];
