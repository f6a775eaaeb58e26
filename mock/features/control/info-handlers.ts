import { createHash } from 'node:crypto';
import {
  type Assumption,
  type Contract,
  listAssumptions,
  listGeneralAssumptions,
  contract as shipped,
} from '../../../contract/index.ts';
import { toModelJson } from '../../../contract/resources/model-json.ts';
import { readModel } from '../../../contract/resources/read-model.ts';
import type { components } from '../../../generated/control-types.ts';
import { version } from '../../../generated/version.js';
import { defaultApiKey } from '../../http/security.ts';
import { findService, toKnownInfo } from '../../known-services.ts';
import { Refusal } from '../../refusal.ts';
import type { ControlHandlers } from './control-handler.ts';
import type { ControlledMock } from './controlled-mock.ts';

/** Whether the mock serves, what it is, and what its contract says. */
export function createInfoHandlers(
  mock: ControlledMock,
): ControlHandlers<
  | 'getHealth'
  | 'getReadiness'
  | 'readMetrics'
  | 'getInfo'
  | 'listAssumptions'
  | 'readContract'
  | 'readResources'
> {
  const { store, sessions, metrics } = mock;
  return {
    getHealth: async () => ({ status: 'ok' }),
    getReadiness: async () => {
      const fault = mock.isDraining() ? 'the mock is stopping' : store.fault;
      if (fault !== undefined)
        throw new Refusal('unavailable', `Do not send requests: ${fault}.`, {
          headers: ['Retry-After', '1'],
        });
      return { status: 'ok' };
    },
    readMetrics: async () => metrics.write(store.fault === undefined),
    getInfo: async ({ baseUrl, session }) => ({
      ...toContractInfo(mock.readContract()),
      ...toMockInfo(mock),
      baseUrl,
      seed: sessions.seedOf(session),
      sessions: (await store.listSessions()).map(({ name }) => name),
    }),
    listAssumptions: async () => {
      const contract = mock.readContract();
      const service = findService(contract);
      const requirements = service?.requirements ?? {};
      const documented = Object.entries(requirements).map(([id, { level, statement, section }]) => {
        return { id, level, statement, section };
      });
      const list = service === undefined ? listGeneralAssumptions : listAssumptions;
      return { data: list(contract.document).map(toAssumption), documented };
    },
    readContract: async () => ({ ...mock.readContract().document }),
    readResources: async () => ({ ...toModelJson(readModel(mock.readContract())) }),
  };
}

function toMockInfo({ apiKeys, facts, startedAt }: ControlledMock) {
  return {
    name: 'site-contract' as const,
    version,
    uptimeMs: Date.now() - startedAt,
    startedAt: new Date(startedAt).toISOString(),
    apiKeys: [...apiKeys],
    // A custom key is a secret: it must not appear in a command that users share.
    shownApiKey: apiKeys[0] === defaultApiKey ? defaultApiKey : '$API_KEY',
    ...toKnownInfo(facts),
  };
}

function toContractInfo(contract: Contract) {
  const { document, version: contractVersion, operations } = contract;
  return {
    contractTitle: document.info.title,
    contractVersion,
    contractHash: hash(contract),
    isBuiltIn: findService(contract) !== undefined,
    operations: operations.map(({ id, method, path, summary }) => ({ id, method, path, summary })),
    eventTypes: Object.keys(document.webhooks ?? {}),
  };
}

function hash({ document }: Contract): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('hex');
}

/** Values and reasons that differ from those of the included contract were observed. */
function toAssumption(assumption: Assumption): components['schemas']['Assumption'] {
  const { id, question, section, value, known, open, reason } = assumption;
  const ours = shipped.document['x-assumptions'][id];
  const source = ours?.value === value && ours.reason === reason ? 'assumed' : 'observed';
  const openness = open === undefined ? {} : { open };
  return { id, question, section, value, known, ...openness, reason, source };
}
