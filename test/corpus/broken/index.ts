import type { Entry } from '../entry.ts';
import * as badRequests from './bad-requests.ts';
import * as badValues from './bad-values.ts';
import * as concurrency from './concurrency.ts';
import * as copies from './copies.ts';
import * as crashes from './crashes.ts';
import * as fields from './fields.ts';
import * as hangs from './hangs.ts';
import * as keys from './keys.ts';
import * as listing from './listing.ts';
import * as paging from './paging.ts';
import * as refusals from './refusals.ts';
import * as skipValidation from './skip-validation.ts';
import * as statusesAndBytes from './statuses-and-bytes.ts';
import * as storing from './storing.ts';
import * as texts from './texts.ts';

/** Each file exports lists of entries, one for each family or more. */
const files: readonly Readonly<Record<string, readonly Entry[]>>[] = [
  badRequests,
  badValues,
  concurrency,
  copies,
  crashes,
  fields,
  hangs,
  keys,
  listing,
  paging,
  refusals,
  skipValidation,
  statusesAndBytes,
  storing,
  texts,
];

export const brokenEntries: readonly Entry[] = files.flatMap((file) => Object.values(file).flat());
