import type { Model } from './model.ts';
import type { RequestEntry } from './schemas.ts';

/** The requests that the filters leave, the last one first. */
export function filterRequests(
  model: Pick<Model, 'requests' | 'filter' | 'allSessions' | 'session' | 'pausedAt'>,
): RequestEntry[] {
  const { requests, filter, allSessions, session, pausedAt = Number.POSITIVE_INFINITY } = model;
  const text = filter.text.trim().toLowerCase();
  return requests
    .filter(
      (entry) =>
        entry.id <= pausedAt &&
        (allSessions || entry.session === session) &&
        (filter.operation === '' || entry.operation === filter.operation) &&
        (filter.status === '' || toRange(entry.status) === filter.status) &&
        (text === '' || toText(entry).includes(text)),
    )
    .reverse();
}

/** A request that was left without an answer counts with the failures of the server. */
function toRange(status: number): string {
  return status === 0 ? '5xx' : `${Math.floor(status / 100)}xx`;
}

/** Everything of a request that can be searched for. */
function toText({ method, path, query, status, faults, request, response }: RequestEntry): string {
  const details = faults.map(({ pointer, parameter, header, detail }) =>
    [pointer, parameter, header, detail].join(' '),
  );
  const bodies = [request.body?.text, response.body?.text];
  return [method, `${path}?${query}`, status, ...details, ...bodies].join(' ').toLowerCase();
}
