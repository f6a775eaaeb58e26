import { readExceptions } from '../../conformance/baseline/read-exceptions.ts';
import type { SourcePlace } from './sources.ts';

/**
 * What a change means for a client that follows the old document: `breaking` is proven by a witness or follows from a rule,
 * and `unproven` may break clients, which could neither be shown nor excluded.
 */
export type Severity = 'breaking' | 'unproven' | 'compatible' | 'text';

export interface Change {
  /** Permanent id. It consists of the rule and the deciding place in the document. */
  id: string;
  rule: string;
  severity: Severity;
  /** Names of the affected operations. */
  operations: readonly string[];
  title: string;
  old?: SourcePlace;
  new?: SourcePlace;
  witness?: Witness;
  /** The entry of the file of accepted breaks that covers this change. */
  accepted?: { reason: string; expires: string };
}

/** A change whose places are still pointers, and whose witness is only created for the first operation with it. */
export interface FoundChange extends Omit<Change, 'old' | 'new' | 'operations' | 'witness'> {
  operation: string;
  old?: string;
  new?: string;
  witness?: () => Witness;
}

/** What the comparison of a value finds, in any operation. */
export type Finding = Omit<FoundChange, 'operation'>;

/** A request or response that one document allows and the other does not. */
export interface Witness {
  kind: 'request' | 'response';
  operation: string;
  /** A request that a client of the old document sends. For a response, the request that leads to it. */
  request: WitnessRequest;
  response?: { status: string; headers: Record<string, string>; body?: unknown };
  /** The proof: the validators of both documents, or only the rule. */
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
  /** The number of changes of each kind. Accepted breaks are not counted as breaking. */
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
  /** The lowest sufficient version, if the old document has a version. */
  lowest?: string;
}

export interface AcceptedBreak {
  change: string;
  reason: string;
  /** The last day on which it is accepted. */
  expires: string;
}

/**
 * Reads the file of accepted breaks: `{ "breaks": [{ "change": "<id>", "reason": "…", "expires": "2026-12-31" }] }`, as JSON
 * or YAML.
 * @throws DocumentError with the file and the invalid entry
 */
export async function readAcceptedBreaks(file: string): Promise<AcceptedBreak[]> {
  const found = await readExceptions(file, {
    list: 'breaks',
    key: 'change',
    isId: /:/,
    idForm: 'the id of a change, as the report prints it',
  });
  return found.map(({ id, ...entry }) => ({ change: id, ...entry }));
}

export function accept(change: Change, accepted: readonly AcceptedBreak[], today: string): Change {
  const entry = accepted.find((each) => each.change === change.id && each.expires >= today);
  const counts = change.severity === 'breaking' || change.severity === 'unproven';
  return entry === undefined || !counts
    ? change
    : { ...change, accepted: { reason: entry.reason, expires: entry.expires } };
}

/** Warnings about entries that have expired, or whose break is no longer found. */
export function listStale(
  accepted: readonly AcceptedBreak[],
  changes: readonly Change[],
  today: string,
): string[] {
  return accepted.flatMap(({ change, expires }) => {
    if (!changes.some(({ id }) => id === change))
      return [`accepted break ${change} is no longer found; remove its entry`];
    return expires < today
      ? [`accepted break ${change} expired on ${expires}; it counts again`]
      : [];
  });
}
