import { toWrittenPlace } from '../../contract/documents/references.ts';
import type { SourceDocument, SourcePlace } from '../../contract/documents/sources.ts';
import { type Deadline, TimeOver } from '../../contract/time-limit.ts';
import type { Change, FoundChange, Witness } from './change.ts';

/** Both documents, with the time for witnesses and lines. */
interface Sources {
  before: SourceDocument;
  after: SourceDocument;
  limit: Deadline;
}

/** Reports a change to a part that several operations share once, with all of them. */
export function mergeChanges(changes: readonly FoundChange[], sources: Sources): Change[] {
  const first = new Map<string, FoundChange>();
  const operations = new Map<string, Set<string>>();
  for (const change of changes) {
    const earlier = first.get(change.id);
    const isClearer = change.severity === 'breaking' && earlier?.severity !== 'breaking';
    if (earlier === undefined || isClearer) first.set(change.id, change);
    const names = operations.get(change.id) ?? new Set<string>();
    // The operation with the witness comes first.
    if (isClearer) operations.set(change.id, new Set([change.operation, ...names]));
    else operations.set(change.id, names.add(change.operation));
  }
  return [...first.values()].map((change) =>
    completeChange(change, [...(operations.get(change.id) ?? [])], sources),
  );
}

/** Adds places and the witness, as long as there is time. */
function completeChange(
  { operation: _, witness, old, new: current, ...change }: FoundChange,
  operations: readonly string[],
  { before, after, limit }: Sources,
): Change {
  const example: Witness | undefined = witness && attempt(limit, witness);
  const complete: Change = { ...change, operations };
  if (example !== undefined) complete.witness = example;
  if (old !== undefined) complete.old = locate(before, old, limit);
  if (current !== undefined) complete.new = locate(after, current, limit);
  return complete;
}

function locate(source: SourceDocument, pointer: string, limit: Deadline): SourcePlace {
  const position = attempt(limit, () => source.locate(pointer));
  return position ?? { pointer: toWrittenPlace(pointer) };
}

/** Undefined if the time is over. */
function attempt<Result>(limit: Deadline, work: () => Result): Result | undefined {
  try {
    return limit.run(work);
  } catch (error) {
    if (error instanceof TimeOver) return undefined;
    throw error;
  }
}
