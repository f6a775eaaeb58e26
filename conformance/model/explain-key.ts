import { isSuccess, type JournalEntry } from '../runner/journal.ts';
import { findCommonTrait } from './common-traits.ts';
import { type Explanation, type Shown, spreading } from './explanation.ts';
import { toKey } from './ledger.ts';
import { readAt, toId } from './read-answer.ts';
import { listNamed } from './record-writes.ts';
import type { Run } from './scope.ts';

/** A key that the service has made: no request carried it. What changes it shows in the answers that come with another one. */
export function explainKey(
  { run, operation, sent }: Shown,
  { id, received }: { id: string | undefined; received: unknown },
): Explanation {
  const writer = run.journal.entries.find(
    (entry) =>
      isSuccess(entry.sent) &&
      received !== undefined &&
      listNamed(entry.sent)['apiKey'] === received,
  );
  if (writer !== undefined)
    return {
      finding: `${writer.operation.id} lets a request set the apiKey of a site`,
      ...(writer.sent === sent ? {} : { cause: run.show(writer.sent) }),
    };
  const owner = [...run.ledger.sites.values()].find(
    (site) => toKey(site.id) !== id && site.apiKey !== '' && site.apiKey === received,
  );
  if (owner !== undefined) return { finding: `${operation} shows the apiKey of another site` };
  const { changed, unchanged, between } = listKeyChanges(run);
  const known = new Set(run.ledger.sites.keys());
  const trait =
    findCommonTrait(changed, unchanged, { known }) ??
    findCommonTrait(changed, unchanged, { known, tolerance: 0.2 });
  if (trait !== undefined && changed.length > 1)
    return { finding: `updateSite changes the apiKey of a site on a request ${trait}` };
  const maker = findMaker(run, changed, unchanged);
  if (maker !== undefined)
    return {
      finding: `${maker.operation.id} returns a different apiKey than the site keeps`,
      cause: run.show(maker.sent),
    };
  if (changed.length > 1 && unchanged.length > 0 && between !== undefined)
    return {
      finding: 'an update of one site changed another: it gave other sites a new apiKey',
      cause: run.show(between.sent),
      about: spreading,
    };
  return { finding: `${operation} shows a different apiKey than the site had before` };
}

/** The creation of a site, where each site has another key after it, and keeps that one from then on. */
function findMaker(
  run: Run,
  changed: readonly JournalEntry[],
  unchanged: readonly JournalEntry[],
): JournalEntry | undefined {
  const ids = changed.map(({ sent }) => toId(sent.reply?.json));
  const isOnce = new Set(ids).size === ids.length && unchanged.length > 0;
  const [first] = ids;
  if (!isOnce || first === undefined) return undefined;
  const [made, next] = run.journal.entries.filter(
    ({ sent }) => isSuccess(sent) && toId(sent.reply?.json) === first,
  );
  return made?.operation.method === 'POST' && next === changed[0] ? made : undefined;
}

/** The updates that answered another key than the last answer about the site, and those that answered the same. */
function listKeyChanges(run: Run) {
  const changed: JournalEntry[] = [];
  const unchanged: JournalEntry[] = [];
  const updates = run.journal.entries.filter(
    ({ operation: { id }, sent }) => id === 'updateSite' && isSuccess(sent),
  );
  let between: JournalEntry | undefined;
  let isAlwaysBetween = true;
  const last = new Map<string, { key: unknown; at: number }>();
  for (const entry of run.journal.entries) {
    const { sent, operation } = entry;
    const id = toId(sent.reply?.json);
    const key = readAt(sent.reply?.json, '/apiKey');
    if (id === undefined || key === undefined || !isSuccess(sent)) continue;
    const before = last.get(id);
    last.set(id, { key, at: sent.startedAt });
    if (before === undefined || operation.method !== 'PATCH') continue;
    if (before.key === key) {
      unchanged.push(entry);
      continue;
    }
    changed.push(entry);
    const other = updates.findLast(
      ({ sent: update }) =>
        update.startedAt + update.durationMs >= before.at &&
        update.startedAt <= sent.startedAt + sent.durationMs &&
        toId(update.reply?.json) !== id,
    );
    if (other === undefined) isAlwaysBetween = false;
    else between = other;
  }
  return { changed, unchanged, between: isAlwaysBetween ? between : undefined };
}
