import { isRecord, parseJson } from '../contract/resolve-reference.ts';
import type { RequestEntry } from './api.ts';
import { rememberEach, rememberLast } from './browser.ts';
import type { Model, RequestFilter } from './model.ts';

/** Returns the requests that match the filters, latest first. */
export function filterRequests(
  model: Pick<
    Model,
    'requests' | 'filter' | 'allSessions' | 'session' | 'pausedAt' | 'showsPreflights'
  >,
): readonly RequestEntry[] {
  const { requests, filter, allSessions, session, pausedAt, showsPreflights } = model;
  return findRequests(requests, filter, allSessions, session, pausedAt, showsPreflights);
}

const findRequests = rememberLast(
  (
    requests: readonly RequestEntry[],
    filter: RequestFilter,
    allSessions: boolean,
    session: string,
    pausedAt: number | undefined,
    showsPreflights: boolean,
  ): readonly RequestEntry[] => {
    const text = filter.text.trim().toLowerCase();
    return requests
      .filter(
        (entry) =>
          (pausedAt === undefined || entry.id <= pausedAt) &&
          (allSessions || entry.session === session) &&
          (showsPreflights || !isPreflight(entry)) &&
          (filter.operation === '' || entry.operation === filter.operation) &&
          (filter.status === '' || toRange(entry.status) === filter.status) &&
          (text === '' || toText(entry).includes(text)),
      )
      .reverse();
  },
);

/** Whether a request is a preflight, which browsers send on their own (Fetch Standard, CORS protocol). */
export function isPreflight({ method, request }: RequestEntry): boolean {
  return (
    method === 'OPTIONS' &&
    request.headers.some(({ name }) => name.toLowerCase() === 'access-control-request-method')
  );
}

export const countPreflights = rememberLast(
  (requests: readonly RequestEntry[]) => requests.filter(isPreflight).length,
);

/** Whether a browser opened the mock, and was redirected to this page. */
export function isVisit({ method, path, status }: RequestEntry): boolean {
  return method === 'GET' && path === '/' && status === 303;
}

/** Returns what replaced the response of the operation: a header of the request, or a rule. */
export function toForce({ injected, response }: RequestEntry): string | undefined {
  if (injected !== undefined) return `fault: ${injected.effect}`;
  const applied = response.headers.find(({ name }) => name.toLowerCase() === 'preference-applied');
  return applied === undefined ? undefined : `Prefer: ${applied.value}`;
}

/** A request without a response counts as a failure of the server. */
function toRange(status: number): string {
  return status === 0 ? '5xx' : `${Math.floor(status / 100)}xx`;
}

/** Returns all searchable text of a request. */
const toText = rememberEach((entry: RequestEntry): string => {
  const { operation, method, path, query, status, faults, request, response } = entry;
  const details = faults.map(({ pointer, parameter, header, detail }) =>
    [pointer, parameter, header, detail].join(' '),
  );
  const bodies = [request.body?.text, response.body?.text];
  const target = `${path}?${query}`;
  return [operation, method, target, status, toForce(entry), ...details, ...bodies]
    .join(' ')
    .toLowerCase();
});

/** Returns the title and the detail of a problem response, or empty strings. */
export const readProblem = rememberEach(
  ({ response }: RequestEntry): { title: string; detail: string } => {
    const problem = parseJson(response.body?.text ?? '');
    const { title, detail } = isRecord(problem) ? problem : {};
    const toText = (value: unknown) => (typeof value === 'string' ? value : '');
    return { title: toText(title), detail: toText(detail) };
  },
);
