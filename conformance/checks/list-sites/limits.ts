import { expectPage, useSnapshot } from '../../model/snapshot.ts';
import { defaultLimit, largestLimit } from '../../model/workspace.ts';
import { type Check, Inconclusive, type Scope } from '../../runner/check.ts';
import { frame } from './frame.ts';

/** Limits that stand at a bound of the parameter, of its default, or of the list. */
function listBoundaries(scope: Scope, length: number): number[] {
  const most = largestLimit(scope);
  const usual = defaultLimit(scope);
  const limits = [
    1,
    2,
    usual - 1,
    usual,
    usual + 1,
    most - 1,
    most,
    length - 1,
    length,
    length + 1,
  ];
  return [...new Set(limits)].filter((limit) => limit >= 1 && limit <= most);
}

/** How many sites a page has. */
export const limits: readonly Check[] = [
  {
    ...frame,
    id: 'listSites/applies-the-default-limit',
    title: 'Without a limit, a page has the default number of sites',
    requirements: ['list-sites-default-limit'],
    sends: 'pages without limit, from the start and after a site in the middle',
    expects: 'as many sites as the default, if the list has more',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      const usual = defaultLimit(scope);
      const end = ids.length - usual;
      const places = [-1, 0, end - 1, end - 2, end].filter((place) => place >= -1);
      await Promise.all(places.map((place) => expectPage(scope, { place, limit: undefined })));
      if (ids.length <= usual)
        throw new Inconclusive(
          `the list has ${ids.length} sites; its default shows from ${usual + 1} on`,
        );
    },
  },
  {
    ...frame,
    id: 'listSites/keeps-to-the-limit',
    title: 'The first page has as many sites as its limit',
    requirements: ['operations-exist', 'version-prefix', 'list-sites-limit', 'list-sites-has-more'],
    sends:
      'pages from the start with limits at the bounds of the parameter, of its default and of the list',
    expects:
      'the first sites of the list, as many as the limit allows, and hasMore if others follow',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      await Promise.all(
        scope.run.probes
          .pick(scope, 'limits', listBoundaries(scope, ids.length))
          .map((limit) => expectPage(scope, { place: -1, limit })),
      );
    },
  },
  {
    ...frame,
    id: 'listSites/limit-zero-shows-no-site',
    title: 'limit=0 is accepted and returns no sites',
    requirements: ['list-sites-limit'],
    sends: 'pages with limit=0, from the start and after a site',
    expects: 'an empty page (the interface does not show hasMore for limit=0 when sites follow)',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      if (ids.length === 0) throw new Inconclusive('the list is empty');
      const places = ids.length > 1 ? [-1, 0] : [-1];
      await Promise.all(places.map((place) => expectPage(scope, { place, limit: 0 })));
    },
  },
  {
    ...frame,
    id: 'listSites/limit-zero-sees-the-end',
    title: 'limit=0 after the last site reports hasMore false',
    level: 'SHOULD',
    requirements: ['list-sites-has-more'],
    sends: 'a page with limit=0 after the last site',
    expects: 'hasMore false',
    async run(scope) {
      const { ids } = await useSnapshot(scope);
      if (ids.length === 0) throw new Inconclusive('the list is empty');
      await expectPage(scope, { place: ids.length - 1, limit: 0 });
    },
  },
];
