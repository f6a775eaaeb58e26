import { type Check, call, Inconclusive, isSuccess, type Scope } from 'site-contract/conformance';

/** The maximum duration of a list request for our users, in milliseconds. */
const mostMs = 2000;

/**
 * Rules of our team that go beyond the interface. They run with the checks of the suite, and appear in the same
 * reports.
 */
export const teamChecks: readonly Check[] = [
  {
    id: 'team/lists-in-good-time',
    title: `The first page of sites arrives within ${mostMs} ms`,
    operation: 'listSites',
    level: 'MUST',
    requirements: [],
    sends: 'the first page of the workspace',
    expects: `a response within ${mostMs} ms`,
    // After all records have been created, and while nothing is written.
    stage: 'listing',
    writes: false,
    async run(scope) {
      const sent = await listFirstPage(scope);
      if (sent.durationMs <= mostMs) return;
      scope.fail({
        message: 'the list request takes too long',
        expected: `at most ${mostMs} ms`,
        received: `${sent.durationMs} ms`,
        exchange: scope.run.show(sent),
      });
    },
  },
  {
    id: 'team/forbids-caching',
    title: 'Responses with sites are not cached, because they contain keys',
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
        message: 'the response does not forbid caching',
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
  // The checks of the suite explain the refusal.
  if (!isSuccess(sent)) throw new Inconclusive('the list request is refused');
  return sent;
}
