import type { Entry } from '../entry.ts';
import { badForms } from './bad-forms.ts';
import { badRequests } from './bad-requests.ts';
import { badValues } from './bad-values.ts';
import { badVariants } from './bad-variants.ts';
import { bytes } from './bytes.ts';
import { cachedLists } from './cached-lists.ts';
import { concurrency } from './concurrency.ts';
import { concurrentReads } from './concurrent-reads.ts';
import { copies } from './copies.ts';
import { crashes } from './crashes.ts';
import { crashesOnGoodInput } from './crashes-on-good-input.ts';
import { crashesOnRecords } from './crashes-on-records.ts';
import { cursors } from './cursors.ts';
import { cursorsOfTime } from './cursors-of-time.ts';
import { duplicates } from './duplicates.ts';
import { effects } from './effects.ts';
import { followedCopies } from './followed-copies.ts';
import { hasMore } from './has-more.ts';
import { hosts } from './hosts.ts';
import { identifiers } from './identifiers.ts';
import { keyBypasses } from './key-bypasses.ts';
import { keyLapses } from './key-lapses.ts';
import { keys } from './keys.ts';
import { lawlessRules } from './lawless-rules.ts';
import { leaks } from './leaks.ts';
import { libraryHabits } from './library-habits.ts';
import { limits } from './limits.ts';
import { listing } from './listing.ts';
import { lostOnRefusal } from './lost-on-refusal.ts';
import { mediaTypes } from './media-types.ts';
import { mixUps } from './mix-ups.ts';
import { names } from './names.ts';
import { nearMisses } from './near-misses.ts';
import { pageFields } from './page-fields.ts';
import { pathnames } from './pathnames.ts';
import { persistence } from './persistence.ts';
import { persistenceOfOthers } from './persistence-of-others.ts';
import { persistenceOfUpdates } from './persistence-of-updates.ts';
import { refusals } from './refusals.ts';
import { routeFields } from './route-fields.ts';
import { routeUpdates } from './route-updates.ts';
import { secondWorkspace } from './second-workspace.ts';
import { siblingLimits } from './sibling-limits.ts';
import { siteFields } from './site-fields.ts';
import { skipValidation } from './skip-validation.ts';
import { skippedValidation } from './skipped-validation.ts';
import { spelledPaths } from './spelled-paths.ts';
import { statuses } from './statuses.ts';
import { textsByThemselves } from './texts-by-themselves.ts';
import { updates } from './updates.ts';
import { variants } from './variants.ts';
import { webhookFields } from './webhook-fields.ts';
import { webhooks } from './webhooks.ts';

export const brokenEntries: readonly Entry[] = [
  ...statuses,
  ...mediaTypes,
  ...bytes,
  ...siteFields,
  ...routeFields,
  ...webhookFields,
  ...pageFields,
  ...names,
  ...textsByThemselves,
  ...hosts,
  ...pathnames,
  ...variants,
  ...webhooks,
  ...persistence,
  ...persistenceOfUpdates,
  ...persistenceOfOthers,
  ...updates,
  ...routeUpdates,
  ...mixUps,
  ...identifiers,
  ...duplicates,
  ...copies,
  ...followedCopies,
  ...limits,
  ...siblingLimits,
  ...cursors,
  ...cursorsOfTime,
  ...hasMore,
  ...leaks,
  ...listing,
  ...cachedLists,
  ...badValues,
  ...badForms,
  ...badVariants,
  ...badRequests,
  ...nearMisses,
  ...effects,
  ...lostOnRefusal,
  ...crashes,
  ...crashesOnGoodInput,
  ...crashesOnRecords,
  ...libraryHabits,
  ...refusals,
  ...lawlessRules,
  ...keys,
  ...keyLapses,
  ...keyBypasses,
  ...spelledPaths,
  ...skipValidation,
  ...skippedValidation,
  ...concurrency,
  ...concurrentReads,
  ...secondWorkspace,
];
