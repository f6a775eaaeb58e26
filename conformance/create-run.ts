import { randomInt } from 'node:crypto';
import type { Contract } from '../contract/index.ts';
import { createRedactor } from '../writers/redact.ts';
import { domains } from './data/fresh-body.ts';
import { createCredential } from './model/credentials.ts';
import { createLedger } from './model/ledger.ts';
import { createNames, type Forms, matchNames } from './model/names.ts';
import { createdKinds, createSiteCounter } from './model/record-writes.ts';
import { createRoom, mostSites } from './model/room.ts';
import type { Run } from './model/scope.ts';
import { type RunOptions, runDefaults } from './options.ts';
import { createConnections, isLocal } from './runner/connect.ts';
import { createExchanges } from './runner/exchange.ts';
import { createJournal } from './runner/journal.ts';
import { createPace } from './runner/pace.ts';
import { createProbes } from './runner/probes.ts';
import { createTarget } from './runner/target.ts';
import { createHalt } from './runner/time-limit.ts';

/** Creates the state that all checks of a run share. Sends nothing. */
export function createRun(contract: Contract, options: RunOptions): Run {
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
    concurrency = runDefaults.concurrency,
    timeoutMs = runDefaults.timeoutMs,
    settleMs = runDefaults.settleMs,
    maxTimeMs = runDefaults.maxTimeMs,
    startedAt,
    only = [],
    thorough = false,
    probes = thorough ? 'all' : 'auto',
    allowWrites = false,
    onEvent,
    onExchange,
  } = options;
  const halt = createHalt(maxTimeMs, startedAt);
  const pace = createPace(concurrency, halt.signal);
  const redactor = createRedactor({
    secrets: [apiKey, ...Object.values(headers)],
    keepsStart: true,
  });
  const mark = randomInt(2 ** 32);
  const shared = new Map<string, Promise<unknown>>();
  const exchanges = createExchanges(baseUrl, redactor, {
    secretHeaders: Object.keys(headers),
    certificates: insecure === true ? 'any' : ca === undefined ? 'usual' : 'given',
  });
  const ledger = createLedger();
  const journal = createJournal(
    onExchange &&
      (({ operation, intent, by, sent }) =>
        onExchange({ operation: operation.id, intent, by, exchange: exchanges.convert(sent) })),
  );
  const forms: Forms = { name: 'plain', pathname: { letters: false, end: '' }, hosts: 'any' };
  const most = thorough ? mostSites.thorough : mostSites.standard;
  const room = createRoom(most, createSiteCounter({ ledger, journal }));
  return {
    contract,
    target: createTarget({
      baseUrl: baseUrl.replace(/\/+$/, ''),
      pace,
      halt,
      timeoutMs,
      headers,
      connections: createConnections({ baseUrl, concurrency, ca, insecure, proxy }),
      onWait: (reason, milliseconds) => onEvent?.({ type: 'waiting', reason, milliseconds }),
    }),
    pace,
    halt,
    probes: createProbes(probes),
    uses: new Set(),
    urgent: new Set(),
    interrupted: new Map(),
    repeated: new Set(),
    journal,
    ledger,
    options: {
      apiKey,
      workspace,
      otherWorkspace,
      seed,
      thorough,
      settleMs,
      isWhole: only.length === 0,
    },
    mayWrite: allowWrites || isLocal(baseUrl),
    mostSites: most,
    countRoom: room.left,
    admit: async (operation, intent) =>
      createdKinds[operation] === 'site'
        ? room.take(intent === 'valid' || intent === 'probe' ? undefined : { operation, intent })
        : () => {},
    patience: { most: settleMs, longest: 0 },
    domain: domains[0],
    forms,
    mark,
    createNames: (place, earlierAttempts) => createNames({ mark, forms }, place, earlierAttempts),
    isOwnName: (name) => name.search(matchNames(mark)) !== -1,
    credential: createCredential(apiKey),
    redact: redactor.text,
    share<T>(name: string, make: () => Promise<T>): Promise<T> {
      const made = shared.get(name) ?? make();
      shared.set(name, made);
      return made as Promise<T>;
    },
    show: exchanges.show,
    findShown: exchanges.findShown,
  };
}
