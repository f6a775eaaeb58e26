/** The laws, in the order of the report. Nothing else knows a single law. Each file says one of them, or a family of them. */
import { deletedIsGone, deleteOnlyOne, deleteTwice } from './delete-laws.ts';
import { idsAreUnique, readOnlyIsIgnored, takesNoRecord } from './identity-laws.ts';
import { isListed } from './is-listed.ts';
import { parentsAreApart, wrongParent } from './isolation-laws.ts';
import type { Law } from './law.ts';
import { filterSelects, listShowsRecords } from './list-laws.ts';
import { pagesJoin, totalCounts } from './pages-join.ts';
import { readBack } from './read-back.ts';
import { replaceReplaces, updateChanges, updateIsShown, updateKeeps } from './update-laws.ts';

export const laws: readonly Law[] = [
  readBack,
  isListed,
  listShowsRecords,
  pagesJoin,
  totalCounts,
  filterSelects,
  updateChanges,
  updateKeeps,
  updateIsShown,
  replaceReplaces,
  deletedIsGone,
  deleteOnlyOne,
  deleteTwice,
  parentsAreApart,
  wrongParent,
  idsAreUnique,
  takesNoRecord,
  readOnlyIsIgnored,
];
