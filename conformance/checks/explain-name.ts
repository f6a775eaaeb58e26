import type { ExpectedSite } from '../model/ledger.ts';
import type { Scope } from '../model/scope.ts';
import { probe } from '../runner/run.ts';
import { explainByLeastText } from './texts.ts';

/**
 * Creations stay, so what they change of a name is made smaller by updates of the site that failed. What the list shows of
 * its name is then not a separate failure.
 */
export async function explainName(scope: Scope, site: ExpectedSite): Promise<void> {
  const { name } = site;
  site.uncertain.add('name');
  await explainByLeastText(scope, name, {
    send: (text) =>
      probe(scope, { operation: 'updateSite', path: { siteId: site.id }, body: { name: text } }),
    read: (body) => body['name'],
    pointer: '/name',
  });
}
