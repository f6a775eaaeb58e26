import { createHash } from 'node:crypto';
import {
  type Contract,
  listAssumptions,
  type OpenApiDocument,
  contract as shipped,
} from '../../../contract/index.ts';
import { requirements } from '../../../generated/requirements.js';
import { version } from '../../../generated/version.js';
import { defaultApiKey } from '../../mock-options.ts';
import { whenAnswered } from '../../store/answer.ts';
import { createMetrics } from '../metrics/create-metrics.ts';
import type { ControlContext } from './control-context.ts';
import { FileResult } from './control-reply.ts';
import { type ControlHandlers, ControlRefusal, type ControlSchemas } from './operation-types.ts';

/** What runs, and what it assumes. */
export function createInformationHandlers({
  core: { core, sessions, listSessions, pipeline, sharing, isDraining },
}: ControlContext): ControlHandlers<
  'getHealth' | 'getReadiness' | 'readMetrics' | 'getInfo' | 'listAssumptions' | 'readContract'
> {
  const metrics = createMetrics();
  pipeline.use('metrics', metrics.middleware);
  return {
    getHealth: () => ({ status: 200, body: { status: 'ok' } }),
    getReadiness: () => {
      const fault = isDraining() ? 'the mock is stopping' : sharing?.fault;
      if (fault === undefined) return { status: 200, body: { status: 'ok' } };
      return new ControlRefusal('unavailable', `Do not send requests: ${fault}.`, {
        headers: ['Retry-After', '1'],
      });
    },
    readMetrics: () =>
      new FileResult(
        'text/plain; version=0.0.4; charset=utf-8',
        metrics.toText(sharing?.readMetrics() ?? []),
      ),
    getInfo: ({ baseUrl, session }) => {
      const { contract, apiKeys, workspaces } = core;
      return whenAnswered(listSessions(), (all) => ({
        status: 200 as const,
        body: {
          name: 'site-contract',
          version,
          contractTitle: contract.document.info.title,
          contractVersion: contract.version,
          contractHash: hash(contract),
          seed: session.seed,
          uptimeMs: Date.now() - sessions.default.createdAt,
          startedAt: new Date(sessions.default.createdAt).toISOString(),
          baseUrl,
          apiKeys: [...apiKeys],
          // A chosen key is a secret: it must not appear in a command that users share.
          shownApiKey: apiKeys[0] === defaultApiKey ? defaultApiKey : '$API_KEY',
          workspaces: [...workspaces],
          sessions: all.map(({ name }) => name),
          operations: contract.operations.map(({ id, method, path, summary }) => ({
            id,
            method,
            path,
            summary,
          })),
          eventTypes: Object.keys(contract.document.webhooks ?? {}),
        },
      }));
    },
    listAssumptions: () => ({
      status: 200,
      body: { data: toAssumptions(core.contract.document), documented: listDocumented() },
    }),
    readContract: () => ({ status: 200, body: { ...core.contract.document } }),
  };
}

const hashes = new WeakMap<Contract, string>();

function hash(contract: Contract): string {
  const known = hashes.get(contract);
  if (known !== undefined) return known;
  const made = createHash('sha256').update(JSON.stringify(contract.document)).digest('hex');
  hashes.set(contract, made);
  return made;
}

/** A value or reason that differs from the included contract was observed somewhere. */
function toAssumptions(document: OpenApiDocument): ControlSchemas['Assumption'][] {
  return listAssumptions(document).map((assumption) => {
    const { id, question, section, value, known, open, reason } = assumption;
    const ours = shipped.document['x-assumptions'][id];
    const isOurs = ours?.value === value && ours.reason === reason;
    return {
      id,
      question,
      section,
      value,
      known,
      ...(open === undefined ? {} : { open }),
      reason,
      source: isOurs ? 'assumed' : 'observed',
    };
  });
}

function listDocumented(): ControlSchemas['Requirement'][] {
  return Object.entries(requirements).map(([id, { level, statement, section }]) => ({
    id,
    level,
    statement,
    section,
  }));
}
