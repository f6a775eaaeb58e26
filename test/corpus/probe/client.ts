import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface ProbeAnswer {
  /** 0 for a lost connection, -1 for a timeout. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Number of interim responses (1xx) before it. */
  readonly interim: number;
}

export interface ProbeRequest {
  readonly authorization?: string | undefined;
  /** Sent as JSON, unless it is a Buffer. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends requests to one target. Returns any outcome, and never throws. */
export interface ProbeClient {
  readonly url: string;
  readonly apiKey: string;
  readonly workspaceIds: readonly [string, string];
  call: (method: string, path: string, options?: ProbeRequest) => Promise<ProbeAnswer>;
  close: () => void;
}

export interface ProbeTarget {
  readonly url: string;
  readonly apiKey: string;
  readonly workspaceIds: readonly [string, string];
  /** The timeout of a response, in milliseconds. Default: 700. */
  readonly patience?: number;
}

/** Targets run in this process, so only its running time counts: a pause counts as one interval. */
const step = 10;

function toBytes(body: unknown): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body;
  return Buffer.from(JSON.stringify(body));
}

export function createProbeClient(target: ProbeTarget): ProbeClient {
  const agent = new Agent({ keepAlive: true });
  // A URL would remove the dot segments of a path.
  const basePath = new URL(target.url).pathname.replace(/\/$/, '');
  const { url, apiKey, workspaceIds, patience = 700 } = target;
  const call = (method: string, path: string, options: ProbeRequest = {}): Promise<ProbeAnswer> => {
    const bytes = toBytes(options.body);
    const authorization = 'authorization' in options ? options.authorization : `Bearer ${apiKey}`;
    const headers = {
      ...(authorization === undefined ? {} : { authorization }),
      ...(bytes ? { 'content-type': 'application/json' } : {}),
      ...(bytes && !options.headers?.['transfer-encoding']
        ? { 'content-length': bytes.length }
        : {}),
      ...options.headers,
    };
    return new Promise((resolve) => {
      let interim = 0;
      let waited = 0;
      const timer = setInterval(() => {
        waited += step;
        if (waited < patience) return;
        clearInterval(timer);
        resolve({ status: -1, headers: {}, text: '', interim });
        outgoing.destroy();
      }, step);
      const fail = (): void => {
        clearInterval(timer);
        resolve({ status: 0, headers: {}, text: '', interim });
      };
      const outgoing = request(
        url,
        { path: `${basePath}${path}`, method, headers, agent },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', fail);
          incoming.on('end', () => {
            clearInterval(timer);
            const text = Buffer.concat(chunks).toString('latin1');
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, interim });
          });
        },
      );
      outgoing.on('information', () => {
        interim += 1;
      });
      outgoing.on('error', fail);
      outgoing.end(bytes);
    });
  };
  return { url, apiKey, workspaceIds, call, close: () => agent.destroy() };
}
