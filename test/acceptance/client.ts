import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import {
  type Answer,
  type RawExchange,
  type RawExchangeOptions,
  rawExchange,
} from '../support/raw-exchange.ts';

export type { Answer };

export interface Sending {
  method?: string;
  /** Path and query, sent as written. */
  path: string;
  /** Headers to add; `null` leaves out one that is sent by default. */
  headers?: Record<string, string | null>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as these bytes, with the JSON media type unless the headers say otherwise. */
  body?: string | Buffer;
  /** Split the body into these pieces with chunked transfer coding. */
  pieces?: readonly string[];
  /** One socket for a series of requests. */
  agent?: Agent;
}

/** Header fields of raw bytes; `null` leaves out a default one, a list repeats it. */
export type RawHeaders = Record<string, string | readonly string[] | null>;

export interface Site {
  id: string;
  name: string;
  hostUrl: string | null;
  apiKey: string;
}

export interface Route {
  id: string;
  pathname: string;
  localizedVariants: { locale: string; pathname: string }[];
}

interface Page {
  data: Site[];
  hasMore: boolean;
}

/** The largest request body that a mock accepts, in bytes. */
export const bodyLimit = 1_048_576;

/** Any UUID is a workspace. */
export const freshWorkspace = randomUUID;
const uniqueName = (): string => `acceptance ${randomUUID()}`;
export const sitesOf = (workspace: string): string => `/v1/workspaces/${workspace}/sites`;
export const routesOf = (siteId: string): string => `/v1/sites/${siteId}/routes`;

/** Describes a response, for messages. */
export const describe = ({ status, text }: Answer): string => `${status} ${text.slice(0, 300)}`;

/** A client of a mock on a socket that shares no code with it. */
export class Client {
  /** The workspace for records that no question counts. */
  readonly workspace = randomUUID();
  readonly url: string;
  readonly key: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(url: string, key: string) {
    this.url = url;
    this.key = key;
  }

