import { Inconclusive } from '../../../conformance/outcomes.ts';
import { isSuccess } from '../../../conformance/runner/journal.ts';
import type { Sent } from '../../../conformance/runner/target.ts';
import { sendProbe } from '../model/call.ts';
import { useSnapshot } from '../model/judge-lists.ts';
import { listPage, toPage } from '../model/read-lists.ts';
import type { Scope } from '../model/scope.ts';
import { unknownUuid } from '../model/shared.ts';
import { findOrder } from './list-order.ts';
import {
  assertRefused,
  isAccepted,
  type Observation,
  type Observer,
  ofLists,
} from './observation.ts';
import { isAsNotFound } from './refusal-statuses.ts';

function list(scope: Scope, query: string): Promise<Sent> {
  return sendProbe(scope, 'listSites', scope.run.options.workspace, undefined, query);
}

async function observeFractions(scope: Observer): Promise<void> {
  const sent = await list(scope, 'limit=1.5');
  if (!isAccepted(scope, sent, 'limit-fraction')) return;
  const { ids } = toPage(scope, sent);
  if (ids.length === 1) scope.answer('limit-fraction', 'floored');
  else scope.observe(`limit=1.5 returns a page with ${ids.length} sites`);
}

async function observeOrder(scope: Observer): Promise<void> {
  const { ids } = await useSnapshot(scope);
  const { ledger } = scope.run;
  const sites = ids.map((id) => ledger.sites.get(id)).filter((site) => site !== undefined);
  if (sites.length < 4) throw new Inconclusive('the list shows fewer than four sites of this run');
  const order = findOrder(sites);
  if (order === undefined) scope.observe('sites are listed neither by age nor by name nor by id');
  else scope.answer('list-order', order);
}

/** The ids of the whole list, which must not be empty. */
async function listIds(scope: Scope): Promise<readonly string[]> {
  const { ids } = await useSnapshot(scope);
  if (ids.length === 0) throw new Inconclusive('the list is empty');
  return ids;
}

async function observeLimitZero(scope: Observer): Promise<void> {
  await listIds(scope);
  const { hasMore } = await listPage(scope, scope.run.options.workspace, { limit: 0 });
  scope.answer('limit-zero', hasMore ? 'more' : 'none', String(hasMore));
}

async function observeUnknownCursors(scope: Observer): Promise<void> {
  const ids = await listIds(scope);
  const sent = await list(scope, `after=${unknownUuid(scope, 'cursor')}`);
  if (!isSuccess(sent)) {
    const status = assertRefused(sent);
    const value = isAsNotFound(scope.run, status) ? 'not-found' : 'refused';
    return scope.answer('unknown-cursor', value, `refused with ${status}`);
  }
  const [first] = toPage(scope, sent).ids;
  if (first === undefined) scope.answer('unknown-cursor', 'empty', 'an empty page');
  else if (first === ids[0]) scope.answer('unknown-cursor', 'start', 'the first page');
  else scope.observe('an unknown cursor returns a page in the middle of the list');
}

async function observeUnknownWorkspaces(scope: Observer): Promise<void> {
  const unknown = unknownUuid(scope, 'unknown workspace');
  const sent = await sendProbe(scope, 'listSites', unknown, undefined, 'limit=1');
  if (isSuccess(sent)) return scope.answer('unknown-workspace', 'exists');
  const status = assertRefused(sent);
  scope.answer('unknown-workspace', status, `refused with ${status}`);
}

export const lists: readonly Observation[] = [
  {
    ...ofLists,
    id: 'listSites/observes-fractions',
    about: ['limit-fraction'],
    requirement: 'list-details-are-not-shown',
    sends: 'a page with limit=1.5',
    run: observeFractions,
  },
  {
    ...ofLists,
    id: 'listSites/observes-unknown-query-parameters',
    about: ['unknown-query-parameters'],
    requirement: 'unknown-input-is-not-described',
    sends: 'a page with an undocumented query parameter',
    async run(scope) {
      const sent = await list(scope, 'limit=1&extra=1');
      if (isAccepted(scope, sent, 'unknown-query-parameters'))
        scope.answer('unknown-query-parameters', 'ignored');
    },
  },
  {
    ...ofLists,
    id: 'listSites/observes-the-order',
    about: ['list-order'],
    requirement: 'list-details-are-not-shown',
    sends: 'nothing: this check examines the whole list',
    run: observeOrder,
  },
  {
    ...ofLists,
    id: 'listSites/observes-limit-zero',
    about: ['limit-zero'],
    requirement: 'list-details-are-not-shown',
    sends: 'a page with limit=0',
    run: observeLimitZero,
  },
  {
    ...ofLists,
    id: 'listSites/observes-unknown-cursors',
    about: ['unknown-cursor'],
    requirement: 'list-details-are-not-shown',
    sends: 'a page after an unknown UUID',
    run: observeUnknownCursors,
  },
  {
    ...ofLists,
    id: 'listSites/observes-unknown-workspaces',
    about: ['unknown-workspace'],
    requirement: 'unknown-input-is-not-described',
    sends: 'the list of a random workspace UUID',
    run: observeUnknownWorkspaces,
  },
];
