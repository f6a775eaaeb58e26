import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import { define } from '../../contract/values-at.ts';

/** Applies a JSON Merge Patch (RFC 7396): null removes a field, objects are merged, other values replace. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const merged: Record<string, unknown> = isRecord(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else define(merged, name, mergePatch(readAt(merged, [name]), value));
  }
  return merged;
}
