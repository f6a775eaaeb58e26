import { type Check, Inconclusive, type Scope } from '../engine/check.ts';
import type { ExpectedSite } from '../engine/ledger.ts';
import { call } from '../engine/run.ts';
import { compareSite, enterSite, type SiteInput } from '../engine/sites.ts';
import { explainByLeastText } from './texts.ts';

/** A name that hurts: where the target refuses it, the rule is not shown and nothing can be said. */
export function keepsName(
  slug: string,
  what: string,
  makeInput: (scope: Scope) => SiteInput,
): Check {
  return {
    id: `createSite/keeps-${slug}`,
    title: `a new site keeps a name with ${what}`,
    operation: 'createSite',
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
        operation: 'createSite',
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
      if (body['name'] !== expected.name) await explainName(scope, expected);
    },
  };
}

/**
 * Creations stay, so what they change of a name is made smaller by updates of the site that failed. What the list shows of
 * its name then is no failure of its own.
 */
export async function explainName(scope: Scope, site: ExpectedSite): Promise<void> {
  const { name } = site;
  site.uncertain.add('name');
  await explainByLeastText(scope, name, {
    send: (text) =>
      call(scope, {
        operation: 'updateSite',
        path: { siteId: site.id },
        body: { name: text },
        intent: 'probe',
      }),
    read: (body) => body['name'],
    pointer: '/name',
  });
}
