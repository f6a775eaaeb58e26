import { randomInt } from 'node:crypto';
import type { Contract } from '../../contract/index.ts';
import { readModel } from '../../contract/resources/read-model.ts';
import { createValues } from '../../contract/values/index.ts';
import { createRedactor } from '../../writers/redact.ts';
import { type RunOptions, runDefaults } from '../options.ts';
import { createHttpClient } from '../runner/client.ts';
import { createExchanges } from '../runner/exchange.ts';
import { createHalt } from '../runner/halt.ts';
import { isLocal } from '../runner/proxy.ts';
import { createTarget } from '../runner/target.ts';
import { createCredentials } from './credentials.ts';
import { Lag } from './lag.ts';
import type { World } from './world.ts';

/** How many records of each resource a run creates at most. */
export const mostRecords = 150;

/** Creates what the checks of a run share. It sends nothing. */
export async function createWorld(contract: Contract, options: RunOptions): Promise<World> {
  const { baseUrl, apiKey, headers = {}, ca, insecure, proxy, thorough = false } = options;
  const { seed = randomInt(2 ** 31), timeoutMs = runDefaults.timeoutMs, onEvent } = options;
  const halt = createHalt(options.maxTimeMs ?? runDefaults.maxTimeMs, options.startedAt);
  const credentials = createCredentials(contract, apiKey, options.auth);
  const secrets = [...credentials.secrets, ...Object.values(headers)];
  const redactor = createRedactor({ secrets, keepsStart: true });
  const base = baseUrl.replace(/\/+$/, '');
  return {
    contract,
    model: readModel(contract),
    target: await createTarget({
      baseUrl: base,
      client: createHttpClient({
        baseUrl: base,
        headers,
        ca,
        insecure,
        proxy,
        signal: halt.signal,
      }),
      halt,
      timeoutMs,
      onWait: (reason, milliseconds) => onEvent?.({ type: 'waiting', reason, milliseconds }),
    }),
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
    undriven: new Map(),
    journal: [],
    lag: new Lag(),
    mark: randomInt(2 ** 24),
    redact: redactor.text,
    show: createExchanges(base, redactor, {
      apiKey,
      secretHeaders: Object.keys(headers),
      certificates: insecure === true ? 'any' : ca === undefined ? 'usual' : 'given',
    }),
  };
}

function readParameters(pairs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) values.set(name, [...(values.get(name) ?? []), value]);
  return values;
}
