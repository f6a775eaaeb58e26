import { toWrittenPlace } from '../../contract/documents/references.ts';
import type { SourcePlace } from '../../contract/documents/sources.ts';

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

/** The id names files as references do, so it does not depend on other files. */
export function toChangeId(rule: string, pointer: string): string {
  return `${rule}:${toWrittenPlace(pointer)}`;
}

/** What the comparison of a value finds, in any operation. */
export type Finding = Omit<FoundChange, 'operation'>;

/** A request or response that one document allows and the other does not. */
export interface Witness {
  kind: 'request' | 'response';
  operation: string;
  /** A request that a client of the old document sends. For a response, the request that leads to it. */
  request: {
    method: string;
    /** Path and query, or the whole URL if the server matters. */
    target: string;
    headers: Record<string, string>;
    body?: unknown;
  };
  response?: { status: string; headers: Record<string, string>; body?: unknown };
  /** The proof: the validators of both documents, or only the rule. */
  provenBy: 'validation' | 'rule';
  /** Why the other document refuses it. */
  reason: string;
  curl: string;
}

export interface DiffResult {
  formatVersion: 1;
  old: Record<'name' | 'title' | 'version', string>;
  new: DiffResult['old'];
  changes: readonly Change[];
  /** The number of changes of each kind. Accepted breaks are not counted as breaking. */
  counts: Record<Severity | 'accepted', number>;
  /** The version that the changes require. */
  version: {
    required: 'none' | 'minor' | 'major';
    isEnough: boolean;
    /** The lowest sufficient version, if the old document has a version. */
    lowest?: string;
  };
  verdict: 'compatible' | 'breaking' | 'version-too-low';
  warnings: readonly string[];
}
