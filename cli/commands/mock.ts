import type { Contract } from '../../contract/index.ts';
import { loadContract } from '../../contract/load-contract.ts';
// The index also loads the fixtures, which a start does not need.
import { createMock } from '../../mock/create-mock.ts';
import type { FaultRuleOptions, ListenOptions, Store } from '../../mock/index.ts';
import { defaultApiKey } from '../../mock/mock-options.ts';
import { type Context, createCommand, toNote } from '../command.ts';
import type { Data } from '../mock/data-files.ts';
import type { OptionValues } from '../option.ts';
import { waitForStop } from '../terminal.ts';
import { assertWorkspace, UsageError } from '../usage-error.ts';
import { mockOptions } from './mock-options.ts';

export const mock = createCommand({
  name: 'mock',
  options: mockOptions,
  examples: [
    { line: 'site-contract mock', does: 'Listens on http://127.0.0.1:4010.' },
    {
      line: 'site-contract mock --port 0 --seed 7',
      does: 'Listens on a free port, with repeatable ids and times.',
    },
    {
      line: 'site-contract mock --overlay observed.yaml',
      does: 'Behaves like the deployment that `site-contract conformance --observed` examined.',
    },
    {
      line: 'site-contract mock --log json | jq .status',
      does: 'Writes a JSON object for each request. The first object contains the address.',
    },
  ],
  notes: [
    'Ctrl-C or SIGTERM stops the mock after pending responses. A second one stops it immediately.',
  ],
  exits: { 0: 'stopped on request', 2: 'could not start; the reason is on stderr' },
  run: startMock,
});

type Values = OptionValues<typeof mockOptions>;

/** Starts the mock, prints its banner, and stops it at a signal. */
async function startMock(values: Values, context: Context): Promise<number> {
  const contract = await loadContract({ document: values.contract, overlays: values.overlay });
  for (const workspace of values.workspace) assertWorkspace(contract, '--workspace', workspace);
  if (values.watch) (await import('../mock/data-files.ts')).assertFollowable(values);
  const store = await openStore(values);
  const data = await loadData(values, contract, context);
  try {
    return await serve(values, contract, { data, store }, context);
  } finally {
    await data?.close();
  }
}

/** Opens the shared store. Its URL may contain a password, so messages never contain it. */
async function openStore({ store, state }: Values): Promise<Store | undefined> {
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

async function loadData(
  values: Values,
  contract: Contract,
  context: Context,
): Promise<Data | undefined> {
  if (values.state === undefined && values.fixture === undefined) return undefined;
  return (await import('../mock/data-files.ts')).openData(values, contract, toNote(context));
}

async function serve(
  values: Values,
  contract: Contract,
  { data, store }: { data: Data | undefined; store: Store | undefined },
  context: Context,
): Promise<number> {
  const { host = '127.0.0.1', port, adminToken, allowPrivateTargets, basePath = '' } = values;
  const given = data?.state?.store ?? store;
  const options = {
    contract,
    ...data?.options,
    ...(values.seed === undefined ? {} : { seed: values.seed }),
    ...(values.apiKey.length === 0 ? {} : { apiKeys: values.apiKey }),
    ...(values.workspace.length === 0 ? {} : { workspaces: values.workspace }),
    faults: listFaults(values),
    ...(values.cors.length === 0 ? {} : { cors: values.cors }),
  };
  const mock =
    given === undefined
      ? createMock(options)
      : createMock({ ...options, store: given, onError: toNote(context) });
  const following = values.watch
    ? await (await import('../mock/data-files.ts')).followFiles(values, mock, toNote(context))
    : undefined;
  const stopped = waitForStop(context.environment);
  const control = values.control && {
    ...(adminToken === undefined ? {} : { token: adminToken }),
    allowedHosts: values.allowedHost,
    webhooks: { allowPrivateTargets },
  };
  const https = await readHttps(values);
  const server = await mock
    .listen({ host, port, control, https, basePath })
    .catch(async (error: unknown) => {
      throw (await import('../mock/listen.ts')).explainListenError(error, host, port);
    });
  let hide = (): void => {};
  if (!values.quiet) {
    const anyWorkspace =
      values.workspace.length === 0 && contract.assumptions['unknown-workspace'] === 'exists';
    const facts = {
      ...mock,
      ...server,
      apiKey: values.apiKey.length === 0 ? defaultApiKey : undefined,
      isTokenChosen: adminToken !== undefined,
      anyWorkspace,
    };
    // Imported now, so that the first request does not wait for it.
    const { showMock } = await import('../mock/show-mock.ts');
    hide = await showMock(facts, values, context);
  }
  await stopped;
  hide();
  following?.close();
  if (!values.quiet) tellStopping(context);
  await server.close();
  await mock.close();
  return 0;
}

/** Imports the code for HTTPS only if it is used. */
async function readHttps(values: Values): Promise<ListenOptions['https'] & {}> {
  if (!values.https && values.cert === undefined && values.key === undefined) return false;
  return (await import('../mock/listen.ts')).openHttps(values);
}

/** Latency comes first, because it is added to the effects of other rules. */
function listFaults({ latency, failRate }: Values): readonly FaultRuleOptions[] {
  return [
    ...(latency === undefined ? [] : [{ effect: latency }]),
    ...(failRate === undefined
      ? []
      : [{ probability: failRate, effect: { kind: 'status', status: 500 } as const }]),
  ];
}

/** Overwrites the `^C` that a terminal shows at the start of the line. */
function tellStopping({ stderr }: Context): void {
  const start = stderr.isTTY === true ? '\r' : '';
  stderr.write(`${start}site-contract: stopping after the pending responses\n`);
}
