import { parseExceptions } from '../../conformance/baseline/read-exceptions.ts';
import type { SourceDocument } from '../../contract/documents/sources.ts';
import { isSame } from '../../contract/json.ts';
import { readDocumentFile } from '../../contract/read-document-file.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import type { Change, DiffResult, FoundChange } from './change.ts';
import { createComparison } from './comparison.ts';
import { compareApis } from './operations.ts';

/** A breaking change that is accepted until a date. */
interface AcceptedBreak {
  /** The id of the change. */
  id: string;
  reason: string;
  expires: string;
}

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
  const found = compareApis(createComparison(old, current, () => performance.now() > end));
  const merged = mergeByPlace(found, before, after);
  if (merged.length === 0 && !isSame(old, current)) merged.push(textChange);
  const { changes, warnings } = accept(merged, accepted, today);
  const counts = { breaking: 0, unproven: 0, compatible: 0, text: 0, accepted: 0 };
  const order = Object.keys(counts);
  changes.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  for (const change of changes) counts[change.accepted ? 'accepted' : change.severity] += 1;
  const [was, is] = [summarise(before), summarise(after)];
  const version = adviseVersion(was.version, is.version, counts);
  const isBreaking = counts.breaking > 0 || (strict && counts.unproven > 0);
  const isLow = checkVersion && !version.isEnough;
  const verdict = isBreaking ? 'breaking' : isLow ? 'version-too-low' : 'compatible';
  return { formatVersion: 1, old: was, new: is, changes, counts, version, verdict, warnings };
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
        operations: [operation],
        ...(old !== undefined && { old: before.locate(old) }),
        ...(current !== undefined && { new: after.locate(current) }),
      });
    else if (!known.operations.includes(operation)) known.operations.push(operation);
  }
  return [...merged.values()];
}

/**
 * Reads the file of accepted breaks: `{ "breaks": [{ "change": "<id>", "reason": "…", "expires": "2026-12-31" }] }`, as JSON
 * or YAML.
 * @throws DocumentError with the file and the invalid entry
 */
export async function readAcceptedBreaks(file: string): Promise<AcceptedBreak[]> {
  const change = { isValid: /:/, form: 'the id of a change, as the report prints it' };
  const form = { list: 'breaks', names: [{ change }] } as const;
  const exceptions = parseExceptions(await readDocumentFile(file), form, file);
  return exceptions.map(({ names, reason, expires }) => ({
    id: names['change'] ?? '',
    reason,
    expires,
  }));
}

/** Marks accepted breaks. Warns about entries that have expired, or whose break is no longer found. */
function accept(found: readonly Change[], accepted: readonly AcceptedBreak[], today: string) {
  const warnings = accepted.flatMap(({ id, expires }) => {
    if (!found.some((change) => change.id === id))
      return [`accepted break ${id} is no longer found; remove its entry`];
    return expires < today ? [`accepted break ${id} expired on ${expires}; it counts again`] : [];
  });
  const changes = found.map((change): Change => {
    const entry = accepted.find(({ id, expires }) => id === change.id && expires >= today);
    if (entry === undefined || !['breaking', 'unproven'].includes(change.severity)) return change;
    return { ...change, accepted: { reason: entry.reason, expires: entry.expires } };
  });
  return { changes, warnings };
}

function summarise({ name, document }: SourceDocument): DiffResult['old'] {
  const info = isRecord(document['info']) ? document['info'] : {};
  return { name, title: String(info['title'] ?? ''), version: String(info['version'] ?? '') };
}

/**
 * Semantic Versioning. A minor version may contain breaks before 1.0.0, and accepted breaks at any time: accepting a break
 * means that it harms no client. Descriptions and the mock may change without a new version.
 */
function adviseVersion(
  before: string,
  after: string,
  { breaking, unproven, compatible, accepted }: DiffResult['counts'],
): DiffResult['version'] {
  const [was, is] = [parseVersion(before), parseVersion(after)];
  const isAny = breaking + unproven + compatible + accepted > 0;
  const required = breaking > 0 && was?.[0] !== 0 ? 'major' : isAny ? 'minor' : 'none';
  if (was === undefined || is === undefined) return { required, isEnough: required === 'none' };
  const [major = 0, minor = 0] = was;
  const versions = {
    none: was.join('.'),
    minor: `${major}.${minor + 1}.0`,
    major: `${major + 1}.0.0`,
  };
  const lowest = versions[required];
  const comparison = is.join('.').localeCompare(lowest, 'en', { numeric: true });
  return { required, isEnough: comparison >= 0, lowest };
}

function parseVersion(text: string): readonly number[] | undefined {
  const parts = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(text);
  return parts?.slice(1).map((part) => Number(part ?? 0));
}
