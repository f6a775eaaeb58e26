import type { components } from '../generated/control-types.ts';

/** The schemas of the control surface. */
export type Schemas = components['schemas'];
export type Info = Schemas['Info'];
export type RecordItem = Schemas['RecordList']['data'][number];
export type State = Schemas['State'];
export type RequestEntry = Schemas['RequestEntry'];
export type Fault = Schemas['Fault'];
export type FaultRule = Schemas['FaultRule'];
export type Delivery = Schemas['Delivery'];
export type StateChange = Schemas['StateChange'];
export type StateEdit = Schemas['StateEdit'];

/** A refusal by the control surface. */
export class Refused extends Error {
  readonly status: number;
  readonly faults: readonly Fault[];

  constructor(status: number, { title, detail, errors = [] }: Partial<Schemas['Problem']>) {
    super(detail ?? title ?? `Status ${status}`);
    this.status = status;
    // Of one edit, relative to its resource.
    this.faults = errors.map(({ pointer, ...fault }) => ({
      ...fault,
      ...(pointer !== undefined && { pointer: pointer.replace(/^\/edits\/0\/value/, '') }),
    }));
  }
}

/** The JSON Pointer, or the name of the parameter or header, that a fault is about. */
export function locateFault({ pointer, parameter, header }: Fault): string {
  const field = pointer ?? parameter;
  return field ?? header ?? '';
}

/**
 * Calls the control surface with the current token and session. Addresses are relative to the page, which may have a
 * base path.
 */
export interface Api {
  /** @throws Refused when the control surface refuses the request */
  call<Result = void>(method: string, path: string, body?: unknown): Promise<Result>;
  /** Opens the stream of events, and yields for each of them, or for several. */
  follow(): Promise<AsyncIterable<unknown>>;
}

export function createApi(read: () => { token: string; session: string }): Api {
  const ask = async (path: string, headers: HeadersInit, init?: RequestInit): Promise<Response> => {
    const authorization = `Bearer ${read().token}`;
    const response = await fetch(`.${path}`, { ...init, headers: { ...headers, authorization } });
    if (response.ok) return response;
    throw new Refused(response.status, await response.json().catch(() => ({})));
  };
  return {
    call: async (method, path, body) => {
      const text = body === undefined ? null : JSON.stringify(body);
      const type = text === null ? {} : { 'content-type': 'application/json' };
      const headers = { 'x-mock-session': read().session, ...type };
      const response = await ask(path, headers, { method, body: text });
      return response.status === 204 ? undefined : response.json();
    },
    follow: async () => readChunks((await ask('/requests/stream', {})).body),
  };
}

/** `EventSource` cannot send a token in a header, and not all browsers can iterate over a stream. */
async function* readChunks(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value;
}

/**
 * Returns the base URL of the service, relative to that of the page. The mock does not know it: a proxy may have
 * another scheme, host and prefix.
 */
export function toBaseUrl({ origin, pathname }: Pick<Location, 'origin' | 'pathname'>): string {
  return origin + pathname.replace(/\/__mock\/.*$/, '');
}
