import { toHostUrl } from '../data/fresh-body.ts';
import { hurtingNames, longText } from '../data/hurting-text.ts';
import { type Check, Failed, Inconclusive, type Scope } from '../engine/check.ts';
import { isSuccess } from '../engine/journal.ts';
import { toKey } from '../engine/ledger.ts';
import { call, describe, prepare } from '../engine/run.ts';
import { useOtherWorkspace, useStranger } from '../engine/shared.ts';
import { compareSite, createSite, enterSite, type SiteInput } from '../engine/sites.ts';
import { likelyLocales } from '../engine/variants.ts';

const operation = 'createSite';

/** Sends a site with a locale that the target knows: which ones it does is not shown. */
async function createWithLocale(scope: Scope, body: SiteInput): Promise<void> {
  for (const locale of likelyLocales) {
    const input = { ...body, locale };
    const last = locale === likelyLocales.at(-1);
    const sent = await call(scope, {
      operation,
      path: { workspaceId: scope.run.options.workspace },
      body: input,
      intent: last ? 'valid' : 'probe',
    });
    if (!isSuccess(sent) && !last) continue;
    const { body: answered, expected } = enterSite(
      scope,
      sent,
      input,
      scope.run.options.workspace,
      'a site with a locale',
    );
    compareSite(scope, answered, expected, 'the created site', sent);
    return;
  }
}

/** A name that hurts: where the target refuses it, the rule is not shown and nothing can be said. */
function keepsName(slug: string, what: string, makeInput: (scope: Scope) => SiteInput): Check {
  return {
    id: `createSite/keeps-${slug}`,
    title: `a new site keeps a name with ${what}`,
    operation,
    level: 'MUST',
    requirements: ['create-site-stores-what-was-sent', 'texts-come-back-unchanged'],
    sends: `a site whose name has ${what}`,
    expects:
      'the name character by character; a refusal proves nothing, since rules for names are not shown',
    stage: 'calls',
    writes: true,
    creates: 1,
    async run(scope) {
      const { workspace } = scope.run.options;
      const input = makeInput(scope);
      const sent = await call(scope, {
        operation,
        path: { workspaceId: workspace },
        body: input,
        intent: 'probe',
      });
      const status = sent.reply?.status ?? 0;
      if (status >= 400 && status < 500) {
        throw new Inconclusive(
          `such a name is refused with ${status}; rules for names are not shown`,
        );
      }
      const { body, expected } = enterSite(scope, sent, input, workspace, 'a site');
      compareSite(scope, body, expected, 'the created site', sent);
    },
  };
}

