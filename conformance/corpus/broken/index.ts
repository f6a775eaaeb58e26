import type { Entry } from '../entry.ts';
import { badForms } from './bad-forms.ts';
import { badRequests } from './bad-requests.ts';
import { badValues } from './bad-values.ts';
import { bytes } from './bytes.ts';
import { concurrency } from './concurrency.ts';
import { crashes } from './crashes.ts';
import { cursors } from './cursors.ts';
import { duplicates } from './duplicates.ts';
import { effects } from './effects.ts';
import { hasMore } from './has-more.ts';
import { hosts } from './hosts.ts';
import { identifiers } from './identifiers.ts';
import { keys } from './keys.ts';
import { limits } from './limits.ts';
import { listing } from './listing.ts';
import { mediaTypes } from './media-types.ts';
import { mixUps } from './mix-ups.ts';
import { names } from './names.ts';
import { otherFields } from './other-fields.ts';
import { pathnames } from './pathnames.ts';
import { persistence } from './persistence.ts';
import { refusals } from './refusals.ts';
import { siteFields } from './site-fields.ts';
import { skipValidation } from './skip-validation.ts';
import { statuses } from './statuses.ts';
import { updates } from './updates.ts';
import { variants } from './variants.ts';
import { webhooks } from './webhooks.ts';

export const brokenEntries: readonly Entry[] = [
  ...statuses,
  ...mediaTypes,
  ...bytes,
  ...siteFields,
  ...otherFields,
  ...names,
  ...hosts,
  ...pathnames,
  ...variants,
  ...webhooks,
  ...persistence,
  ...updates,
  ...mixUps,
  ...identifiers,
  ...duplicates,
  ...limits,
  ...cursors,
  ...hasMore,
  ...listing,
  ...badValues,
  ...badForms,
  ...badRequests,
  ...effects,
  ...crashes,
  ...refusals,
  ...keys,
  ...skipValidation,
  ...concurrency,
];
