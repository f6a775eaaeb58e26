import type { Entry } from '../entry.ts';
import { bytes } from './bytes.ts';
import { cursors } from './cursors.ts';
import { duplicates } from './duplicates.ts';
import { hasMore } from './has-more.ts';
import { hosts } from './hosts.ts';
import { identifiers } from './identifiers.ts';
import { limits } from './limits.ts';
import { listing } from './listing.ts';
import { mediaTypes } from './media-types.ts';
import { names } from './names.ts';
import { otherFields } from './other-fields.ts';
import { pathnames } from './pathnames.ts';
import { persistence } from './persistence.ts';
import { siteFields } from './site-fields.ts';
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
  ...identifiers,
  ...duplicates,
  ...limits,
  ...cursors,
  ...hasMore,
  ...listing,
];
