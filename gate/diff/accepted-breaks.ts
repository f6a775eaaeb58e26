import { parseExceptions } from '../../conformance/baseline/read-exceptions.ts';
import { readDocumentFile } from '../../contract/read-document-file.ts';
import type { Change } from './change.ts';

/** A breaking change that is accepted until a date. */
export interface AcceptedBreak {
  /** The id of the change. */
  id: string;
  reason: string;
  expires: string;
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

/** Marks the changes that an entry accepts until today or later. */
export function markAccepted(
  changes: readonly Change[],
  entries: readonly AcceptedBreak[],
  today: string,
): Change[] {
  const valid = new Map<string, AcceptedBreak>();
  for (const entry of entries) if (entry.expires >= today) valid.set(entry.id, entry);
  return changes.map((change) => {
    const entry = valid.get(change.id);
    const isAcceptable = change.severity === 'breaking' || change.severity === 'unproven';
    if (entry === undefined || !isAcceptable) return change;
    return { ...change, accepted: { reason: entry.reason, expires: entry.expires } };
  });
}

/** Warns about entries that have expired, or whose break is no longer found. */
export function warnAboutEntries(
  changes: readonly Change[],
  entries: readonly AcceptedBreak[],
  today: string,
): string[] {
  const ids = new Set(changes.map(({ id }) => id));
  const warnings: string[] = [];
  for (const { id, expires } of entries)
    if (!ids.has(id)) warnings.push(`accepted break ${id} is no longer found; remove its entry`);
    else if (expires < today)
      warnings.push(`accepted break ${id} expired on ${expires}; it counts again`);
  return warnings;
}
