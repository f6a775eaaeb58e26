import { randomInt } from 'node:crypto';
import { runDefaults } from '../../conformance/options.ts';
import { createHttpClient } from '../../conformance/runner/client.ts';
import { createExchanges } from '../../conformance/runner/exchange.ts';
import { createHalt, type Halt } from '../../conformance/runner/halt.ts';
import { createJournal, type Journal } from '../../conformance/runner/journal.ts';
import { createProbes } from '../../conformance/runner/probes.ts';
import { isLocal } from '../../conformance/runner/proxy.ts';
import { createTarget, type Target } from '../../conformance/runner/target.ts';
import type { Contract } from '../../contract/index.ts';
import { createRedactor } from '../../writers/redact.ts';
import { domains } from './data/fresh-body.ts';
import { SiteBudget } from './model/budget.ts';
import { createLedger } from './model/ledger.ts';
import { createNames, type Forms, matchNames } from './model/names.ts';
import { type Run, settleMs } from './model/scope.ts';
import { createStrayCounter } from './model/strays.ts';
import type { RunOptions } from './options.ts';

/** Maximum length of a text from the target in reports. */
const mostCharacters = 20_000;

/** Creates the state that all checks of a run share. Sends nothing. */
export async function createRun(contract: Contract, options: RunOptions): Promise<Run> {
  const { baseUrl, apiKey, headers = {}, thorough = false, allowWrites = false } = options;
  const { workspace, otherWorkspace, seed = randomInt(2 ** 31) } = options;
  const halt = createHalt(options.maxTimeMs ?? runDefaults.maxTimeMs, options.startedAt);
  const secrets = [apiKey, ...Object.values(headers)];
  const redactor = createRedactor({ secrets, keepsStart: true });
  const show = createExchanges(baseUrl, redactor, {
    apiKey,
    secretHeaders: Object.keys(headers),
    certificates: nameCertificates(options),
  });
  const mark = randomInt(2 ** 32);
  const ownNames = matchNames(mark);
  const forms: Forms = { name: 'plain', pathname: { letters: false, end: '' }, hosts: 'any' };
  const run: Run = {
    contract,
    target: await openTarget(options, halt),
    halt,
    probes: createProbes(thorough),
    uses: new Set(),
    interrupted: new Map(),
    journal: openJournal(options, show),
    ledger: createLedger(),
    options: { apiKey, workspace, otherWorkspace, seed, thorough },
    mayWrite: allowWrites || isLocal(baseUrl),
    budget: new SiteBudget(createStrayCounter(() => run)),
    patience: { most: settleMs, longest: 0 },
    domain: domains[0],
    forms,
    mark,
    createNames: (checkIndex) => createNames({ mark, forms }, checkIndex),
    isOwnName: (name) => name.search(ownNames) !== -1,
    credential: { value: `Bearer ${apiKey}` },
    redact: (text) => redactor.excerpt(text, mostCharacters),
    share: createSharing(),
    show,
  };
  return run;
}

/** Which certificates a run accepts, for the commands that repeat its requests. */
function nameCertificates({ insecure, ca }: RunOptions): 'any' | 'usual' | 'given' {
  if (insecure === true) return 'any';
  return ca === undefined ? 'usual' : 'given';
}

function openTarget(options: RunOptions, halt: Halt): Promise<Target> {
  const { baseUrl, headers = {}, ca, insecure, proxy, onEvent } = options;
  return createTarget({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    client: createHttpClient({ baseUrl, headers, ca, insecure, proxy, signal: halt.signal }),
    halt,
    timeoutMs: options.timeoutMs ?? runDefaults.timeoutMs,
    onWait: (reason, milliseconds) => onEvent?.({ type: 'waiting', reason, milliseconds }),
  });
}

function openJournal({ onExchange }: RunOptions, show: Run['show']): Journal {
  if (onExchange === undefined) return createJournal();
  return createJournal(({ operation, intent, by, sent }) =>
    onExchange({ operation: operation.id, intent, by, exchange: show(sent) }),
  );
}

/** Creates the function that makes each shared value once. */
function createSharing(): Run['share'] {
  const shared = new Map<string, Promise<unknown>>();
  return <T>(name: string, make: () => Promise<T>): Promise<T> => {
    const value = shared.get(name) ?? make();
    shared.set(name, value);
    return value as Promise<T>;
  };
}
