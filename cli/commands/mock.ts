/*
 * cli/commands/: one file for each command: its options as data, its help, and what it runs. It may import every folder, and loads
 * what only some runs need when they need it. Start here; option.ts in cli/ has the kinds of options, `*-options.ts` the long
 * lists of them.
 */

import type { Contract } from '../../contract/index.ts';
import { loadContract } from '../../contract/load-contract.ts';
// The index also loads the fixtures, which a start does not need.
import { createMock } from '../../mock/create-mock.ts';
import { defaultApiKey } from '../../mock/http/security.ts';
import type { Mock, Store, StoredMock } from '../../mock/index.ts';
import { readMockScope, toScopeFacts, toScopeRow } from '../../service/cli/mock-scope.ts';
import { type Context, createCommand, toNote } from '../command.ts';
import type { Data } from '../mock/data-files.ts';
import { createLog, showMock } from '../mock/show-mock.ts';
import { waitForStop } from '../terminal.ts';
import { explainListenError, UsageError } from '../usage-error.ts';
import { defaultPort, type MockValues, mockOptions } from './mock-options.ts';

export const mock = createCommand({
  options: mockOptions,
  help: `Examples:
  site-contract mock
      Listens on http://127.0.0.1:${defaultPort}.
  site-contract mock --contract openapi.yaml --fixture demo
      Behaves like the service of a document of your own, with generated records.
  site-contract mock --port 0 --seed 7
      Listens on a free port, with repeatable ids and times.
  site-contract mock --overlay observed.yaml
      Behaves like the deployment that \`conformance --observed\` examined.
  site-contract mock --log json | jq .status
      Writes a JSON object for each request. The first one has the address.

Ctrl-C or SIGTERM stops the mock after pending responses. A second one stops it immediately.

Exit codes:
  0  stopped on request
  2  could not start; the reason is on stderr`,
  run: startMock,
});

/** Starts the mock, prints its banner, and stops it at a signal. */
async function startMock(values: MockValues, context: Context): Promise<number> {
  const note = toNote(context);
  values.log ??= context.stdout.isTTY === true ? 'pretty' : 'json';
  const contract = await loadContract({ document: values.contract, overlays: values.overlay });
  const scope = readMockScope(values, contract);
  // Imported only if used, so that a plain mock starts fast.
  const files = () => import('../mock/data-files.ts');
  if (values.watch) (await files()).listFollowed(values);
  const store = await openStore(values);
  const needsFiles = values.state !== undefined || values.fixture !== 'empty';
  const data = needsFiles ? await (await files()).openData(values, contract, note) : {};
  try {
    const mock = openMock(values, contract, data, { store, scope, context });
    const following = values.watch
      ? await (await files()).followFiles(values, mock, note)
      : undefined;
    await serve(mock, values, context);
    following?.close();
    await mock.close();
    return 0;
  } finally {
    await data.state?.close();
  }
}

/** Opens the shared store. Its URL may contain a password, so messages never contain it. */
async function openStore({ store, state }: MockValues): Promise<Store | undefined> {
  if (store === undefined) return undefined;
  if (state !== undefined)
    throw new UsageError(
      '--store and --state cannot be combined: the state can be kept in only one place',
    );
  // Hides a password in the arguments from the list of processes.
  process.title = 'site-contract mock';
  const { createPostgresStore } = await import('../../mock/postgres/index.ts');
  return createPostgresStore(store);
}

/** What a mock is started with beside its contract and its data. */
interface MockSurroundings {
  store: Store | undefined;
  /** The options that only the built-in service has. */
  scope: ReturnType<typeof readMockScope>;
  context: Context;
}

function openMock(
  { seed, apiKey, cors, latency, failRate, quiet, log }: MockValues,
  contract: Contract,
  { contents, state }: Data,
  { store: shared, scope, context }: MockSurroundings,
): Mock | StoredMock {
  const store = state?.store ?? shared;
  const options = {
    contract,
    ...(contents === undefined ? {} : { contents }),
    ...(seed === undefined ? {} : { seed }),
    ...(apiKey.length === 0 ? {} : { apiKeys: apiKey }),
    ...scope,
    ...(cors.length === 0 ? {} : { cors }),
    onError: toNote(context),
    onRequest: quiet ? undefined : createLog(log, context),
    // Latency comes first, because it is added to the effects of other rules.
    faults: [latency, failRate].filter((rule) => rule !== undefined),
  };
  return store === undefined ? createMock(options) : createMock({ ...options, store });
}

const listenNames = '--port or SITE_CONTRACT_PORT, and --host or SITE_CONTRACT_HOST';

/** Names what set the URL of a store that cannot be used. */
function explainStoreError(error: unknown): never {
  if (!(error instanceof Error) || error.name !== 'StoreOptionError') throw error;
  throw new UsageError(`--store or SITE_CONTRACT_STORE: ${error.message}`);
}

/** Serves a mock until a signal arrives. */
async function serve(mock: Mock | StoredMock, values: MockValues, context: Context): Promise<void> {
  const { host, port, adminToken, allowPrivateTargets, basePath = '' } = values;
  const stopped = waitForStop();
  const control = values.control && {
    ...(adminToken === undefined ? {} : { token: adminToken }),
    allowedHosts: values.allowedHost,
    webhooks: { allowPrivateTargets },
  };
  const isSecure = values.https || values.cert !== undefined || values.key !== undefined;
  const https = isSecure && (await import('../mock/open-https.ts')).readHttps(values);
  const server = await mock
    .listen({ host, port, control, https, basePath })
    .catch(explainListenError(host, port, listenNames))
    .catch(explainStoreError);
  if (values.quiet) await stopped;
  else {
    const facts = {
      ...mock,
      ...server,
      apiKey: values.apiKey.length === 0 ? defaultApiKey : undefined,
      isTokenChosen: adminToken !== undefined,
      scopeFacts: toScopeFacts(mock),
      scopeRow: toScopeRow(mock, values),
    };
    showMock(facts, values.log, context);
    await stopped;
    // Overwrites the `^C` that a terminal shows at the start of the line.
    const start = context.stderr.isTTY === true ? '\r' : '';
    context.stderr.raw(`${start}site-contract: stopping after the pending responses\n`);
  }
  await server.close();
}
