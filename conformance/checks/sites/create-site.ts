import { isRecord } from '../../../contract/resolve-reference.ts';
import { toHostUrl } from '../../data/fresh-body.ts';
import { type ExpectedSite, toKey } from '../../model/ledger.ts';
import { findCreation, listNamed } from '../../model/record-writes.ts';
import type { Check, Scope } from '../../model/scope.ts';
import {
  createWithLocale,
  makeBare,
  makeHostless,
  makeHostUrl,
  makeOriginal,
  makeStranger,
  takeTurn,
  useOtherWorkspace,
  useStranger,
  useVictim,
} from '../../model/shared.ts';
import { compareSite } from '../../model/site-differences.ts';
import { createSite, expectRecord, updateSite } from '../../model/sites.ts';
import { createSiteIfTaken, updateIfTaken } from '../../model/trials.ts';
import { Inconclusive } from '../../results.ts';
import { prepare } from '../../runner/run.ts';
import { frames } from '../frames.ts';
import { concurrentCreations } from './concurrency.ts';
import { hostsOfNew } from './hosts.ts';
import { keptNamesOfNew } from './names.ts';

/** Gives a site a host, if the target accepts it. */
function tryHost(scope: Scope, site: ExpectedSite, hostUrl: string): Promise<boolean> {
  const result = 'the site with its own host';
  return updateIfTaken(scope, site, { hostUrl }, 'an update of the host', result);
}

/** Gives two sites the same name, unless names must be unique. The list must distinguish them. */
async function shareName(scope: Scope, site: ExpectedSite): Promise<boolean> {
  const { name } = await useVictim(scope);
  const act = 'an update to the name of another site';
  return updateIfTaken(scope, site, { name }, act, 'the site with the name of another');
}

const nameAlone: Check = {
  ...frames.createSite,
  id: 'createSite/accepts-a-name-alone',
  title: 'A site can be created with only a name',
  requirements: ['operations-exist', 'create-site-body', 'create-site-stores-what-was-sent'],
  sends:
    "a site with only a short plain name, twice; then updates of the second one's host and name, to the name of a third, and to an http host",
  expects:
    'a site with that name and a unique id each time, and each update only in its own site (a second site with the same name may be refused, and so may a host)',
  creates: 1,
  uses: ['bare', 'victim'],
  run: (scope) =>
    takeTurn(scope, 'bare', async () => {
      const bare = await makeBare(scope);
      compareSite(
        scope,
        bare.body,
        { ...bare.expected, name: bare.name },
        'the created site',
        bare.sent,
      );
      const { name } = bare.expected;
      const { workspace } = scope.run.options;
      const second = await createSiteIfTaken(scope, { name }, workspace, 'the same site again');
      if (second === undefined) return;
      if (toKey(second.expected.id) === toKey(bare.expected.id)) {
        scope.fail({
          message: 'two creations returned the same id',
          expected: 'a unique id for each site',
          received: second.expected.id,
          pointer: '/id',
          exchange: scope.run.show(second.sent),
        });
        return;
      }
      await tryHost(scope, second.expected, makeHostUrl(scope));
      await prepare('an update', () =>
        updateSite(scope, second.expected, { name: scope.unique() }),
      );
      await expectRecord(
        scope,
        bare.expected,
        'a site after an update of another with the same name',
      );
      await shareName(scope, second.expected);
      // The list must also show a site with such a host.
      const hostUrl = makeHostUrl(scope).replace('https:', 'http:');
      await tryHost(scope, second.expected, hostUrl);
    }),
};

/** Checks of what a new site may contain besides its name. */
const acceptedFields: readonly Check[] = [
  {
    ...frames.createSite,
    id: 'createSite/accepts-every-field',
    title: 'A site can be created with a name, a host URL and a locale',
    requirements: [
      'operations-exist',
      'create-site-body',
      'create-site-stores-what-was-sent',
      'site-locale-is-accepted',
    ],
    sends:
      'a site with name, hostUrl (a public https origin) and locale (en-US, or the next common one if that is refused)',
    expects: 'a site with that name and that origin',
    creates: 1,
    async run(scope) {
      const name = scope.unique();
      const hostUrl = toHostUrl(name, scope.run.domain);
      const { body, expected, sent } = await createWithLocale(scope, { name, hostUrl });
      compareSite(scope, body, expected, 'the created site', sent);
    },
  },
  {
    ...frames.createSite,
    id: 'createSite/accepts-a-host-url-without-a-locale',
    title: 'A site can be created with a host URL and no locale',
    requirements: ['create-site-body', 'create-site-stores-what-was-sent'],
    sends: 'a site with name and hostUrl',
    expects: 'a site with that name and that origin',
    uses: ['original'],
    async run(scope) {
      const site = await makeOriginal(scope);
      const made = findCreation(scope.run, toKey(site.id))?.sent;
      if (made === undefined || !isRecord(made.reply?.json))
        throw new Inconclusive('the response to the creation was lost');
      if ('hostUrl' in listNamed(made)) {
        compareSite(scope, made.reply.json, site, 'the created site', made);
        return;
      }
      // The hosts tried first were refused.
      const name = scope.unique();
      const hostUrl = toHostUrl(name, scope.run.domain);
      const { body, expected, sent } = await createSite(scope, { name, hostUrl });
      compareSite(scope, body, expected, 'the created site', sent);
    },
  },
  {
    ...frames.createSite,
    id: 'createSite/accepts-a-locale-without-a-host-url',
    title: 'A site can be created with a locale and no host URL',
    requirements: ['create-site-body', 'site-locale-is-accepted'],
    sends: 'a site with name and locale',
    expects: 'a site with that name',
    uses: ['hostless'],
    async run(scope) {
      const { body, expected, sent } = await makeHostless(scope);
      compareSite(scope, body, expected, 'the created site', sent);
    },
  },
];

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
  ...acceptedFields,
  ...keptNamesOfNew,
  ...hostsOfNew,
  concurrentCreations,
  secondWorkspace,
];
