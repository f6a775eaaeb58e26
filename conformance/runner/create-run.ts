import { randomInt } from 'node:crypto';
import type { Contract } from '../../contract/index.ts';
import { domains } from '../data/fresh-body.ts';
import { createCredential } from '../model/credentials.ts';
import { createLedger } from '../model/ledger.ts';
import { matchNames } from '../model/names.ts';
import { createRedactor } from '../model/redaction.ts';
import type { Exchange } from '../results.ts';
import { createConnections, isLocal } from './connect.ts';
import type { Reach } from './curl.ts';
import { toExchange, toExchangeBehind } from './exchange.ts';
import { createHalt } from './halt.ts';
import { createJournal } from './journal.ts';
import { type RunOptions, runDefaults } from './options.ts';
import { createPace } from './pace.ts';
import { createProbes } from './probes.ts';
import type { Run } from './run.ts';
import { createTarget, type Sent } from './target.ts';
import type { TargetRequest } from './wire.ts';

/** What a run may create at most: what it creates cannot be deleted. */
export const mostSites = { standard: 30, thorough: 130 };

/** Everything that the checks of one run share, before its first request. */
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
    only = [],
    thorough = false,
    probes = thorough ? 'all' : 'auto',
    allowWrites = false,
    onEvent,
    onExchange,
  } = options;
  const halt = createHalt(maxTimeMs);
  const pace = createPace(concurrency, halt.signal);
  const redact = createRedactor([apiKey, ...Object.values(headers)]);
  const mark = randomInt(2 ** 32);
  const shared = new Map<string, Promise<unknown>>();
  const shown = new WeakMap<Exchange, Sent>();
  const reach: Reach = {
    secretHeaders: Object.keys(headers),
    certificates: insecure === true ? 'any' : ca === undefined ? 'usual' : 'given',
  };
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
    journal: createJournal(
      onExchange &&
        (({ operation, intent, by, sent }) =>
          onExchange({
            operation: operation.id,
            intent,
            by,
            exchange: toExchange(baseUrl, sent, redact, reach),
          })),
    ),
    ledger: createLedger(),
    options: {
      apiKey,
      workspace,
      otherWorkspace,
      seed,
      concurrency,
      thorough,
      allowWrites,
      settleMs,
      isWhole: only.length === 0,
    },
    mayWrite: allowWrites || isLocal(baseUrl),
    mostSites: thorough ? mostSites.thorough : mostSites.standard,
    patience: { most: settleMs, longest: 0 },
    domain: domains[0],
    forms: { name: 'plain', pathname: { letters: false, end: '' }, hosts: 'any' },
    mark,
    isOwnName: (name) => name.search(matchNames(mark)) !== -1,
    credential: createCredential(apiKey),
    redact,
    share<T>(name: string, make: () => Promise<T>): Promise<T> {
      const made = shared.get(name) ?? make();
      shared.set(name, made);
      return made as Promise<T>;
    },
    show(sent) {
      const exchange = toExchange(baseUrl, sent, redact, reach);
      shown.set(exchange, sent);
      return exchange;
    },
    findShown: (exchange) => shown.get(exchange),
    showBehind(before, sent) {
      const first = toExchange(baseUrl, toUnanswered(before), redact, reach);
      const exchange = toExchangeBehind(first, toExchange(baseUrl, sent, redact, reach));
      shown.set(exchange, sent);
      return exchange;
    },
  };
}

/** A request of which only its parts are shown. */
function toUnanswered(request: TargetRequest): Sent {
  return { request, reply: undefined, error: undefined, startedAt: 0, durationMs: 0 };
}
