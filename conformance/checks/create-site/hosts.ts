import { toHostUrl } from '../../data/fresh-body.ts';
import { useVictim } from '../../model/shared.ts';
import { enterSite, type MadeSite } from '../../model/sites.ts';
import { type Check, Inconclusive } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import { call, describe, requireSuccess } from '../../runner/run.ts';
import { frame } from './frame.ts';

/** Hosts that may be refused. */
export const hosts: readonly Check[] = [
  {
    ...frame,
    id: 'createSite/keeps-no-more-than-an-origin',
    title: 'A host URL with a path is refused, or stored without the path',
    requirements: ['site-host-url-is-an-origin', 'create-site-body'],
    sends:
      'sites whose hostUrl has a path, and a query; once such a site was accepted, an update of it instead of the second',
    expects: 'a refusal, or a site with only the origin',
    creates: 1,
    async run(scope) {
      const { workspace } = scope.run.options;
      let made: MadeSite | undefined;
      for (const rest of ['/path', '?query=1']) {
        const name = scope.unique();
        const origin = toHostUrl(name, scope.run.domain);
        const body = { name, hostUrl: origin + rest };
        const sent = await call(scope, {
          ...(made === undefined
            ? { operation: 'createSite', path: { workspaceId: workspace } }
            : { operation: 'updateSite', path: { siteId: made.expected.id } }),
          body,
          intent: 'probe',
        });
        if (!isSuccess(sent)) continue;
        if (made === undefined)
          made = enterSite(scope, sent, { name, hostUrl: origin }, workspace, 'a site');
        else Object.assign(made.expected, { name, hostUrl: origin });
        const { hostUrl } = requireSuccess(scope.run, sent, 'a site');
        if (typeof hostUrl === 'string' && /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+$/i.test(hostUrl))
          continue;
        scope.fail({
          message: 'a host URL with more than an origin was stored unchanged',
          expected: origin,
          received: describe(hostUrl),
          pointer: '/hostUrl',
          exchange: scope.run.show(sent),
        });
      }
    },
  },
  {
    ...frame,
    id: 'createSite/copes-with-a-host-that-is-taken',
    title: 'A duplicate host and an unknown field are accepted or refused, without a 5xx response',
    requirements: ['no-server-errors'],
    sends:
      'a site with the host of another site of the workspace and an unknown field; if that is refused, each by itself',
    expects: 'a site, or a refusal',
    creates: 1,
    uses: ['victim'],
    async run(scope) {
      const { workspace } = scope.run.options;
      const { hostUrl } = await useVictim(scope);
      if (hostUrl === null) throw new Inconclusive('the sites of the run have no host');
      const name = scope.unique();
      const extra = { extra: { a: [1] } };
      // Both in one, so that no more than one site is created: a target that refuses the one hides what it does with the other.
      for (const body of [
        { name, hostUrl, ...extra },
        { name, hostUrl },
        { name, ...extra },
      ]) {
        const sent = await call(scope, {
          operation: 'createSite',
          path: { workspaceId: workspace },
          body,
          intent: 'probe',
        });
        if (isSuccess(sent)) {
          const input = 'hostUrl' in body ? { name, hostUrl } : { name };
          enterSite(scope, sent, input, workspace, 'a site');
          return;
        }
        if (sent.reply === undefined || sent.reply.status >= 500)
          requireSuccess(scope.run, sent, 'a site with values that may be refused');
      }
    },
  },
];
