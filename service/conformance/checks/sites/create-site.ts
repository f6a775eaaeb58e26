import { Inconclusive } from '../../../../conformance/outcomes.ts';
import { createHostUrl } from '../../data/fresh-body.ts';
import { compareRecord } from '../../model/compare.ts';
import { listNamed } from '../../model/ledger.ts';
import { createSite, type MadeSite } from '../../model/records.ts';
import type { Check, Scope } from '../../model/scope.ts';
import {
  createWithLocale,
  makeHostless,
  makeOriginal,
  makeStranger,
  makeTwins,
  useOtherWorkspace,
  useStranger,
} from '../../model/shared.ts';
import { frames } from '../frames.ts';
import { concurrentCreations } from './concurrency.ts';
import { hostsOfNew } from './hosts.ts';
import { keptNamesOfNew } from './names.ts';

const nameAlone: Check = {
  ...frames.createSite,
  id: 'createSite/accepts-a-name-alone',
  title: 'A site can be created with only a name',
  requirements: ['operations-exist', 'create-site-body', 'create-site-stores-what-was-sent'],
  sends: 'a site with only a short plain name, twice',
  expects:
    'a site with that name and a unique id each time (a second site with the same name may be refused)',
  uses: ['bare', 'twin'],
  async run(scope) {
    const { first, second } = await makeTwins(scope);
    // Another check updates them.
    for (const site of second === undefined ? [first] : [first, second])
      if (site.expected.writes.length === 1) compareRecord(scope, site, 'the created site');
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
    : createSite(scope, { name, hostUrl: createHostUrl(name, scope.run.domain) });
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
      return createWithLocale(scope, { name, hostUrl: createHostUrl(name, scope.run.domain) });
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
    compareRecord(scope, await make(scope), 'the created site');
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
