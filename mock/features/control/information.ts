import { createHash } from 'node:crypto';
import {
  type Contract,
  listAssumptions,
  type OpenApiDocument,
  contract as shipped,
} from '../../../contract/index.ts';
import { requirements } from '../../../generated/requirements.js';
import { version } from '../../../generated/version.js';
import type { Middleware } from '../../middleware.ts';
import { defaultApiKey } from '../../mock-options.ts';
import type { SharingMetric } from '../../sharing.ts';
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
  core: { core, sessions, listSessions, pipeline, sharing, isDraining },
}: ControlContext): ControlHandlers<
  'getHealth' | 'getReadiness' | 'readMetrics' | 'getInfo' | 'listAssumptions' | 'readContract'
> {
  const metrics = new Metrics();
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
      return toOk(listSessions(), (all) => ({
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
        // A custom key is a secret: it must not appear in a command that users share.
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
      }));
    },
    listAssumptions: () => ({
      status: 200,
      body: { data: toAssumptions(core.contract.document), documented: listDocumented() },
    }),
    readContract: () => ({ status: 200, body: { ...core.contract.document } }),
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

/** Handlers for the page and its files. They contain no data, and are the only responses without a token. */
export const pageHandlers: ControlHandlers<'readPage' | 'readDocs' | 'readAsset'> = {
  readPage: ({ head }) => answerFile('page.html', head.header('if-none-match')),
  readDocs: ({ head }) => answerFile('docs.html', head.header('if-none-match')),
  readAsset: ({ head, parameters }) => answerFile(parameters.name, head.header('if-none-match')),
};

async function answerFile(name: string, known = ''): Promise<FileResult | ControlRefusal> {
  // Loaded on the first request for the page.
  const { pageHeaders, readPageFile } = await import('./read-page-file.ts');
  const file = await readPageFile(name);
  if (file === undefined) return new ControlRefusal('not-found', `The page has no file ${name}.`);
  const { mediaType, content, tag } = file;
  return new FileResult(mediaType, content, {
    status: isKnown(tag, known) ? 304 : 200,
    headers: [...pageHeaders, 'ETag', tag],
  });
}

/** Whether an `If-None-Match` header contains this tag (RFC 9110, section 13.1.2). */
function isKnown(tag: string, known: string): boolean {
  return known.split(',').some((each) => ['*', tag, `W/${tag}`].includes(each.trim()));
}

/** The upper bounds of the latency histogram, in seconds. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series {
  operation: string;
  status: number;
  count: number;
  seconds: number;
  /** Number of requests in each bucket of the histogram. */
  buckets: number[];
}

/**
 * Counts requests, and writes the metrics in the text format of Prometheus (0.0.4). Labels contain only operations and
 * statuses, so clients cannot create more series.
 */
class Metrics {
  readonly #all = new Map<string, Series>();

  readonly middleware: Middleware = {
    onSent: ({ reply: { operation = 'none', status, delayMs = 0 }, durationMs }) => {
      const key = `${operation} ${status}`;
      let series = this.#all.get(key);
      if (series === undefined) {
        series = { operation, status, count: 0, seconds: 0, buckets: bounds.map(() => 0) };
        this.#all.set(key, series);
      }
      const seconds = (durationMs + delayMs) / 1000;
      series.count += 1;
      series.seconds += seconds;
      const at = bounds.findIndex((bound) => seconds <= bound);
      if (at >= 0) series.buckets[at] = (series.buckets[at] ?? 0) + 1;
    },
  };

  toText(others: readonly SharingMetric[]): string {
    const series = [...this.#all.values()];
    return [
      '# HELP site_contract_requests_total Requests to the service by operation and status.',
      '# TYPE site_contract_requests_total counter',
      ...series.map((each) => `site_contract_requests_total${toLabels(each)} ${each.count}`),
      '# HELP site_contract_request_duration_seconds From the head of a request to its reply.',
      '# TYPE site_contract_request_duration_seconds histogram',
      ...series.flatMap(toHistogram),
      ...others.flatMap(({ name, kind, help, value }) => [
        `# HELP site_contract_${name} ${help}`,
        `# TYPE site_contract_${name} ${kind}`,
        `site_contract_${name} ${value}`,
      ]),
      '',
    ].join('\n');
  }
}

function toHistogram(series: Series): string[] {
  const name = 'site_contract_request_duration_seconds';
  let below = 0;
  return [
    ...bounds.map((bound, at) => {
      below += series.buckets[at] ?? 0;
      return `${name}_bucket${toLabels(series, bound)} ${below}`;
    }),
    `${name}_bucket${toLabels(series, '+Inf')} ${series.count}`,
    `${name}_sum${toLabels(series)} ${series.seconds}`,
    `${name}_count${toLabels(series)} ${series.count}`,
  ];
}

function toLabels({ operation, status }: Series, bound?: number | string): string {
  const last = bound === undefined ? '' : `,le="${bound}"`;
  return `{operation="${operation}",status="${status}"${last}}`;
}
