import { hurtingNames } from '../../data/hurting-names.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { compareSite, enterSite, type SiteInput } from '../../model/sites.ts';
import { Inconclusive } from '../../runner/check.ts';
import { probe } from '../../runner/run.ts';
import { explainName } from '../explain-name.ts';
import { frame } from './bodies.ts';

/** An unusual name. Where the target refuses it, nothing can be said: the interface documents no rules for names. */
function keepsName(slug: string, what: string, makeInput: (scope: Scope) => SiteInput): Check {
  return {
    ...frame,
    id: `createSite/keeps-${slug}`,
    title: `A new site keeps a name with ${what}`,
    requirements: ['create-site-stores-what-was-sent', 'texts-come-back-unchanged'],
    sends: `a site whose name has ${what}`,
    expects:
      'the name unchanged; a refusal is inconclusive: the interface does not document rules for names',
    creates: 1,
    async run(scope) {
      const { workspace } = scope.run.options;
      const input = makeInput(scope);
      const sent = await probe(scope, {
        operation: 'createSite',
        path: { workspaceId: workspace },
        body: input,
      });
      const status = sent.reply?.status ?? 0;
      if (status >= 400 && status < 500) {
        throw new Inconclusive(
          `such a name is refused with ${status}; the interface does not document rules for names`,
        );
      }
      const { body, expected } = enterSite(scope, sent, input, workspace, 'a site');
      compareSite(scope, body, expected, 'the created site', sent);
      if (body['name'] !== expected.name) await explainName(scope, expected);
    },
  };
}

/** Names that servers are known to change. */
export const keptNames: readonly Check[] = [
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
  keepsName(
    'white-space',
    'spaces at the start, inside and at the end, together with a host',
    (scope) => ({
      name: hurtingNames.space.replace('two', scope.unique()),
      hostUrl: `https://www.my-${scope.unique()}-with-dashes.shop.${scope.run.domain}`,
    }),
  ),
  keepsName('long-names', 'more than 300 digits and nothing else', (scope) => ({
    name: hurtingNames.manyDigits + scope.run.mark,
  })),
  keepsName('digits', 'one digit, which is zero', () => ({ name: '0' })),
  keepsName('empty-names', 'no characters', () => ({ name: '' })),
];
