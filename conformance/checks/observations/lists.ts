import { type ExpectedSite, toKey } from '../../model/ledger.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { unknownUuid } from '../../model/shared.ts';
import { useSnapshot } from '../../model/snapshot.ts';
import { tryListSites } from '../../model/trials.ts';
import { listPage, toPage, type Walk } from '../../model/workspace.ts';
import { Inconclusive } from '../../results.ts';
import { isSuccess } from '../../runner/journal.ts';
import { observation, observeAcceptance } from '../frames.ts';
import { findUsualStatus } from './service.ts';

const shared = {
  operation: 'listSites',
  requirement: 'list-details-are-not-shown',
  stage: 'listing',
  writes: false,
} as const;

interface ListOrder {
  value: string;
  statement: string;
  /** Negative if the first site comes first; undefined if their order is unknown. */
  compare: (a: ExpectedSite, b: ExpectedSite) => number | undefined;
  /** The sites that are compared. Default: all. */
  among?: (site: ExpectedSite) => boolean;
}

const orders: readonly ListOrder[] = [
  { value: 'oldest-first', statement: 'oldest first', compare: compareAge },
  { value: 'newest-first', statement: 'newest first', compare: (a, b) => compareAge(b, a) },
  { value: 'by-name', statement: 'by name', compare: compareNames, among: hasPlainName },
  { value: 'by-id', statement: 'by id', compare: (a, b) => (toKey(a.id) < toKey(b.id) ? -1 : 1) },
];

/** Compares sites that were created one after the other. The order of sites created concurrently is unknown. */
function compareAge(a: ExpectedSite, b: ExpectedSite): number | undefined {
  if (a.createdTo < b.createdFrom) return -1;
  return b.createdTo < a.createdFrom ? 1 : undefined;
}

function compareNames(a: ExpectedSite, b: ExpectedSite): number | undefined {
  if (a.name === b.name) return undefined;
  return a.name < b.name ? -1 : 1;
}

/** Whether a name has only lower-case letters and digits. Collations differ for other characters. */
function hasPlainName({ name, uncertain }: ExpectedSite): boolean {
  return /^[a-z0-9]+$/.test(name) && !uncertain.has('name');
}

function findOrder({ run }: Scope, { ids }: Walk): ListOrder | undefined {
  const sites = ids.map((id) => run.ledger.sites.get(id)).filter((site) => site !== undefined);
  if (sites.length < 4) throw new Inconclusive('the list shows fewer than four sites of this run');
  return orders.find(({ compare, among = () => true }) => {
    const judged = sites.filter(among);
    const pairs = judged.slice(1).map((site, at) => compare(judged[at] ?? site, site));
    return (
      pairs.every((sign) => sign === undefined || sign < 0) &&
      pairs.some((sign) => sign !== undefined)
    );
  });
}

/** Whether a refusal has the status for unknown resources, and not the one for invalid parameters. */
function isAsNotFound({ run }: Scope, status: number): boolean {
  if (findUsualStatus(run, 'error-status-invalid-parameter') === status) return false;
  const notFound = findUsualStatus(run, 'error-status-not-found');
  return notFound === undefined ? [403, 404, 410].includes(status) : notFound === status;
}

export const listObservations: readonly Check[] = [
  observation({
    ...shared,
    id: 'listSites/observes-the-order',
    title: 'The order in which sites are listed',
    sends: 'nothing: this check examines the whole list',
    async run(scope) {
      const order = findOrder(scope, await useSnapshot(scope));
      if (order === undefined)
        scope.observe('sites are listed neither by age nor by name nor by id');
      else {
        const { statement, value } = order;
        scope.observe(`sites are listed ${statement}`, { id: 'list-order', value });
      }
    },
  }),
  observation({
    ...shared,
    id: 'listSites/observes-limit-zero',
    title: 'The value of hasMore for limit=0 when sites exist',
    sends: 'a page with limit=0',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      if (ids.length === 0) throw new Inconclusive('the list is empty');
      const { hasMore } = await listPage(scope, scope.run.options.workspace, { limit: 0 });
      scope.observe(`limit=0 returns hasMore ${hasMore}`, {
        id: 'limit-zero',
        value: hasMore ? 'more' : 'none',
      });
    },
  }),
  observation({
    ...shared,
    id: 'listSites/observes-fractions',
    title: 'How a fractional limit is handled',
    sends: 'a page with limit=1.5',
    async run(scope) {
      const sent = await tryListSites(scope, 'limit=1.5');
      observeAcceptance(scope, sent, 'a limit of 1.5', 'limit-fraction', ['floored', 'refused']);
    },
  }),
  observation({
    ...shared,
    id: 'listSites/observes-empty-parameters',
    title: 'How an empty limit and an empty cursor are handled',
    sends: 'a page with limit= (empty), and one with after= (empty)',
    async run(scope) {
      for (const name of ['limit', 'after']) {
        const sent = await tryListSites(scope, `${name}=`);
        scope.observe(
          `an empty ${name} is ${isSuccess(sent) ? 'accepted' : `refused with ${sent.reply?.status ?? 'no response'}`}`,
        );
      }
    },
  }),
  observation({
    ...shared,
    id: 'listSites/observes-unknown-cursors',
    title: 'How a cursor that does not exist is handled',
    sends: 'a page after an unknown UUID',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      const sent = await tryListSites(scope, `after=${unknownUuid(scope, 'cursor')}`);
      const observe = (what: string, value: string) =>
        scope.observe(`an unknown cursor ${what}`, { id: 'unknown-cursor', value });
      if (!isSuccess(sent)) {
        const status = sent.reply?.status ?? 0;
        observe(`is refused with ${status}`, isAsNotFound(scope, status) ? 'not-found' : 'refused');
        return;
      }
      const [first] = toPage(scope, sent).ids;
      if (first === undefined) observe('returns an empty page', 'empty');
      else if (first === ids[0]) observe('returns the first page', 'start');
      else scope.observe('an unknown cursor returns a page in the middle of the list');
    },
  }),
  observation({
    ...shared,
    id: 'listSites/observes-unknown-workspaces',
    requirement: 'unknown-input-is-not-described',
    title: 'How the service responds for an unknown workspace',
    sends: 'the list of a random workspace UUID',
    async run(scope) {
      const sent = await tryListSites(scope, 'limit=1', unknownUuid(scope, 'unknown workspace'));
      const status = sent.reply?.status ?? 0;
      if (isSuccess(sent))
        scope.observe('any UUID is a workspace', { id: 'unknown-workspace', value: 'exists' });
      else
        scope.observe(
          `unknown workspaces are refused with ${status}`,
          ...(status >= 400 && status < 500 ? [{ id: 'unknown-workspace', value: status }] : []),
        );
    },
  }),
  observation({
    ...shared,
    id: 'listSites/observes-unknown-query-parameters',
    requirement: 'unknown-input-is-not-described',
    title: 'How an undocumented query parameter is handled',
    sends: 'a page with an undocumented query parameter',
    async run(scope) {
      const sent = await tryListSites(scope, 'limit=1&extra=1');
      observeAcceptance(
        scope,
        sent,
        'a query parameter that is not documented',
        'unknown-query-parameters',
        ['ignored', 'refused'],
      );
    },
  }),
];
