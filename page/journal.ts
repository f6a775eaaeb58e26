import { isRecord, parseJson } from '../contract/resolve-reference.ts';
import { type Fault, locateFault, type RequestEntry } from './api.ts';
import type { Model, Selection } from './model.ts';
import { findHeader, toTarget } from './request.ts';

/** Returns the requests that match the filters, latest first. */
export function filterRequests({
  requests,
  filter,
  session,
}: Pick<Model, 'requests' | 'filter' | 'session'>): RequestEntry[] {
  const text = filter.text.trim().toLowerCase();
  return requests
    .filter(
      (entry) =>
        entry.id <= filter.until &&
        (filter.allSessions || entry.session === session) &&
        (filter.preflights || !isPreflight(entry)) &&
        (filter.operation === '' || entry.operation === filter.operation) &&
        (filter.status === '' || toRange(entry.status) === filter.status) &&
        (text === '' || toSearchedText(entry).includes(text)),
    )
    .reverse();
}

/** Whether a request is a preflight, which browsers send on their own (Fetch Standard, CORS protocol). */
export function isPreflight({ method, request }: RequestEntry): boolean {
  const wanted = findHeader(request.headers, 'access-control-request-method');
  return method === 'OPTIONS' && wanted !== undefined;
}

/** Whether a browser opened the mock, and was redirected to this page. */
export function isVisit({ method, path, status }: RequestEntry): boolean {
  return method === 'GET' && path === '/' && status === 303;
}

/** A request without a response counts as a failure of the server. */
function toRange(status: number): string {
  return status === 0 ? '5xx' : `${Math.floor(status / 100)}xx`;
}

/** Returns all searchable text of a request. */
function toSearchedText(entry: RequestEntry): string {
  const { operation, method, status, faults, request, response } = entry;
  const details = faults.flatMap((fault) => [locateFault(fault), fault.detail]);
  const bodies = [request.body?.text, response.body?.text];
  return [operation, method, toTarget(entry), status, toForce(entry), ...details, ...bodies]
    .join(' ')
    .toLowerCase();
}

/** A cause that is empty, or only a delay, which replaces nothing. */
const isDelay = /^\w+: (?:[^,]*(?:latency|delay)=\d+(?:, )?)*$/;

/** Returns what replaced the response of the operation: a header of the request, or a rule. */
export function toForce({ injected, response }: RequestEntry): string | undefined {
  const preference = findHeader(response.headers, 'preference-applied') ?? '';
  const causes = [`fault: ${injected?.effect ?? ''}`, `Prefer: ${preference}`];
  return causes.find((cause) => !isDelay.test(cause));
}

/** Reads a problem response. Texts are empty and faults missing where another format was chosen. */
export function parseProblem(text = ''): { title: string; detail: string; faults: Fault[] } {
  const problem = parseJson(text);
  const { title = '', detail = '', errors } = isRecord(problem) ? problem : {};
  return {
    title: String(title),
    detail: String(detail),
    faults: Array.isArray(errors) ? errors : [],
  };
}

export function isRefused({ status }: RequestEntry): boolean {
  return status === 0 || status >= 400;
}

/** Adds a request to the selection or removes it. The next range starts at it. */
export function toggleId({ ids }: Selection, id: number): Selection {
  const changed = new Set(ids);
  if (!changed.delete(id)) changed.add(id);
  return { ids: changed, anchor: id };
}

/** Selects the requests between the start of the range and a request, in the order of the list. */
export function selectRange(
  { anchor }: Selection,
  id: number,
  entries: readonly Pick<RequestEntry, 'id'>[],
): Selection {
  const ids = entries.map((entry) => entry.id);
  const start = anchor !== undefined && ids.includes(anchor) ? anchor : id;
  const from = Math.min(ids.indexOf(start), ids.indexOf(id));
  const to = Math.max(ids.indexOf(start), ids.indexOf(id));
  return { ids: new Set(ids.slice(from, to + 1)), anchor: start };
}
