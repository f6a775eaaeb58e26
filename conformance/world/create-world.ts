import { randomInt } from 'node:crypto';
import type { Contract } from '../../contract/index.ts';
import { readModel } from '../../contract/resources/read-model.ts';
import { createValues } from '../../contract/values/index.ts';
import { createRedactor } from '../../writers/redact.ts';
import { type RunOptions, runDefaults } from '../options.ts';
import { createHttpClient } from '../runner/client.ts';
import { createExchanges } from '../runner/exchange.ts';
import { createHalt, type Halt } from '../runner/halt.ts';
import type { Intent } from '../runner/journal.ts';
import { isLocal } from '../runner/proxy.ts';
import { createTarget, type Target } from '../runner/target.ts';
import { createCredentials } from './credentials.ts';
import { Lag } from './lag.ts';
import { RefusedFields } from './refused-fields.ts';
import type { World, WorldEntry } from './world.ts';

/** How many records of each resource a run creates at most. */
export const mostRecords = 150;

/** How long a run may delete what it created after its time was over. */
export const cleanUpMs = 30_000;

/** The same world with time to clean up. */
export async function reopenWorld(world: World, options: RunOptions): Promise<World> {
  const halt = createHalt(cleanUpMs);
  return { ...world, halt, target: await openTarget(world.target.baseUrl, halt, options) };
}

function openTarget(baseUrl: string, halt: Halt, options: RunOptions): Promise<Target> {
  const { headers = {}, ca, insecure, proxy, onEvent } = options;
  const { timeoutMs = runDefaults.timeoutMs } = options;
  const { signal } = halt;
  return createTarget({
    baseUrl,
    client: createHttpClient({ baseUrl, headers, ca, insecure, proxy, signal }),
    halt,
    timeoutMs,
    onWait: (reason, milliseconds) => onEvent?.({ type: 'waiting', reason, milliseconds }),
  });
}

/** Creates what the checks of a run share. It sends nothing. */
export async function createWorld(contract: Contract, options: RunOptions): Promise<World> {
  const { baseUrl, apiKey, headers = {}, ca, insecure, thorough = false } = options;
  const { seed = randomInt(2 ** 31) } = options;
  const halt = createHalt(options.maxTimeMs ?? runDefaults.maxTimeMs, options.startedAt);
  const credentials = createCredentials(contract, apiKey, options.auth);
  const secrets = [...credentials.secrets, ...Object.values(headers)];
  const redactor = createRedactor({ secrets, keepsStart: true });
  let count = 0;
  const base = baseUrl.replace(/\/+$/, '');
  const journal: WorldEntry[] = [];
  const show = createExchanges(base, redactor, {
    apiKey,
    secretHeaders: Object.keys(headers),
    certificates: insecure === true ? 'any' : ca === undefined ? 'usual' : 'given',
  });
  return {
    contract,
    model: readModel(contract),
    target: await openTarget(base, halt, options),
    halt,
    values: createValues(contract.document),
    credentials,
    settings: {
      seed,
      mayWrite: (options.allowWrites ?? false) || isLocal(baseUrl),
      isLocal: isLocal(baseUrl),
      thorough,
      parameters: readParameters(options.parameters ?? []),
      include: new Set(options.include ?? []),
      mostRecords,
    },
    inventory: [],
    pending: [],
    undriven: new Map(),
    refused: new RefusedFields(),
    journal,
    record: (entry) => {
      journal.push(entry);
      const { operation, sent, check } = entry;
      options.onExchange?.({
        operation: operation.id,
        intent: toIntent(entry),
        by: check,
        exchange: show(sent),
      });
    },
    lag: new Lag(),
    mark: randomInt(2 ** 24),
    nextNumber: () => {
      count += 1;
      return count;
    },
    redact: redactor.text,
    show,
  };
}

function toIntent({ isValid, isUnauthorised = false }: WorldEntry): Intent {
  if (isUnauthorised) return 'unauthorised';
  return isValid ? 'valid' : 'invalid';
}

function readParameters(pairs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return values;
}