export const createSiteChecks: readonly Check[] = [
  {
    id: 'createSite/accepts-a-name-alone',
    title: 'a name is all that a new site needs',
    operation,
    level: 'MUST',
    requirements: ['operations-exist', 'create-site-body', 'create-site-stores-what-was-sent'],
    sends: 'a site with a short plain name and nothing else, twice',
    expects:
      'a site with that name each time, under an id of its own (a second site of the same name may be refused)',
    stage: 'calls',
    writes: true,
    creates: 1,
    uses: ['bare'],
    async run(scope) {
      const name = scope.unique();
      const first = await createSite(scope, { name });
      compareSite(scope, first.body, first.expected, 'the created site', first.sent);
      await scope.run.share('site bare', async () => first.expected);
      const again = await call(scope, {
        operation,
        path: { workspaceId: scope.run.options.workspace },
        body: { name },
        intent: 'probe',
      });
      if (!isSuccess(again)) return;
      const second = enterSite(
        scope,
        again,
        { name },
        scope.run.options.workspace,
        'the same site again',
      );
      if (toKey(second.expected.id) === toKey(first.expected.id)) {
        scope.fail({
          message: 'two creations were answered with one id',
          expected: 'an id of its own for each site',
          received: second.expected.id,
          pointer: '/id',
          exchange: scope.run.show(again),
        });
      }
    },
  },
  {
    id: 'createSite/accepts-every-field',
    title: 'a new site takes a name, a host URL and a locale',
    operation,
    level: 'MUST',
    requirements: [
      'operations-exist',
      'create-site-body',
      'create-site-stores-what-was-sent',
      'site-locale-is-accepted',
    ],
    sends:
      'a site with name, hostUrl (a public https origin) and locale (en-US, or the next likely one if that is refused)',
    expects: 'a site with that name and that origin',
    stage: 'calls',
    writes: true,
    creates: 1,
    async run(scope) {
      const name = scope.unique();
      await createWithLocale(scope, { name, hostUrl: toHostUrl(name, scope.run.domain) });
    },
  },
  {
    id: 'createSite/accepts-a-host-url-without-a-locale',
    title: 'a new site takes a host URL without a locale',
    operation,
    level: 'MUST',
    requirements: ['create-site-body', 'create-site-stores-what-was-sent'],
    sends: 'a site with name and hostUrl',
    expects: 'a site with that name and that origin',
    stage: 'calls',
    writes: true,
    creates: 1,
    async run(scope) {
      const name = scope.unique();
      const { body, expected, sent } = await createSite(scope, {
        name,
        hostUrl: toHostUrl(name, scope.run.domain),
      });
      compareSite(scope, body, expected, 'the created site', sent);
    },
  },
  {
    id: 'createSite/accepts-a-locale-without-a-host-url',
    title: 'a new site takes a locale without a host URL',
    operation,
    level: 'MUST',
    requirements: ['create-site-body', 'site-locale-is-accepted'],
    sends: 'a site with name and locale',
    expects: 'a site with that name',
    stage: 'calls',
    writes: true,
    creates: 1,
    run: (scope) => createWithLocale(scope, { name: scope.unique() }),
  },
  keepsName(
    'letters-of-all-scripts',
    'letters of many scripts, composed and decomposed, and emoji',
    (scope) => ({
      name: scope.unique() + hurtingNames.letters,
    }),
  ),
  keepsName('markup-and-escapes', 'markup, quotes, backslashes and percent signs', (scope) => ({
    name: scope.unique() + hurtingNames.markup,
  })),
  keepsName('white-space', 'spaces in front, inside and behind, next to a host', (scope) => ({
    name: hurtingNames.space.replace('two', scope.unique()),
    hostUrl: `https://www.my-${scope.unique()}-with-dashes.shop.${scope.run.domain}`,
  })),
  keepsName('long-names', 'more than 300 characters', (scope) => ({
    name: scope.unique() + longText,
  })),
  keepsName('digits', 'digits alone, zeros in front', (scope) => ({
    name: hurtingNames.digits + scope.seed,
  })),
  {
    id: 'createSite/keeps-no-more-than-an-origin',
    title: 'a host URL with a path is refused, or kept without it',
    operation,
    level: 'MUST',
    requirements: ['site-host-url-is-an-origin', 'create-site-body'],
    sends: 'a site whose hostUrl has a path and a query',
    expects: 'a refusal, or a site with the origin alone',
    stage: 'calls',
    writes: true,
    creates: 1,
    async run(scope) {
      const { workspace } = scope.run.options;
      const name = scope.unique();
      const origin = toHostUrl(name, scope.run.domain);
      const body = { name, hostUrl: `${origin}/path?query=1` };
      const sent = await call(scope, {
        operation,
        path: { workspaceId: workspace },
        body,
        intent: 'probe',
      });
      if (!isSuccess(sent)) return;
      const made = enterSite(scope, sent, { name, hostUrl: origin }, workspace, 'a site');
      const { hostUrl } = made.body;
      if (typeof hostUrl === 'string' && /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+$/i.test(hostUrl)) return;
      scope.fail({
        message: 'a host URL with a path was taken with more than its origin',
        expected: origin,
        received: describe(hostUrl),
        pointer: '/hostUrl',
        exchange: scope.run.show(sent),
      });
    },
  },
  {
    id: 'createSite/concurrent-creations-are-independent',
    title: 'sites created at the same moment are sites of their own',
    operation,
    level: 'MUST',
    requirements: ['concurrent-requests-are-independent', 'ids-are-unique'],
    sends: 'three creations at once, each with a name and a host of its own',
    expects: 'three sites, each with what its request said, under three ids',
    stage: 'calls',
    writes: true,
    creates: 3,
    async run(scope) {
      const inputs = Array.from({ length: 3 }, () => scope.unique()).map((name) => ({
        name,
        hostUrl: toHostUrl(name, scope.run.domain),
      }));
      const made = await Promise.all(inputs.map((input) => createSite(scope, input)));
      for (const { body, expected, sent } of made)
        compareSite(scope, body, expected, 'a site created next to others', sent);
      const ids = made.map(({ expected }) => toKey(expected.id));
      if (new Set(ids).size < ids.length) {
        throw new Failed({
          message: 'sites created at the same moment share an id',
          expected: `${ids.length} different ids`,
          received: describe(ids),
        });
      }
    },
  },
  {
    id: 'createSite/works-in-every-workspace',
    title: 'a second workspace has sites of its own',
    operation,
    level: 'MUST',
    requirements: ['create-site-in-its-workspace', 'create-site-stores-what-was-sent'],
    sends: 'a site to the other workspace',
    expects: 'a site with what was sent',
    stage: 'calls',
    writes: true,
    uses: ['stranger'],
    async run(scope) {
      await useOtherWorkspace(scope);
      const stranger = await prepare('a second workspace', () => useStranger(scope));
      if (stranger.name === '')
        throw new Inconclusive('the site of the other workspace has no name');
    },
  },
];
