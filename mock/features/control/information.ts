import { createHash } from 'node:crypto';
import {
  type Contract,
  listAssumptions,
  type OpenApiDocument,
  contract as shipped,
} from '../../../contract/index.ts';
import { requirements } from '../../../generated/requirements.js';
import { version } from '../../../generated/version.js';
import type { MockRequest } from '../../handler.ts';
import { defaultApiKey } from '../../mock-options.ts';
import {
  type ControlContext,
  type ControlHandlers,
  ControlRefusal,
  type ControlSchemas,
  FileResult,
  toOk,
} from './control-operation.ts';

/** Handlers that describe the running mock and its assumptions. */
export function createInformationHandlers({
  core: { core, sessions, store, metrics, isDraining, startedAt },
}: ControlContext): ControlHandlers<
  'getHealth' | 'getReadiness' | 'readMetrics' | 'getInfo' | 'listAssumptions' | 'readContract'
> {
  return {
    getHealth: async () => toOk({ status: 'ok' }),
    getReadiness: async () => {
      const fault = isDraining() ? 'the mock is stopping' : store.fault;
      if (fault === undefined) return toOk({ status: 'ok' });
      return new ControlRefusal('unavailable', `Do not send requests: ${fault}.`, {
        headers: ['Retry-After', '1'],
      });
    },
    readMetrics: async () =>
      new FileResult(
        'text/plain; version=0.0.4; charset=utf-8',
        metrics.toText(store.fault === undefined),
      ),
    getInfo: async ({ baseUrl, session }) => {
      const { contract, apiKeys, workspaces } = core;
      return toOk({
        name: 'site-contract',
        version,
        contractTitle: contract.document.info.title,
        contractVersion: contract.version,
        contractHash: hash(contract),
        seed: sessions.seedOf(session),
        uptimeMs: Date.now() - startedAt,
        startedAt: new Date(startedAt).toISOString(),
        baseUrl,
        apiKeys: [...apiKeys],
        // A custom key is a secret: it must not appear in a command that users share.
        shownApiKey: apiKeys[0] === defaultApiKey ? defaultApiKey : '$API_KEY',
        workspaces: [...workspaces],
        sessions: (await store.listSessions()).map(({ name }) => name),
        operations: contract.operations.map(({ id, method, path, summary }) => ({
          id,
          method,
          path,
          summary,
        })),
        eventTypes: Object.keys(contract.document.webhooks ?? {}),
      });
    },
    listAssumptions: async () =>
      toOk({ data: toAssumptions(core.contract.document), documented: listDocumented() }),
    readContract: async () => toOk({ ...core.contract.document }),
  };
}

function hash({ document }: Contract): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('hex');
}

/** Values and reasons that differ from those of the included contract were observed. */
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

/** Returns the name of a file of the page; undefined for other paths. */
export function toPageFile({ method, path }: MockRequest): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (path === '/__mock/') return 'page.html';
  if (path === '/__mock/docs') return 'docs.html';
  return /^\/__mock\/assets\/([^/]+)$/.exec(path)?.[1];
}

/** Reads a file of the page. The files contain no data, and are the only responses without a token. */
export async function readPage(
  name: string,
  request: MockRequest,
): Promise<FileResult | ControlRefusal> {
  if (!/^[a-z][\w.-]*$/i.test(name))
    return new ControlRefusal('invalid-parameter', 'The name of a file of the page is not valid.');
  // Loaded on the first request for the page.
  const { pageHeaders, readPageFile } = await import('./read-page-file.ts');
  const file = await readPageFile(name);
  if (file === undefined) return new ControlRefusal('not-found', `The page has no file ${name}.`);
  const { mediaType, content, tag } = file;
  return new FileResult(mediaType, content, {
    status: isKnown(tag, request.header('if-none-match') ?? '') ? 304 : 200,
    headers: [...pageHeaders, 'ETag', tag],
  });
}

/** Whether an `If-None-Match` header contains this tag (RFC 9110, section 13.1.2). */
function isKnown(tag: string, known: string): boolean {
  return known.split(',').some((each) => ['*', tag, `W/${tag}`].includes(each.trim()));
}
