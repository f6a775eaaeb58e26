import { DocumentError } from '../../contract/errors.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import {
  type AcceptedBreak,
  accept,
  type Bump,
  type Change,
  type DiffResult,
  type DocumentSummary,
  type FoundChange,
  listStale,
  type Severity,
  type VersionAdvice,
} from './change.ts';
import { createComparison } from './comparison.ts';
import { isSame } from './json.ts';
import { compareApis } from './operations.ts';
import type { SourceDocument } from './sources.ts';

interface DiffOptions {
  /** Accepted breaks. Default: none. */
  accepted?: readonly AcceptedBreak[];
  /** Fails if the version of the new document is lower than the changes require. Default: false. */
  checkVersion?: boolean;
  /** Counts unproven changes as breaking. Default: false. */
  strict?: boolean;
  /** The time after which the rest is not compared, in milliseconds. Default: 60 seconds. */
  maxTimeMs?: number;
  /** The day that expiry dates are compared with, such as `2026-12-31`. Default: today. */
  today?: string;
}

const order: readonly Severity[] = ['breaking', 'unproven', 'compatible', 'text'];

/**
 * Determines what a change to a document means for clients that follow the old one.
 * @throws DocumentError with a reference without a target
 */
export function diffDocuments(
  before: SourceDocument,
  after: SourceDocument,
  {
    accepted = [],
    checkVersion = false,
    strict = false,
    maxTimeMs = 60_000,
    today = new Date().toISOString().slice(0, 10),
  }: DiffOptions = {},
): DiffResult {
  const end = performance.now() + maxTimeMs;
  const [old, current] = [before.document, after.document];
  let found: FoundChange[];
  try {
    found = compareApis(createComparison(old, current, () => performance.now() > end));
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    // A fault of the comparison must not look like a break.
    throw new DocumentError(`${after.name}: cannot be compared (${error}); please report this`);
  }
  const merged = mergeByPlace(found, before, after);
  if (merged.length === 0 && !isSame(old, current)) merged.push(textChange);
  const warnings = listStale(accepted, merged, today);
  const changes = merged
    .map((change) => accept(change, accepted, today))
    .sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  const fails = (change: Change): boolean =>
    change.accepted === undefined &&
    (change.severity === 'breaking' || (strict && change.severity === 'unproven'));
  const version = adviseVersion(before, after, changes);
  const counts = { breaking: 0, unproven: 0, compatible: 0, text: 0, accepted: 0 };
  for (const { severity, accepted: isAccepted } of changes)
    counts[isAccepted ? 'accepted' : severity] += 1;
  const isLow = checkVersion && !version.isEnough;
  return {
    formatVersion: 1,
    old: summarise(before),
    new: summarise(after),
    changes,
    counts,
    version,
    verdict: changes.some(fails) ? 'breaking' : isLow ? 'version-too-low' : 'compatible',
    warnings,
  };
}

const textChange: Change = {
  ...{ id: 'text-changed:', rule: 'text-changed', severity: 'text', operations: [] },
  title:
    'only descriptions, examples, links, assumptions and other parts without effect on requests and responses changed',
};

/** A change to a part that several operations share is reported once. */
function mergeByPlace(
  found: readonly FoundChange[],
  before: SourceDocument,
  after: SourceDocument,
): Change[] {
  const merged = new Map<string, Change & { operations: string[] }>();
  for (const { operation, old, new: current, witness, ...change } of found) {
    const known = merged.get(change.id);
    if (known === undefined || (known.severity !== 'breaking' && change.severity === 'breaking'))
      merged.set(change.id, {
        ...change,
        ...(witness !== undefined && { witness: witness() }),
        operations: operation === '' ? [] : [operation],
        ...(old !== undefined && { old: before.locate(old) }),
        ...(current !== undefined && { new: after.locate(current) }),
      });
    else if (!known.operations.includes(operation)) known.operations.push(operation);
  }
  return [...merged.values()];
}

function summarise({ name, document }: SourceDocument): DocumentSummary {
  const info = isRecord(document['info']) ? document['info'] : {};
  return { name, title: String(info['title'] ?? ''), version: String(info['version'] ?? '') };
}

const bumps = ['none', 'patch', 'minor', 'major'] as const;

/**
 * Semantic Versioning. A minor version may contain breaks before 1.0.0, and accepted breaks at any time: accepting a break
 * means that it harms no client. Descriptions and the mock may change without a new version.
 */
function adviseVersion(
  before: SourceDocument,
  after: SourceDocument,
  changes: readonly Change[],
): VersionAdvice {
  const [was, is] = [before, after].map((source) => parseVersion(summarise(source).version));
  const isBreaking = changes.some(
    ({ severity, accepted }) => severity === 'breaking' && accepted === undefined,
  );
  const isAny = changes.some(({ severity }) => severity !== 'text');
  const required = isBreaking && was?.[0] !== 0 ? 'major' : isAny ? 'minor' : 'none';
  if (was === undefined || is === undefined)
    return { required, actual: 'unknown', isEnough: required === 'none' };
  const at = is.findIndex((part, index) => part !== was[index]);
  const isLower = at !== -1 && Number(is[at]) < Number(was[at]);
  const actual: Bump = at === -1 ? 'none' : (bumps[3 - at] ?? 'none');
  const [major = 0, minor = 0, patch = 0] = was;
  const next = {
    none: [major, minor, patch],
    minor: [major, minor + 1, 0],
    major: [major + 1, 0, 0],
  };
  return {
    required,
    actual: isLower ? 'lower' : actual,
    isEnough: !isLower && bumps.indexOf(actual) >= bumps.indexOf(required),
    lowest: next[required].join('.'),
  };
}

function parseVersion(text: string): readonly number[] | undefined {
  const parts = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(text);
  return parts?.slice(1).map((part) => Number(part ?? 0));
}