  /** Sends a request over node:http and reads the whole response. */
  send(sending: Sending): Promise<Answer> {
    const { method = 'GET', path, json, pieces, agent = this.#agent } = sending;
    const body = json === undefined ? sending.body : JSON.stringify(json);
    const headers: Record<string, string | null> = { authorization: `Bearer ${this.key}` };
    if (body !== undefined || pieces !== undefined) headers['content-type'] = 'application/json';
    if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
    const sent = Object.fromEntries(
      Object.entries({ ...headers, ...sending.headers }).flatMap(([name, value]) =>
        value === null ? [] : [[name, value]],
      ),
    );
    const { hostname, port } = new URL(this.url);
    return new Promise((resolve, reject) => {
      const outgoing = request({ host: hostname, port, method, path, headers: sent, agent });
      outgoing.on('error', reject);
      outgoing.on('response', (incoming) => {
        const received = new Headers();
        const { rawHeaders } = incoming;
        for (let at = 0; at + 1 < rawHeaders.length; at += 2)
          received.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: incoming.statusCode ?? 0, headers: received, text });
        });
      });
      for (const piece of pieces ?? []) outgoing.write(piece);
      outgoing.end(body);
    });
  }

  /** The head of a request with a host and the key; `line` is `METHOD /path` or a whole request line. */
  head(line: string, headers: RawHeaders = {}): string {
    const fields = { Host: new URL(this.url).host, Authorization: `Bearer ${this.key}` };
    const lines = Object.entries({ ...fields, ...headers }).flatMap(([name, value]) =>
      value === null ? [] : [value].flat().map((one) => `${name}: ${one}`),
    );
    return [line.includes(' HTTP/') ? line : `${line} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  }

  /** A whole request with a JSON body of known length. */
  whole(line: string, body: string, headers: RawHeaders = {}): string {
    const fields = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) };
    return this.head(line, { ...fields, ...headers }) + body;
  }

  exchange(
    bytes: Parameters<typeof rawExchange>[1],
    options?: RawExchangeOptions,
  ): Promise<RawExchange> {
    return rawExchange(Number(new URL(this.url).port), bytes, options);
  }

  /** Returns the only response to some bytes; a silent close is an error. */
  async answer(
    bytes: Parameters<typeof rawExchange>[1],
    options?: RawExchangeOptions,
  ): Promise<Answer> {
    const [answer] = (await this.exchange(bytes, options)).answers;
    assert.ok(answer !== undefined, 'the server closed the connection without a response');
    return answer;
  }

  post(path: string, json: unknown): Promise<Answer> {
    return this.send({ method: 'POST', path, json });
  }

  patch(path: string, json: unknown): Promise<Answer> {
    return this.send({ method: 'PATCH', path, json });
  }

  async createSite(body: object = {}, workspace: string = this.workspace): Promise<Site> {
    return expectSite(await this.post(sitesOf(workspace), { name: uniqueName(), ...body }), 201);
  }

  async createRoute(body: object = {}): Promise<Route> {
    const { id } = await this.createSite();
    return expectRoute(await this.post(routesOf(id), { pathname: '/start', ...body }), 201);
  }

  /** Returns the current site: an update without changes returns the record. */
  async readSite(id: string): Promise<Site> {
    return expectSite(await this.patch(`/v1/sites/${id}`, {}), 200);
  }

  async readRoute(id: string): Promise<Route> {
    return expectRoute(await this.patch(`/v1/routes/${id}`, {}), 200);
  }

  async listSites(workspace: string, query = '?limit=100'): Promise<Page> {
    return expectPage(await this.send({ path: sitesOf(workspace) + query }));
  }
}

/** One valid request of an operation. */
export interface Example {
  operationId: string;
  method: string;
  path: string;
  json?: Record<string, unknown>;
  status: number;
}

/** Creates a workspace with a site and a route, and a valid request of each operation for them. */
export async function createExamples(client: Client) {
  const workspace = freshWorkspace();
  const { id } = await client.createSite({ hostUrl: 'https://before.example' }, workspace);
  const localizedVariants = [{ locale: 'en-US', pathname: '/before' }];
  const created = await client.post(routesOf(id), { pathname: '/before', localizedVariants });
  const route = expectRoute(created, 201);
  const name = { name: 'after' };
  const change = { pathname: '/after', localizedVariants: [] };
  const hook = { url: 'https://example.com/hook', eventType: 'page.created' };
  const rows: [string, string, string, number, Record<string, unknown>?][] = [
    ['listSites', 'GET', sitesOf(workspace), 201],
    ['createSite', 'POST', sitesOf(workspace), 201, name],
    ['updateSite', 'PATCH', `/v1/sites/${id}`, 200, name],
    ['duplicateSite', 'POST', `/v1/sites/${id}/duplicate`, 201, name],
    ['createRoute', 'POST', routesOf(id), 201, change],
    ['updateRoute', 'PATCH', `/v1/routes/${route.id}`, 200, change],
    ['createWebhook', 'POST', `/v1/workspaces/${workspace}/webhooks`, 201, hook],
  ];
  return {
    examples: rows.map(([operationId, method, path, status, json]): Example => {
      return { operationId, method, path, status, ...(json && { json }) };
    }),
    /** Returns all readable data: if it is equal before and after, a request had no effect. */
    snapshot: async () => [
      await client.listSites(workspace),
      await client.readSite(id),
      await client.readRoute(route.id),
    ],
  };
}

type Shape = Record<string, (value: unknown) => boolean>;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an object with exactly these fields. */
const fits =
  (shape: Shape) =>
  (value: unknown): boolean =>
    isRecord(value) &&
    Object.keys(value).sort().join() === Object.keys(shape).sort().join() &&
    Object.entries(shape).every(([field, isField]) => isField(value[field]));

const listOf = (isItem: Shape[string]) => (value: unknown) =>
  Array.isArray(value) && value.every(isItem);
const isText = (value: unknown) => typeof value === 'string';
const isUuid = (value: unknown) =>
  isText(value) && /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(String(value));
const isHost = (value: unknown) => value === null || isText(value);

const site = fits({ id: isUuid, name: isText, hostUrl: isHost, apiKey: isUuid });
const variant = fits({ locale: isText, pathname: isText });
const route = fits({ id: isUuid, pathname: isText, localizedVariants: listOf(variant) });
const page = fits({ data: listOf(site), hasMore: (value) => typeof value === 'boolean' });

/** Returns the body of a response, after checking its status, media type and all fields. */
function expectBody(answer: Answer, status: number, isExpected: Shape[string]) {
  assert.equal(answer.status, status, describe(answer));
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json(; ?charset=utf-8)?$/i);
  const body = JSON.parse(answer.text);
  assert.ok(isExpected(body), `unexpected fields: ${describe(answer)}`);
  return body;
}

export const expectSite = (answer: Answer, status: number): Site =>
  expectBody(answer, status, site);
export const expectRoute = (answer: Answer, status: number): Route =>
  expectBody(answer, status, route);
/** The reference documents 201 for listing sites. */
export const expectPage = (answer: Answer): Page => expectBody(answer, 201, page);

/** Checks a refusal: one of the statuses, with matching problem details (RFC 9457). Returns the invalid places. */
export function expectProblem(answer: Answer, ...statuses: readonly number[]): string[] {
  const where = describe(answer);
  assert.ok(statuses.includes(answer.status), `${where}: expected ${statuses.join(' or ')}`);
  assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json(;|$)/i);
  const { type, title, status, errors = [] } = JSON.parse(answer.text);
  assert.ok(URL.canParse(type, 'http://localhost/'), `${where}: type`);
  assert.ok(isText(title) && title !== '', `${where}: title`);
  assert.equal(status, answer.status, `${where}: the status inside differs from the one outside`);
  assert.doesNotMatch(answer.text, /\\n\s+at |node:internal|node_modules/, `${where}: a stack`);
  return errors.map(({ pointer, parameter, header, detail }: Record<string, string>) => {
    assert.ok(isText(detail) && detail !== '', `${where}: an error without a detail`);
    const places = [pointer, parameter, header].filter((place) => place !== undefined);
    assert.equal(places.length, 1, `${where}: an error names one pointer, parameter or header`);
    // The URI fragment form of a JSON Pointer (RFC 6901) means the same as the plain one.
    return decodeURIComponent(String(places[0]).replace(/^#/, ''));
  });
}

/** Expects a refusal with an error at each of these JSON Pointers or parameters. */
export function expectRefusedAt(answer: Answer, ...places: readonly string[]): void {
  const named = expectProblem(answer, ...(places[0]?.startsWith('/') ? [422] : [400]));
  for (const place of places)
    assert.ok(named.includes(place), `no error at ${place}, only at ${named}: ${describe(answer)}`);
}

/** Expects a 401 with a challenge (RFC 9110, 11.6.1). */
export function expectUnauthorized(answer: Answer): void {
  expectProblem(answer, 401);
  assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer\b/i);
}
