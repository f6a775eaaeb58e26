import { hurtingNames } from '../../data/texts.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { enterSite, type SiteInput } from '../../model/sites.ts';
import { tryCreateSite } from '../../model/trials.ts';
import { frames } from '../frames.ts';
import { excuseName, expectName } from '../kept-names.ts';

/** An unusual name. Where the target refuses it, nothing can be said: the interface documents no rules for names. */
function keepsName(slug: string, what: string, makeInput: (scope: Scope) => SiteInput): Check {
  return {
    ...frames.createSite,
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
      const sent = await tryCreateSite(scope, input, workspace);
      excuseName(sent);
      await expectName(
        scope,
        enterSite(scope, sent, input, workspace, 'a site'),
        'the created site',
      );
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
