import type { Check } from '../../model/scope.ts';
import { lastWritten } from './last-written.ts';
import { listingAddsNone } from './listing-adds-none.ts';
import { limits, pages } from './pages.ts';
import { refusedRecords } from './refused-records.ts';
import { emptyWorkspace, workspacesApart } from './workspaces.ts';

export const listSitesChecks: readonly Check[] = [
  lastWritten,
  workspacesApart,
  ...limits,
  ...pages,
  emptyWorkspace,
  refusedRecords,
  listingAddsNone,
];
