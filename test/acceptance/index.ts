import { accept } from './accept.ts';
import { bodySize } from './body-size.ts';
import { brokenBodies } from './broken-bodies.ts';
import { concurrency } from './concurrency.ts';
import { connection } from './connection.ts';
import { cors } from './cors.ts';
import { cursors } from './cursors.ts';
import { duplicates } from './duplicates.ts';
import { fieldTypes } from './field-types.ts';
import { hosts } from './hosts.ts';
import { isolation } from './isolation.ts';
import { key } from './key.ts';
import { keyOrder } from './key-order.ts';
import { limits } from './limits.ts';
import { listing } from './listing.ts';
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
import { routes } from './routes.ts';
import { sites } from './sites.ts';
import { text } from './text.ts';
import { updates } from './updates.ts';
import { webhooks } from './webhooks.ts';

export type { AcceptanceTarget, Question } from './question.ts';

/** All questions by family. They are independent and may run in parallel. */
export const questions: readonly Question[] = [
  ...sites,
  ...hosts,
  ...listing,
  ...limits,
  ...cursors,
  ...updates,
  ...duplicates,
  ...routes,
  ...routeRules,
  ...webhooks,
  ...isolation,
  ...text,
  ...fieldTypes,
  ...prototypeKeys,
  ...refusals,
  ...key,
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
