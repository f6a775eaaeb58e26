/** A request of a work, the same to every subject. */
export interface WorkRequest {
  method: 'GET' | 'POST' | 'PATCH';
  /** With the query. */
  path: string;
  body?: unknown;
}

/** What is there before a work starts. */
export interface Ground {
  workspaceId: string;
  /** In the order of the list. */
  siteIds: readonly string[];
  routeIds: readonly string[];
}

/** One kind of work that a server is measured at. */
export interface Work {
  id: string;
  title: string;
  /** What is sent, in turn, again and again. */
  toRequests(ground: Ground): readonly WorkRequest[];
  /** `refusal` where every answer has to be a 4xx, else 2xx. */
  expects: 'success' | 'refusal';
}
