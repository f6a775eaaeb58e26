import { unknownUuid } from '../../model/shared.ts';
import { toPage } from '../../model/workspace.ts';
import { type Check, Inconclusive, type Scope } from '../../runner/check.ts';
import { call } from '../../runner/run.ts';
import { frame } from './frame.ts';

export const emptyWorkspace: Check = {
  ...frame,
  id: 'listSites/an-empty-workspace-has-an-empty-list',
  title: 'A workspace without sites has an empty list',
  requirements: ['list-sites-is-of-one-workspace', 'list-sites-has-more'],
  sends:
    'the list of an unused workspace; it also looks at the lists of the run, the first of which were read while they were empty',
  expects:
    'no sites, and hasMore false (a refusal is inconclusive: unknown workspaces are not described)',
  async run(scope) {
    expectGivenLists(scope);
    const sent = await call(scope, {
      operation: 'listSites',
      path: { workspaceId: unknownUuid(scope, 'empty workspace') },
      intent: 'probe',
    });
    const status = sent.reply?.status ?? 0;
    if (status >= 400 && status < 500) throw new Inconclusive('unknown workspaces are refused');
    const { ids, hasMore } = toPage(scope, sent);
    if (ids.length > 0 || hasMore) {
      scope.fail({
        message:
          ids.length > 0
            ? 'an unused workspace is not empty'
            : 'hasMore is true for a workspace without sites',
        expected: 'no sites, and hasMore false',
        received: `${ids.length} sites, and hasMore ${hasMore}`,
        exchange: scope.run.show(sent),
      });
    }
  },
};

/** The workspaces that were given exist: their lists are answered, also while nothing is in them. */
function expectGivenLists({ run, fail }: Scope): void {
  const refused = run.journal.entries.find(
    ({ operation, intent, sent }) =>
      operation.id === 'listSites' &&
      intent === 'valid' &&
      sent.reply !== undefined &&
      sent.reply.status >= 400 &&
      sent.reply.status !== 429,
  );
  if (refused === undefined) return;
  fail({
    message: 'the list of a configured workspace was refused',
    expected: 'a page of sites, even if it is empty',
    received: `status ${refused.sent.reply?.status}`,
    exchange: run.show(refused.sent),
  });
}
