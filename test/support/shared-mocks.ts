import { afterAll, beforeAll } from '@jest/globals';
import { createMock, defaultApiKey, type MockOptions } from '../../mock/index.ts';
import { createPostgresStore } from '../../mock/postgres/index.ts';
import { describeIf } from './in-ci.ts';
import { findPostgres, startPostgres, type TestPostgres } from './postgres.ts';

export const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
export const sites = `/workspaces/${workspace}/sites`;

/** A site, a list, a route or a problem. */
interface TestBody {
  id: string;
  name: string;
  hostUrl: string;
  detail: string;
  data: { id: string; name: string; hostUrl: string }[];
}

/** Starts a mock on a database. Returns the message of its error, or `it works`. */
export async function tryStore(url: string, schema = 'tried'): Promise<string> {
  const { mock } = createSharedMock(url, schema);
  try {
    await mock.listen();
    return 'it works';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await mock.close();
  }
}

export type SharedMock = ReturnType<typeof createSharedMock>;

/** Creates a mock on a database, and functions that call it. */
export function createSharedMock(
  url: string,
  schema: string,
  options: Omit<MockOptions, 'store'> = {},
) {
  const store = createPostgresStore(url, { schema });
  const mock = createMock({ onError: () => {}, ...options, store });
  const send = async (method: string, path: string, body?: unknown, session?: string) => {
    const response = await mock.fetch(
      new Request(`http://mock/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${defaultApiKey}`,
          ...(session === undefined ? {} : { 'x-mock-session': session }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const json: TestBody = await response.json();
    return { status: response.status, json, headers: response.headers };
  };
  const list = async (session?: string) => {
    const { status, json } = await send('GET', `${sites}?limit=100`, undefined, session);
    return status === 201 ? json.data.map(({ name }) => name) : json;
  };
  let base: Promise<string> | undefined;
  /** Calls the control surface. */
  const control = async (method: string, path: string, body?: unknown) => {
    base ??= mock
      .listen({ port: 0, control: { token: 'test-token' } })
      .then(({ url: baseUrl }) => baseUrl);
    const response = await fetch(`${await base}/__mock/${path}`, {
      method,
      headers: {
        authorization: 'Bearer test-token',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  return { mock, send, list, control };
}

/** Tests that need PostgreSQL. */
export function describePostgres(title: string, define: () => void): void {
  describeIf(findPostgres() !== undefined)(title, define);
}

let schemas = 0;

interface SharedBench {
  /** Creates three mocks on a separate schema. */
  createMocks(options?: Omit<MockOptions, 'store'>): {
    one: SharedMock;
    other: SharedMock;
    third: SharedMock;
    schema: string;
  };
  /** Runs a statement directly on the database. */
  query(text: string): Promise<{ rows: unknown[] }>;
  /** Functions that close additional resources at the end. */
  closing: (() => Promise<void>)[];
}

/** Defines tests of mocks that share a database server, and starts the server for them. */
export function describeSharedMocks(title: string, define: (bench: SharedBench) => void): void {
  describePostgres(title, () => {
    let server: TestPostgres;
    const closing: (() => Promise<void>)[] = [];
    beforeAll(async () => {
      server = await startPostgres(['fsync=off']);
    });
    afterAll(async () => {
      for (const close of closing) await close();
      await server?.close();
    });
    define({
      closing,
      query: async (text) => {
        const { Client } = await import('pg');
        const client = new Client(server.url);
        await client.connect();
        return client.query(text).finally(() => client.end());
      },
      createMocks: (options) => {
        schemas += 1;
        const schema = `test_${schemas}`;
        const create = (): SharedMock => {
          const mock = createSharedMock(server.patientUrl, schema, options);
          closing.push(mock.mock.close);
          return mock;
        };
        return { one: create(), other: create(), third: create(), schema };
      },
    });
  });
}
