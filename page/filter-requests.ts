import type { Model } from './model.ts';
import type { RequestEntry } from './schemas.ts';

type Filtered = Pick<
  Model,
  'requests' | 'filter' | 'allSessions' | 'session' | 'pausedAt' | 'showsPreflights'
>;

/** What was found last, for as long as it is asked for again: the page is drawn more often than its list changes. */
let last: { key: readonly unknown[]; found: readonly RequestEntry[] } | undefined;

/** The requests that the filters leave, the last one first. */
export function filterRequests(model: Filtered): readonly RequestEntry[] {
  const { requests, filter, allSessions, session, pausedAt, showsPreflights } = model;
  const key = [requests, filter, allSessions, session, pausedAt, showsPreflights];
  if (last === undefined || key.some((part, at) => part !== last?.key[at]))
    last = { key, found: findRequests(model) };
  return last.found;
}

function findRequests({
  requests,
  filter,
  allSessions,
  session,
  pausedAt = Number.POSITIVE_INFINITY,
  showsPreflights,
}: Filtered): RequestEntry[] {
  const text = filter.text.trim().toLowerCase();
  return requests
    .filter(
      (entry) =>
        entry.id <= pausedAt &&
        (allSessions || entry.session === session) &&
        (showsPreflights || !isPreflight(entry)) &&
        (filter.operation === '' || entry.operation === filter.operation) &&
        (filter.status === '' || toRange(entry.status) === filter.status) &&
        (text === '' || toText(entry).includes(text)),
    )
    .reverse();
}

/** What a browser sends by itself to learn whether a page may send a request (Fetch Standard, CORS protocol). */
export function isPreflight({ method, request }: RequestEntry): boolean {
  return (
    method === 'OPTIONS' &&
    request.headers.some(({ name }) => name.toLowerCase() === 'access-control-request-method')
  );
}

/** What a browser does that opens the mock, and is led to this page. */
export function isVisit({ method, path, status }: RequestEntry): boolean {
  return method === 'GET' && path === '/' && status === 303;
}

/** What made the answer another one than the operation's own: a header of the request, or a rule. */
export function toForce({ injected, response }: RequestEntry): string | undefined {
  if (injected !== undefined) return `fault: ${injected.effect}`;
  const applied = response.headers.find(({ name }) => name.toLowerCase() === 'preference-applied');
  return applied === undefined ? undefined : `Prefer: ${applied.value}`;
}

/** A request that was left without an answer counts with the failures of the server. */
function toRange(status: number): string {
  return status === 0 ? '5xx' : `${Math.floor(status / 100)}xx`;
}

/** An entry never changes, so what can be found in it is put together once. */
const texts = new WeakMap<RequestEntry, string>();

/** Everything of a request that can be searched for. */
function toText(entry: RequestEntry): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const { operation, method, path, query, status, faults, request, response } = entry;
  const details = faults.map(({ pointer, parameter, header, detail }) =>
    [pointer, parameter, header, detail].join(' '),
  );
  const bodies = [request.body?.text, response.body?.text];
  const made = [
    operation,
    method,
    `${path}?${query}`,
    status,
    toForce(entry),
    ...details,
    ...bodies,
  ]
    .join(' ')
    .toLowerCase();
  texts.set(entry, made);
  return made;
}
