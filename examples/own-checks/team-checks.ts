import { type Check, call, Inconclusive, isSuccess, type Scope } from 'site-contract/conformance';

/** How long a list may take, for our users. */
const mostMs = 2000;

/** Rules of our team that go beyond the interface: they run beside the checks of the suite, and stand in the same reports. */
export const teamChecks: readonly Check[] = [
  {
    id: 'team/lists-in-good-time',
    title: `the first page of sites is answered within ${mostMs} ms`,
    operation: 'listSites',
    level: 'MUST',
    requirements: [],
    sends: 'the first page of the workspace',
    expects: `an answer within ${mostMs} ms`,
    // After everything has been written, and while nothing else is.
    stage: 'listing',
    writes: false,
    async run(scope) {
      const sent = await listFirstPage(scope);
      if (sent.durationMs <= mostMs) return;
      scope.fail({
        message: 'the list takes too long',
        expected: `at most ${mostMs} ms`,
        received: `${sent.durationMs} ms`,
        exchange: scope.run.show(sent),
      });
    },
  },
  {
    id: 'team/forbids-caching',
    title: 'sites, which carry keys, are not to be cached',
    operation: 'listSites',
    level: 'SHOULD',
    requirements: [],
    sends: 'the first page of the workspace',
    expects: 'Cache-Control: no-store',
    stage: 'listing',
    writes: false,
    async run(scope) {
      const sent = await listFirstPage(scope);
      const received = sent.reply?.headers['cache-control'];
      if (received?.includes('no-store') === true) return;
      scope.fail({
        message: 'a list of sites may be cached',
        expected: 'Cache-Control: no-store',
        received: received ?? 'no Cache-Control',
        exchange: scope.run.show(sent),
      });
    },
  },
];

async function listFirstPage(scope: Scope) {
  const sent = await call(scope, {
    operation: 'listSites',
    path: { workspaceId: scope.run.options.workspace },
    query: 'limit=20',
  });
  // Why it is refused is told by the checks of the suite.
  if (!isSuccess(sent)) throw new Inconclusive('the list is refused');
  return sent;
}
