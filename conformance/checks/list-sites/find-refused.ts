import { toKey } from '../../model/ledger.ts';
import type { Scope } from '../../runner/check.ts';
import { isSuccess, isUnclear, type JournalEntry } from '../../runner/journal.ts';

/** The id of the check whose refused request left a trace in a site. */
export function findRefused({ run }: Scope, site: Record<string, unknown>): string | undefined {
  const texts = [site['name'], site['hostUrl']].filter(
    (text): text is string => typeof text === 'string',
  );
  const own = typeof site['id'] === 'string' ? run.ledger.sites.get(toKey(site['id'])) : undefined;
  // A request that was not answered, or answered by a failure, was not refused.
  const wasLost = (text: string) =>
    run.journal.entries.some(
      ({ sent }) => isUnclear(sent) && new TextDecoder().decode(sent.request.body).includes(text),
    );
  for (const [text, by] of run.ledger.refused) {
    // Hosts have the letters of a name small.
    const isShown = texts.some((shown) => shown.toLowerCase().includes(text.toLowerCase()));
    // A request that was accepted after all is reported as that.
    if (isShown && !own?.writers.includes(by) && !wasLost(text)) return by;
  }
  return undefined;
}

/** The request of a check that carried what a site shows, and was not answered with success. */
export function findRequest(
  { run }: Scope,
  by: string,
  site: Record<string, unknown>,
): JournalEntry | undefined {
  const texts = [site['name'], site['hostUrl']].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  );
  return run.journal.entries.find(
    (entry) =>
      entry.by === by &&
      !isSuccess(entry.sent) &&
      texts.some((text) => new TextDecoder().decode(entry.sent.request.body).includes(text)),
  );
}
