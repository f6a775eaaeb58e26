/*
 * conformance/laws/: what holds between the calls of any service, by the roles of its operations. It imports world/, runner/ and
 * contract/; nothing else knows a single law. Start in law.ts; each file has one law, or a family of them. The order is that of
 * the report.
 */

import { actionChangesOnlyOne, actionKeepsRest, actionTakesEffect } from './action-laws.ts';
import { keepsAlternatives, listsAlternatives } from './alternatives-law.ts';
import { creationKeepsParent, updateKeepsParent, updateTakesNoId } from './assigned-fields.ts';
import { deletionSparesOthers, deletionTakesChildren } from './children-law.ts';
import { concurrentCreations, concurrentParts, concurrentUpdates } from './concurrent-writes.ts';
import { updatesOnlyKnownState } from './conditional-law.ts';
import { conflictChangesNothing } from './conflict-law.ts';
import { copyIsEqual, copyIsIndependent } from './copy-laws.ts';
import { createsOne } from './creates-one.ts';
import { defaultsAreFilledIn } from './defaults-law.ts';
import { deletedIsGone, deleteOnlyOne, deleteTwice, refusalDeletesNothing } from './delete-laws.ts';
import { filterSelects } from './filter-law.ts';
import {
  deletedIdsStayUnused,
  idsAreUnique,
  readOnlyIsIgnored,
  takesNoRecord,
  updateKeepsReadOnly,
} from './identity-laws.ts';
import { isListed } from './is-listed.ts';
import {
  parentsAreApart,
  wrongParent,
  wrongParentDeletes,
  wrongParentUpdates,
} from './isolation-laws.ts';
import { keepsValues } from './keeps-values.ts';
import type { Law } from './law.ts';
import { linkHolds, linkKeepsOthers, unlinkHolds } from './link-laws.ts';
import { deletedIsUnlinked, linkedSurvives, linksExisting } from './linked-deletions.ts';
import { locationLeads } from './location-law.ts';
import { mergesNested, nullRemoves } from './merge-patch.ts';
import { keepsPageSizes } from './page-sizes.ts';
import { pagesJoin } from './pages-join.ts';
import { readBack } from './read-back.ts';
import { refusalChangesNothing, refusalCreatesNothing } from './refusal-laws.ts';
import { keyCreatesOnce } from './repeated-creation.ts';
import { putIsIdempotent } from './repeated-put.ts';
import { readsChangeNothing } from './safe-methods.ts';
import { searchSelects } from './search-law.ts';
import { changeIsShown, creationIsShown } from './shown-as-sent.ts';
import { listShowsRecords } from './shows-stored.ts';
import { singletonKeeps, singletonKeepsRest, singletonsAreApart } from './singleton-law.ts';
import { sortSorts } from './sort-law.ts';
import { totalCounts } from './totals.ts';
import {
  unknownIsNotActedOn,
  unknownIsNotChanged,
  unknownIsNotCopied,
  unknownIsNotRead,
  unknownParentHasNone,
} from './unknown-records.ts';
import { sharesNoParts, updateIsListed, updatesOnlyOne } from './update-effects.ts';
import { replaceReplaces, updateChanges, updateIsShown, updateKeeps } from './update-laws.ts';
import { writeOnlyIsHidden } from './write-only-law.ts';

export const laws: readonly Law[] = [
  readBack,
  creationIsShown,
  keepsValues,
  keepsAlternatives,
  defaultsAreFilledIn,
  writeOnlyIsHidden,
  locationLeads,
  isListed,
  listsAlternatives,
  createsOne,
  keyCreatesOnce,
  listShowsRecords,
  pagesJoin,
  totalCounts,
  filterSelects,
  searchSelects,
  sortSorts,
  readsChangeNothing,
  updateChanges,
  updateKeeps,
  updateIsShown,
  changeIsShown,
  updatesOnlyOne,
  sharesNoParts,
  updateIsListed,
  nullRemoves,
  mergesNested,
  replaceReplaces,
  putIsIdempotent,
  singletonKeeps,
  singletonKeepsRest,
  singletonsAreApart,
  copyIsEqual,
  copyIsIndependent,
  actionTakesEffect,
  actionKeepsRest,
  actionChangesOnlyOne,
  linkHolds,
  linkKeepsOthers,
  unlinkHolds,
  linksExisting,
  deletedIsUnlinked,
  linkedSurvives,
  deletedIsGone,
  deleteOnlyOne,
  deleteTwice,
  refusalDeletesNothing,
  deletionTakesChildren,
  deletionSparesOthers,
  parentsAreApart,
  wrongParent,
  wrongParentUpdates,
  wrongParentDeletes,
  unknownIsNotRead,
  unknownIsNotChanged,
  unknownIsNotCopied,
  unknownIsNotActedOn,
  unknownParentHasNone,
  idsAreUnique,
  deletedIdsStayUnused,
  takesNoRecord,
  updateTakesNoId,
  updateKeepsParent,
  creationKeepsParent,
  readOnlyIsIgnored,
  updateKeepsReadOnly,
  refusalCreatesNothing,
  refusalChangesNothing,
  conflictChangesNothing,
  concurrentCreations,
  concurrentUpdates,
  concurrentParts,
  updatesOnlyKnownState,
  // Now the lists are long.
  keepsPageSizes,
];
