import type { Check } from '../../runner/check.ts';
import { emptyWorkspace } from './empty-workspace.ts';
import { lastWritten } from './last-written.ts';
import { limits } from './limits.ts';
import { listingAddsNone } from './listing-adds-none.ts';
import { pages } from './pages.ts';
import { refusedRecords } from './refused-records.ts';
import { workspacesApart } from './workspaces-apart.ts';

export const listSitesChecks: readonly Check[] = [
  lastWritten,
  workspacesApart,
  ...limits,
  ...pages,
  emptyWorkspace,
  refusedRecords,
  listingAddsNone,
];
