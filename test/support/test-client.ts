import { defaultApiKey, type MockReply, type WholeRequest } from '../../mock/index.ts';

export const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
export const otherWorkspace = '16fd2706-8baf-433b-82eb-8c7fada847da';

export const sitesOf = (id: string = workspace): string => `/v1/workspaces/${id}/sites`;
export const webhooksOf = (id: string = workspace): string => `/v1/workspaces/${id}/webhooks`;

export interface TestReply {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  text: string | undefined;
  /** The body as JSON, or undefined if it is not JSON. */
  json: unknown;
}

export interface Sent {
  /** Sent as JSON. */
  json?: unknown;
  /** Sent unchanged. */
  body?: string | Uint8Array;
  /** Headers by lower-case name; an empty string omits a default one. */
  headers?: Record<string, string>;
}

interface Handles {
  handle(request: WholeRequest): Promise<MockReply>;
}

/** Calls a mock without a socket, with the key, as `METHOD /path?query`. */
export async function call(mock: Handles, line: string, sent: Sent = {}): Promise<TestReply> {
  const [method = '', target = ''] = line.split(' ');
  const [path = '', query = ''] = target.split('?');
  const body = toBytes(sent);
  const headers: Record<string, string> = {
    authorization: `Bearer ${defaultApiKey}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...sent.headers,
  };
  const header = (name: string) => headers[name] || undefined;
  const listHeaders = () => Object.entries(headers).flat();
  return toTestReply(await mock.handle({ method, path, query, header, listHeaders, body }));
}

function toBytes({ json, body }: Sent): Uint8Array | undefined {
  if (json !== undefined) return new TextEncoder().encode(JSON.stringify(json));
  return typeof body === 'string' ? new TextEncoder().encode(body) : body;
}

function toTestReply({ status, headers, body }: MockReply): TestReply {
  const byName: Record<string, string> = {};
  for (let at = 0; at + 1 < headers.length; at += 2) {
    byName[(headers[at] ?? '').toLowerCase()] = headers[at + 1] ?? '';
  }
  return { status, headers: byName, text: body, json: parse(body) };
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
