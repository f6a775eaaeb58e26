import { isRecord } from '../data/json-path.ts';
import { isSuccess } from '../runner/journal.ts';
import type { Run } from './scope.ts';

/**
 * The reference declares the type of hostUrl as null, while its examples carry an origin: a target may have read it so. A
 * host that was sent and is not shown is a failure all the same, and the reader has to know why, and what to do.
 */
export function explainNullHost({ journal }: Run, field: string, received: unknown): string {
  if (field !== 'hostUrl' || received !== null) return '';
  const shown = journal.entries
    .filter(({ sent }) => isSuccess(sent))
    .flatMap(({ sent: { reply } }) => listSites(reply?.json));
  if (shown.some(({ hostUrl }) => typeof hostUrl === 'string')) return '';
  return ' (it is null in every response: the reference declares the type of hostUrl as null, its examples show an origin; if null is intended, record these failures in a baseline with --baseline and --update-baseline)';
}

function listSites(json: unknown): Record<string, unknown>[] {
  if (!isRecord(json)) return [];
  const { data } = json;
  return Array.isArray(data) ? data.filter(isRecord) : [json];
}
