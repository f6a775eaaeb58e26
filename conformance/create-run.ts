import { randomInt } from 'node:crypto';
import type { Contract } from '../contract/index.ts';
import { domains } from './data/fresh-body.ts';
import { createCredential } from './model/credentials.ts';
import { createLedger, siteApiKey } from './model/ledger.ts';
import { createNames, type Forms, matchNames } from './model/names.ts';
import { countMadeSites, createdKinds } from './model/record-writes.ts';
import type { Check, Run } from './model/scope.ts';
import { sharedSites } from './model/shared.ts';
import { type RunOptions, runDefaults } from './options.ts';
import type { Exchange } from './results.ts';
import { createConnections, isLocal } from './runner/connect.ts';
import { type Reach, toExchange, toExchangeBehind } from './runner/exchange.ts';
import { createJournal } from './runner/journal.ts';
import { createHalt, Inconclusive } from './runner/outcome.ts';
import { createPace } from './runner/pace.ts';
import { createProbes } from './runner/probes.ts';
import { createRedactor } from './runner/redaction.ts';
import { createTarget, type Sent } from './runner/target.ts';
import type { TargetRequest } from './runner/wire.ts';

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
  const redact = createRedactor([apiKey, ...Object.values(headers)], siteApiKey);
  const mark = randomInt(2 ** 32);
  const shared = new Map<string, Promise<unknown>>();
  const shown = new WeakMap<Exchange, Sent>();
  const reach: Reach = {
    secretHeaders: Object.keys(headers),
    certificates: insecure === true ? 'any' : ca === undefined ? 'usual' : 'given',
  };
  const ledger = createLedger();
  const journal = createJournal(
    onExchange &&
      (({ operation, intent, by, sent }) =>
        onExchange({
          operation: operation.id,
          intent,
          by,
          exchange: toExchange(baseUrl, sent, redact, reach),
        })),
  );
  const forms: Forms = { name: 'plain', pathname: { letters: false, end: '' }, hosts: 'any' };
  const most = thorough ? mostSites.thorough : mostSites.standard;
  const room = createRoom(most, () => countMadeSites({ ledger, journal }));
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
        ? room.take(intent === 'valid' || intent === 'probe')
        : () => {},
    patience: { most: settleMs, longest: 0 },
    domain: domains[0],
    forms,
    mark,
    createNames: (place, earlierAttempts) => createNames({ mark, forms }, place, earlierAttempts),
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

/** How many sites a run of these checks creates at most, what a longer list needs included. */
export function countSites(
  checks: readonly Check[],
  { longerList, most }: { longerList: number; most: number },
): number {
  const own = checks.reduce((sum, { creates = 0 }) => sum + creates, 0);
  const used = new Set(checks.flatMap(({ uses = [] }) => uses));
  const shared = sharedSites.filter((name) => used.has(name)).length;
  const needsList = checks.some(
    ({ operation, stage }) => operation === 'listSites' && stage === 'listing',
  );
  return Math.min(most, Math.max(own + shared, needsList ? longerList : 0));
}

/**
 * Keeps what a run creates within its limit, whatever a target accepts: what was created cannot be deleted. Requests that
 * should be refused wait for nothing until one of them is accepted. From then on, each that is under way counts as a record.
 */
interface Room {
  /**
   * Waits until one more record may be created.
   *
   * @param isValid whether the request may succeed
   * @returns what to call once the response is known, with whether it was a success
   * @throws Inconclusive when the limit is reached
   */
  take(isValid: boolean): Promise<(isSuccess: boolean) => void>;
  /** How many records may still be created. */
  left(): number;
}

interface Waiting {
  start(): void;
  end(reason: Inconclusive): void;
}

/** So many requests that should be refused may be under way at the limit, as long as all have been refused. */
const trusted = 8;

/** @param countMade how many records the run has created, as far as it knows */
export function createRoom(most: number, countMade: () => number): Room {
  const underWay = { valid: 0, others: 0 };
  /** Requests let through so far: no more than these can have created anything. */
  let admitted = 0;
  /** Whether a request was accepted that should have been refused. */
  let isStrict = false;
  const valid: Waiting[] = [];
  const others: Waiting[] = [];

  const settle = () => {
    if (valid.length === 0 && others.length === 0) return;
    const made = admitted < most ? 0 : countMade();
    // Without requests under way, nothing will change that.
    if (made >= most && underWay.valid + underWay.others === 0) {
      const reason = `the run has created ${made} sites, as many as it may${isStrict ? '; some of them were created by requests that should have been refused' : ''}`;
      for (const { end } of [...valid.splice(0), ...(isStrict ? others.splice(0) : [])])
        end(new Inconclusive(reason));
    }
    const isFree = (kind: 'valid' | 'others') => {
      if (admitted < most) return true;
      const left = most - made - underWay.valid;
      // A target that refused all of them so far can still be asked when valid requests have used the room up.
      if (kind === 'others' && !isStrict) return underWay.others < Math.max(trusted, left);
      return left > Math.max(0, underWay.others - (isStrict ? 0 : trusted));
    };
    for (;;) {
      const kind = valid.length > 0 && isFree('valid') ? 'valid' : 'others';
      const next = isFree(kind) ? (kind === 'valid' ? valid : others).shift() : undefined;
      if (next === undefined) return;
      admitted += 1;
      underWay[kind] += 1;
      next.start();
    }
  };
  return {
    async take(isValid) {
      await new Promise<void>((start, end) => {
        (isValid ? valid : others).push({ start, end });
        settle();
      });
      return (isSuccess) => {
        underWay[isValid ? 'valid' : 'others'] -= 1;
        isStrict ||= isSuccess && !isValid;
        settle();
      };
    },
    left: () => most - countMade(),
  };
}
