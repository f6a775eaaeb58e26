import { randomUUID } from 'node:crypto';
import type { ProbeAnswer, ProbeClient, ProbeRequest } from '../client.ts';

/** One part of the script: sends requests, and yields the responses. */
export type ScriptPart = (session: Session) => AsyncGenerator<ProbeAnswer>;

/** Short names for the calls in the script. */
export interface Session {
  readonly client: ProbeClient;
  readonly home: string;
  readonly other: string;
  sites: (workspaceId?: string) => string;
  hooks: (workspaceId?: string) => string;
  list: (query?: string, workspaceId?: string) => Promise<ProbeAnswer>;
  post: (path: string, body?: unknown, rest?: ProbeRequest) => Promise<ProbeAnswer>;
  patch: (path: string, body: unknown) => Promise<ProbeAnswer>;
}

export function createSession(client: ProbeClient): Session {
  const [home, other] = client.workspaceIds;
  const sites = (workspaceId = home): string => `/v1/workspaces/${workspaceId}/sites`;
  return {
    client,
    home,
    other,
    sites,
    hooks: (workspaceId = home) => `/v1/workspaces/${workspaceId}/webhooks`,
    list: (query = '', workspaceId = home) => client.call('GET', `${sites(workspaceId)}${query}`),
    post: (path, body, rest = {}) => client.call('POST', path, { body, ...rest }),
    patch: (path, body) => client.call('PATCH', path, { body }),
  };
}

/** Returns the id in a response, or an unknown id. */
export function readId(answer: ProbeAnswer): string {
  return answer.text.match(/"id":"([0-9a-f-]{36})"/i)?.[1] ?? randomUUID();
}

/** Returns all ids in a response, in any form. */
export const readIds = (answer: ProbeAnswer): readonly string[] =>
  [...answer.text.matchAll(/"id":"([^"]+)"/g)].map((match) => match[1] ?? '');
