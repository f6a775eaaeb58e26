import type { Contract } from '../../contract/index.ts';
import { loadContract } from '../../contract/load-contract.ts';
// Not from its index, which also loads the fixtures: a start loads only what it needs.
import { createMock } from '../../mock/create-mock.ts';
import type { FaultRuleOptions, Listening, ListenOptions, SharedStore } from '../../mock/index.ts';
import { defaultApiKey } from '../../mock/mock-options.ts';
import { assertWorkspace } from '../assert-workspace.ts';
import type { Context } from '../command.ts';
import { defaultPort, type mockOptions } from '../commands/mock-options.ts';
import type { OptionValues } from '../read-options.ts';
import { waitForStop } from '../wait-for-stop.ts';
import type { Data } from './open-data.ts';

type Values = OptionValues<typeof mockOptions>;

/** Starts the mock, says so, and stops it at a signal. */
export async function startMock(values: Values, context: Context): Promise<number> {
  const contract = await loadContract({ document: values.contract, overlays: values.overlay });
  for (const workspace of values.workspace) assertWorkspace(contract, '--workspace', workspace);
  if (values.watch) (await import('./follow-files.ts')).assertFollowable(values);
  const store =
    values.store === undefined && values.storeSchema === undefined
      ? undefined
      : (await import('./open-store.ts')).openStore(values, context.environment);
  const data = await loadData(values, contract, context);
  try {
    return await serve(values, contract, { data, store }, context);
  } finally {
    await data?.close();
  }
}

/** Loads only what is needed. */
async function loadData(
  values: Values,
  contract: Contract,
  context: Context,
): Promise<Data | undefined> {
  if (values.state === undefined && values.fixture === undefined) return undefined;
  return (await import('./open-data.ts')).openData(values, contract, toNote(context));
}

function toNote({ stderr }: Context): (line: string) => void {
  return (line) => stderr.write(`site-contract: ${line}\n`);
}

async function serve(
  values: Values,
  contract: Contract,
  { data, store }: { data: Data | undefined; store: SharedStore | undefined },
  context: Context,
): Promise<number> {
  const { host = '127.0.0.1' } = values;
  const mock = createMock({
    contract,
    ...data?.options,
    ...(store === undefined ? {} : { store, onError: toNote(context) }),
    ...(values.seed === undefined ? {} : { seed: values.seed }),
    ...(values.apiKey.length === 0 ? {} : { apiKeys: values.apiKey }),
    ...(values.workspace.length === 0 ? {} : { workspaces: values.workspace }),
    faults: listFaults(values),
    ...(values.journal === undefined ? {} : { journal: values.journal }),
    ...(values.cors.length === 0 ? {} : { cors: values.cors }),
    ...(values.bodyLimit === undefined ? {} : { bodyLimit: values.bodyLimit }),
  });
  const following = values.watch
    ? await (await import('./follow-files.ts')).followFiles(values, mock, data, toNote(context))
    : undefined;
  const stopped = waitForStop(context.environment);
  const { adminToken, webhookTimeScale: timeScale, allowPrivateTargets } = values;
  const control = values.control && {
    ...(adminToken === undefined ? {} : { token: adminToken }),
    allowedHosts: values.allowedHost,
    webhooks: { timeScale, allowPrivateTargets },
  };
  const https = await readHttps(values);
  const { basePath = '' } = values;
  const listen = (port: number): Promise<Listening> =>
    mock.listen({ host, port, control, https, basePath });
  const server = await listen(values.port ?? defaultPort).catch(async (error: unknown) =>
    (await import('./listen-elsewhere.ts')).listenElsewhere(
      error,
      { host, port: values.port, listen },
      context,
    ),
  );
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
      hasData: data !== undefined,
    };
    // Loaded now, so that the first request does not wait for it.
    const { showMock } = await import('./show-mock.ts');
    hide = await showMock(facts, values, context);
  }
  await stopped;
  hide();
  following?.close();
  if (!values.quiet) tellStopping(context);
  mock.drain();
  if (values.drain > 0) await new Promise((resolve) => setTimeout(resolve, 1000 * values.drain));
  await server.close();
  await mock.close();
  return 0;
}

/** Loads the code for HTTPS only when it is used. */
async function readHttps(values: Values): Promise<ListenOptions['https'] & {}> {
  if (!values.https && values.cert === undefined && values.key === undefined) return false;
  return (await import('./open-https.ts')).openHttps(values);
}

/** Latency comes first: it adds to whatever another rule does. */
function listFaults({ latency, failRate, faults = [] }: Values): readonly FaultRuleOptions[] {
  return [
    ...(latency === undefined ? [] : [{ effect: latency }]),
    ...faults,
    ...(failRate === undefined
      ? []
      : [{ probability: failRate, effect: { kind: 'status', status: 500 } as const }]),
  ];
}

/** A terminal shows `^C` where the line begins. */
function tellStopping({ stderr }: Context): void {
  const start = stderr.isTTY === true ? '\r' : '';
  stderr.write(`${start}site-contract: stopping after the pending responses\n`);
}
