import type { Place } from './sources.ts';

/**
 * What a change means for a client that kept to the old document: `breaking` is proven by a witness or follows from a rule,
 * `unproven` might break one and no witness was found, `behaviour` concerns the mock's assumptions and no client.
 */
export type Severity = 'breaking' | 'unproven' | 'behaviour' | 'compatible' | 'text';

export interface Change {
  /** Permanent: the rule, and the place in the document that decides. */
  id: string;
  rule: string;
  severity: Severity;
  /** Names of the operations that it touches. */
  operations: readonly string[];
  title: string;
  /** Why, or what to do. */
  detail: string;
  old?: Place;
  new?: Place;
  witness?: Witness;
  /** The entry of the file of accepted breaks that covers it. */
  accepted?: { reason: string; expires: string };
}

/** A request or response that one document allows and the other does not. */
export interface Witness {
  kind: 'request' | 'response';
  operation: string;
  /** A request that a client of the old document sends. With a response, the request that it answers. */
  request: WitnessRequest;
  response?: { status: string; headers: Record<string, string>; body?: unknown };
  /** What decides: validators of both documents, or the rule alone. */
  provenBy: 'validation' | 'rule';
  /** Why the other document refuses it. */
  reason: string;
  curl: string;
}

export interface WitnessRequest {
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  body?: unknown;
}

export interface DiffResult {
  formatVersion: 1;
  old: DocumentSummary;
  new: DocumentSummary;
  changes: readonly Change[];
  /** How many changes of each kind; accepted breaks are not among the breaking ones. */
  counts: Record<Severity | 'accepted', number>;
  version: VersionAdvice;
  verdict: 'compatible' | 'breaking' | 'version-too-low';
  warnings: readonly string[];
}

export interface DocumentSummary {
  name: string;
  title: string;
  version: string;
}

export type Bump = 'none' | 'patch' | 'minor' | 'major';

export interface VersionAdvice {
  required: Bump;
  actual: Bump | 'lower' | 'unknown';
  isEnough: boolean;
  /** The lowest version that is enough, where the old document has one. */
  lowest?: string;
}
