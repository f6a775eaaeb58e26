import { randomInt } from 'node:crypto';
import { runDefaults } from '../../conformance/options.ts';
import { createHttpClient } from '../../conformance/runner/client.ts';
import { createExchanges } from '../../conformance/runner/exchange.ts';
import { createHalt } from '../../conformance/runner/halt.ts';
import { createJournal } from '../../conformance/runner/journal.ts';
import { createProbes } from '../../conformance/runner/probes.ts';
import { isLocal } from '../../conformance/runner/proxy.ts';
import { createTarget } from '../../conformance/runner/target.ts';
import type { Contract } from '../../contract/index.ts';
import { createRedactor } from '../../writers/redact.ts';
import { domains } from './data/fresh-body.ts';
import { createBudget } from './model/budget.ts';
import { createLedger } from './model/ledger.ts';
import { createNames, type Forms, matchNames } from './model/names.ts';
import { type Run, settleMs } from './model/scope.ts';
import { createStrayCounter } from './model/strays.ts';
import type { RunOptions } from './options.ts';

/** Maximum length of a text from the target in reports. */
const mostCharacters = 20_000;

/** Creates the state that all checks of a run share. Sends nothing. */
export async function createRun(contract: Contract, options: RunOptions): Promise<Run> {
  const {
    baseUrl,
    apiKey,
    headers = {},
    ca,
    insecure,
    proxy,
    workspace,
    otherWorkspace,
    seed = randomInt(2 ** 31),
    timeoutMs = runDefaults.timeoutMs,
    maxTimeMs = runDefaults.maxTimeMs,
    startedAt,
    thorough = false,
    allowWrites = false,
    onEvent,
    onExchange,
  } = options;
  const halt = createHalt(maxTimeMs, startedAt);
  const redactor = createRedactor({
    secrets: [apiKey, ...Object.values(headers)],
    keepsStart: true,
  });
  const mark = randomInt(2 ** 32);
  const ownNames = matchNames(mark);
  const shared = new Map<string, Promise<unknown>>();
  const show = createExchanges(baseUrl, redactor, {
    apiKey,
    secretHeaders: Object.keys(headers),
    certificates: insecure === true ? 'any' : ca === undefined ? 'usual' : 'given',
  });
  const ledger = createLedger();
  const journal = createJournal(
    onExchange &&
      (({ operation, intent, by, sent }) =>
        onExchange({ operation: operation.id, intent, by, exchange: show(sent) })),
  );
  const forms: Forms = { name: 'plain', pathname: { letters: false, end: '' }, hosts: 'any' };
  const run: Run = {
    contract,
    target: await createTarget({
      baseUrl: baseUrl.replace(/\/+$/, ''),
      client: createHttpClient({ baseUrl, headers, ca, insecure, proxy, signal: halt.signal }),
      halt,
      timeoutMs,
      onWait: (reason, milliseconds) => onEvent?.({ type: 'waiting', reason, milliseconds }),
    }),
    halt,
    probes: createProbes(thorough),
    uses: new Set(),
    interrupted: new Map(),
    journal,
    ledger,
    options: {
      apiKey,
      workspace,
      otherWorkspace,
      seed,
      thorough,
    },
    mayWrite: allowWrites || isLocal(baseUrl),
    budget: createBudget(createStrayCounter(() => run)),
    patience: { most: settleMs, longest: 0 },
    domain: domains[0],
    forms,
    mark,
    createNames: (place) => createNames({ mark, forms }, place),
    isOwnName: (name) => name.search(ownNames) !== -1,
    credential: { value: `Bearer ${apiKey}` },
    redact: (text) => redactor.excerpt(text, mostCharacters),
    share<T>(name: string, make: () => Promise<T>): Promise<T> {
      const made = shared.get(name) ?? make();
      shared.set(name, made);
      return made as Promise<T>;
    },
    show,
  };
  return run;
}
