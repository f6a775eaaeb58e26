import type { ExpectedSite } from '../../model/ledger.ts';
import { listWrites, toSender } from '../../model/record-writes.ts';
import type { Scope } from '../../model/scope.ts';
import type { Walk } from '../../model/workspace.ts';
import type { JournalEntry } from '../../runner/journal.ts';
import { bounds } from '../../runner/reply.ts';

/** What was asked for when, and answered. */
interface Creation {
  site: ExpectedSite;
  entry: JournalEntry;
  from: number;
  to: number;
}

/**
 * Reports the sites that a list lacks. Where all of them were created while another creation was in flight, and those that
 * were created alone are there, that is told: the requests one after the other show nothing.
 */
export function failForLost(scope: Scope, list: Walk, lost: readonly ExpectedSite[]): void {
  if (lost.length === 0) return;
  const { run } = scope;
  const creations = listCreations(scope);
  const together = explainTogether(creations, lost);
  const last = list.pages.at(-1);
  const finding = together === '' ? describeMaker(creations, lost) : undefined;
  for (const [index, site] of lost.entries()) {
    const entry = creations.find((creation) => creation.site === site)?.entry;
    const by = entry === undefined ? '' : ` (by ${toSender(entry.by)})`;
    const isNameShown = list.sites.some(({ name }) => name === site.name);
    const namesake = isNameShown ? '; it shows another one with the same name' : '';
    scope.fail({
      message: `the list does not show a site that was created${by}, ${run.options.settleMs} ms later${namesake}${index === 0 ? together : ''}`,
      ...(finding === undefined ? {} : { finding }),
      expected: `${site.id}, ${site.name}`,
      received: `${list.pages.some(({ ids }) => ids.length >= bounds.items) ? 'at least ' : ''}${list.ids.length} other sites`,
      ...(last === undefined ? {} : { exchange: run.show(last.sent) }),
      ...(entry === undefined ? {} : { write: run.show(entry.sent) }),
      // Behind a creation whose answer is wrong by itself, in front of what asks for the site and is refused.
      about: { what: 'sites that are created and not listed', distance: 0.25 },
    });
  }
}

/** Where one operation made all lost sites, and no other one: it stores them elsewhere, or not at all. */
function describeMaker(
  creations: readonly Creation[],
  lost: readonly ExpectedSite[],
): string | undefined {
  const isBy = (id: string) => (creation: Creation) => creation.entry.operation.id === id;
  const gone = creations.filter(({ site }) => lost.includes(site));
  const [maker] = new Set(gone.map(({ entry }) => entry.operation.id));
  if (maker === undefined || gone.length < fewest || gone.length < lost.length) return undefined;
  const own = creations.filter(isBy(maker));
  return gone.every(isBy(maker)) && own.length - gone.length <= 1 && own.length < creations.length
    ? `${maker} returns sites that the list of the workspace does not show`
    : undefined;
}

function listCreations({ run }: Scope): Creation[] {
  return [...run.ledger.sites.values()].flatMap((site) => {
    const [entry] = listWrites(run, site.id);
    if (entry === undefined) return [];
    const { startedAt, durationMs } = entry.sent;
    return [{ site, entry, from: startedAt, to: startedAt + durationMs }];
  });
}

/** Fewer than this may have met by chance. */
const fewest = 2;

/** A name by which a person finds the request. */
function toExcerpt(name: string): string {
  const characters = [...name];
  return characters.length > 16 ? `${characters.slice(0, 16).join('')}…` : name;
}

function explainTogether(creations: readonly Creation[], lost: readonly ExpectedSite[]): string {
  const partnersOf = (one: Creation) =>
    creations.filter((other) => other !== one && other.from <= one.to && one.from <= other.to);
  const gone = creations.filter(({ site }) => lost.includes(site));
  const met = gone.map((creation) => ({ creation, partners: partnersOf(creation) }));
  if (met.length < fewest || met.some(({ partners }) => partners.length === 0)) return '';
  // Most creations meet another one: where most of those are there, it is not that which loses some.
  const crowd = creations.filter((creation) => partnersOf(creation).length > 0);
  if (met.length * 2 < crowd.length) return '';
  const alone = creations.filter(
    (creation) => !lost.includes(creation.site) && partnersOf(creation).length === 0,
  );
  const names = (met[0]?.partners ?? [])
    .slice(0, 3)
    .map(({ site }) => JSON.stringify(toExcerpt(site.name)));
  const others = (met[0]?.partners.length ?? 0) - names.length;
  const more = others > 0 ? ` and ${others} more` : '';
  const kept = alone.length > 0 ? `; the ${alone.length} created one at a time are listed` : '';
  return `. All ${lost.length} lost sites were created while other creations were in flight (this one with ${names.join(', ')}${more})${kept}. To reproduce it, send creations concurrently`;
}
