import { toHostUrl } from '../../data/fresh-body.ts';
import { compareRecord } from '../../model/compare.ts';
import { listNamed, toKey } from '../../model/ledger.ts';
import {
  createSite,
  createSiteIfTaken,
  expectSite,
  type MadeSite,
  updateIfTaken,
  updateSite,
} from '../../model/records.ts';
import type { Check, Scope } from '../../model/scope.ts';
import {
  createWithLocale,
  makeHostless,
  makeHostUrl,
  makeOriginal,
  makeStranger,
  useOtherWorkspace,
  useStranger,
  useVictim,
} from '../../model/shared.ts';
import { Inconclusive } from '../../results.ts';
import { prepare } from '../../runner/run.ts';
import { frames } from '../frames.ts';
import { concurrentCreations } from './concurrency.ts';
import { hostsOfNew } from './hosts.ts';
import { keptNamesOfNew } from './names.ts';

const nameAlone: Check = {
  ...frames.createSite,
  id: 'createSite/accepts-a-name-alone',
  title: 'A site can be created with only a name',
  requirements: ['operations-exist', 'create-site-body', 'create-site-stores-what-was-sent'],
  sends:
    "a site with only a short plain name, twice; then updates of the second one's host and name, to the name of a third, and to an http host",
  expects:
    'a site with that name and a unique id each time, and each update only in its own site (a second site with the same name may be refused, and so may a host)',
  creates: 2,
  uses: ['victim'],
  async run(scope) {
    const name = scope.unique();
    const { body, expected: first, sent } = await createSite(scope, { name });
    compareRecord(scope, body, first, 'the created site', sent);
    const made = await createSiteIfTaken(scope, { name });
    if (made === undefined) return;
    const second = made.expected;
    if (toKey(second.id) === toKey(first.id)) {
      scope.fail({
        message: 'two creations returned the same id',
        expected: 'a unique id for each site',
        received: second.id,
        pointer: '/id',
        exchange: scope.run.show(made.sent),
      });
      return;
    }
    await updateIfTaken(scope, second, { hostUrl: makeHostUrl(scope) }, 'the site with a host');
    await prepare('an update', () => updateSite(scope, second, { name: scope.unique() }));
    await expectSite(scope, first, 'a site after an update of another with the same name');
    // The list must distinguish two sites with one name, and show a site with an http host.
    const shared = { name: (await useVictim(scope)).name };
    await updateIfTaken(scope, second, shared, 'the site with the name of another');
    const http = { hostUrl: makeHostUrl(scope).replace('https:', 'http:') };
    await updateIfTaken(scope, second, http, 'the site with an http host');
  },
};

/** A site with a name and a host: the original, unless the target refused the first hosts that it was tried with. */
async function makeWithHost(scope: Scope): Promise<MadeSite> {
  const site = await makeOriginal(scope);
  const [sent] = site.writes;
  const json = sent?.reply?.json;
  const name = scope.unique();
  const isGiven = sent !== undefined && 'hostUrl' in listNamed(sent) && site.writes.length === 1;
  return isGiven
    ? { expected: site, body: { ...Object(json) }, sent }
    : createSite(scope, { name, hostUrl: toHostUrl(name, scope.run.domain) });
}

/** What a new site may contain besides its name. */
const acceptedFields: readonly (Pick<Check, 'requirements' | 'uses' | 'creates'> & {
  slug: string;
  what: string;
  expects: string;
  make: (scope: Scope) => Promise<MadeSite>;
})[] = [
  {
    slug: 'every-field',
    what: 'a name, a host URL and a locale',
    requirements: [
      'operations-exist',
      'create-site-body',
      'create-site-stores-what-was-sent',
      'site-locale-is-accepted',
    ],
    expects: 'a site with that name and that origin',
    creates: 1,
    make(scope) {
      const name = scope.unique();
      return createWithLocale(scope, { name, hostUrl: toHostUrl(name, scope.run.domain) });
    },
  },
  {
    slug: 'a-host-url-without-a-locale',
    what: 'a host URL and no locale',
    requirements: ['create-site-body', 'create-site-stores-what-was-sent'],
    expects: 'a site with that name and that origin',
    uses: ['original'],
    make: makeWithHost,
  },
  {
    slug: 'a-locale-without-a-host-url',
    what: 'a locale and no host URL',
    requirements: ['create-site-body', 'site-locale-is-accepted'],
    expects: 'a site with that name',
    uses: ['hostless'],
    make: makeHostless,
  },
];

const acceptedBodies: readonly Check[] = acceptedFields.map(({ slug, what, make, ...check }) => ({
  ...frames.createSite,
  ...check,
  id: `createSite/accepts-${slug}`,
  title: `A site can be created with ${what}`,
  sends: `a site with ${what} (a public https origin, and en-US or the next common locale that is accepted)`,
  async run(scope) {
    const { body, expected, sent } = await make(scope);
    compareRecord(scope, body, expected, 'the created site', sent);
  },
}));

const secondWorkspace: Check = {
  ...frames.createSite,
  id: 'createSite/works-in-every-workspace',
  title: 'Sites can be created in a second workspace',
  requirements: ['create-site-in-its-workspace', 'create-site-stores-what-was-sent'],
  sends: 'a site in the other workspace',
  expects: 'a site with the values sent',
  uses: ['stranger'],
  async run(scope) {
    const workspace = await useOtherWorkspace(scope);
    // A configured workspace exists; a generated one may be refused.
    const isGiven = scope.run.options.otherWorkspace !== undefined;
    const stranger = await (isGiven ? makeStranger(scope, workspace) : useStranger(scope));
    if (stranger.name === '') throw new Inconclusive('the site of the other workspace has no name');
  },
};

export const createSiteChecks: readonly Check[] = [
  nameAlone,
  ...acceptedBodies,
  ...keptNamesOfNew,
  ...hostsOfNew,
  concurrentCreations,
  secondWorkspace,
];
