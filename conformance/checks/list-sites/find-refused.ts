import { toKey } from '../../model/ledger.ts';
import type { Scope } from '../../runner/check.ts';

/** The id of the check whose refused request left a trace in a site. */
export function findRefused({ run }: Scope, site: Record<string, unknown>): string | undefined {
  const texts = [site['name'], site['hostUrl']].filter(
    (text): text is string => typeof text === 'string',
  );
  const own = typeof site['id'] === 'string' ? run.ledger.sites.get(toKey(site['id'])) : undefined;
  for (const [text, by] of run.ledger.refused) {
    // Hosts have the letters of a name small.
    const isShown = texts.some((shown) => shown.toLowerCase().includes(text.toLowerCase()));
    // A request that was accepted after all is reported as that.
    if (isShown && !own?.writers.includes(by)) return by;
  }
  return undefined;
}
