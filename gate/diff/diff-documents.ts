/*
 * gate/diff/: which changes of a document break clients, with a value that proves it. It imports contract/, writers/, and what
 * conformance/ has for baselines and annotations. Start here; operations.ts compares the parts of requests and responses, and
 * places.ts the values of one part.
 */

import { BrokenReferenceError } from '../../contract/documents/references.ts';
import type { SourceDocument } from '../../contract/documents/sources.ts';
import { DocumentError } from '../../contract/errors.ts';
import { isSame } from '../../contract/json.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import { Deadline } from '../../contract/time-limit.ts';
import { type AcceptedBreak, markAccepted, warnAboutEntries } from './accepted-breaks.ts';
import { adviseVersion } from './advise-version.ts';
import type { Change, DiffResult, FoundChange } from './change.ts';
import { createComparison } from './comparison.ts';
import { mergeChanges } from './merge-changes.ts';
import { compareApis } from './operations.ts';

/** How much longer than its deadline a comparison may take. */
const graceMs = 2000;

interface DiffOptions {
  /** Accepted breaks. Default: none. */
  accepted?: readonly AcceptedBreak[];
  /** Fails if the version of the new document is lower than the changes require. Default: false. */
  checkVersion?: boolean;
  /** Counts unproven changes as breaking. Default: false. */
  strict?: boolean;
  /** When the rest is not compared any more. Default: in 60 seconds. */
  deadline?: Deadline;
  /** The day that expiry dates are compared with, such as `2026-12-31`. Default: today. */
  today?: string;
}

/**
 * Determines what a change to a document means for clients that follow the old one.
 * @throws DocumentError with a reference without a target
 * @throws TimeOver if not even the schemas can be read in time
 */
export function diffDocuments(
  before: SourceDocument,
  after: SourceDocument,
  {
    accepted = [],
    checkVersion = false,
    strict = false,
    deadline = new Deadline(60_000),
    today = new Date().toISOString().slice(0, 10),
  }: DiffOptions = {},
): DiffResult {
  const unmarked = findChanges(before, after, deadline);
  const changes = markAccepted(unmarked, accepted, today);
  const warnings = warnAboutEntries(unmarked, accepted, today);
  const counts = countChanges(changes);
  const order = Object.keys(counts);
  changes.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  const old = summarise(before);
  const current = summarise(after);
  const version = adviseVersion(old.version, current.version, counts);
  const isBreaking = counts.breaking > 0 || (strict && counts.unproven > 0);
  const isLow = checkVersion && !version.isEnough;
  const harmless = isLow ? 'version-too-low' : 'compatible';
  const verdict = isBreaking ? 'breaking' : harmless;
  return { formatVersion: 1, old, new: current, changes, counts, version, verdict, warnings };
}

function findChanges(before: SourceDocument, after: SourceDocument, deadline: Deadline): Change[] {
  // What needs no values, such as a status, is still compared when the time is over.
  const limit = new Deadline(deadline.leftMs + graceMs);
  const differences = compareSources(before, after, deadline, limit);
  const changes = mergeChanges(differences, { before, after, limit });
  const isChanged = changes.length > 0 || !isSame(before.document, after.document);
  return isChanged && changes.length === 0 ? [textChange] : changes;
}

/** @throws DocumentError with the file and the line of a reference without a target */
function compareSources(
  before: SourceDocument,
  after: SourceDocument,
  deadline: Deadline,
  limit: Deadline,
): FoundChange[] {
  try {
    const create = () => createComparison(before.document, after.document, deadline);
    return compareApis(limit.run(create), limit);
  } catch (error) {
    if (!(error instanceof BrokenReferenceError)) throw error;
    const source = error.document === before.document ? before : after;
    const { pointer, file, line } = source.locate(error.pointer);
    const position = file === undefined ? pointer : `${file}:${line}`;
    const side = source === before ? 'old' : 'new';
    throw new DocumentError(
      `${position}: ${error.reason} (in the ${side} document, ${source.name})`,
    );
  }
}

const textChange: Change = {
  id: 'text-changed:',
  rule: 'text-changed',
  severity: 'text',
  operations: [],
  title:
    'only descriptions, examples, links, assumptions and other parts without effect on requests and responses changed',
};

/** Counts changes by severity, the most severe one first. */
function countChanges(changes: readonly Change[]): DiffResult['counts'] {
  const counts = { breaking: 0, unproven: 0, compatible: 0, text: 0, accepted: 0 };
  for (const change of changes) counts[change.accepted ? 'accepted' : change.severity] += 1;
  return counts;
}

function summarise({ name, document }: SourceDocument): DiffResult['old'] {
  const info = isRecord(document['info']) ? document['info'] : {};
  return { name, title: String(info['title'] ?? ''), version: String(info['version'] ?? '') };
}
