import { readAt } from '../../contract/resolve-reference.ts';
import type { CheckResult, Exchange, Failure } from '../results.ts';
import { endOf, isSuccess, type JournalEntry, listSuccesses } from '../runner/journal.ts';
import { findCommonTrait } from './common-traits.ts';
import { listWrongCredentials } from './credentials.ts';
import { disguisedErrors, type Explanation, type Shown, spreading } from './explanation.ts';
import { toId, toKey } from './ledger.ts';
import { listNamed } from './record-writes.ts';
import type { Run } from './scope.ts';

const isKeyCheck =
  /\/refuses-(?:(?:requests|spelled-paths|disguised-requests)-without-a-key|wrong-keys|other-schemes|the-key-of-a-site)$/;

const credentialTitles = new Map(
  listWrongCredentials('any-key', undefined).map(({ id, title }) => [id, title]),
);

const behind = ' after another request on the same connection';

/** Operations that accept requests without a valid key, derived from all key checks. */
export function listOpenKeys(checks: readonly CheckResult[]) {
  const failures = checks
    .filter(({ id }) => isKeyCheck.test(id))
    .flatMap(({ outcome }) => (outcome.status === 'failed' ? outcome.failures : []));
  // Creations are sent only once, never repeated on a new connection.
  const tried = failures.filter(({ exchange }) => exchange?.request.method !== 'POST');
  return {
    /** Operations that work without any key. Wrong keys are not a separate finding for these. */
    withoutKey: checks.filter(isOpen).map(({ operation }) => operation),
    /** Whether several operations accept a key that was never issued. This explains the other wrong keys that they accept. */
    areAllLoose: checks.filter(acceptsUnknown).length > 1,
    /** Operations that accept a wrong key, with a pattern for the other checks that fail for the same reason. */
    looseKeys: new Map(
      checks.flatMap((check): [string, RegExp][] => {
        const follows = findConsequence(check);
        return follows === undefined ? [] : [[check.operation, follows]];
      }),
    ),
    /** Whether each wrong key that was also tried on a new connection was refused there. */
    isByConnection: tried.length > 0 && tried.every(({ message }) => message.endsWith(behind)),
  };
}

function acceptsUnknown({ id, outcome }: CheckResult): boolean {
  return (
    outcome.status === 'failed' &&
    id.endsWith('/refuses-wrong-keys') &&
    outcome.failures.some(({ message }) => message.includes(`${credentialTitles.get('unknown')},`))
  );
}

/** Pattern for the other key checks that fail because the operation accepts a certain wrong key. */
function findConsequence({ id, outcome }: CheckResult): RegExp | undefined {
  if (outcome.status !== 'failed' || !id.endsWith('/refuses-wrong-keys')) return undefined;
  const messages = outcome.failures.map(({ message }) => message).join('\n');
  const isAccepted = (wrong: string) => messages.includes(`${credentialTitles.get(wrong)},`);
  if (isAccepted('unknown')) return /wrong-keys|other-schemes|the-key-of-a-site/;
  // A service that accepts the key anywhere in the header also accepts any scheme.
  return isAccepted('prefixed') || isAccepted('longer') ? /wrong-keys|other-schemes/ : undefined;
}

/** Whether an operation works without any key. */
function isOpen({ id, outcome }: CheckResult): boolean {
  return (
    outcome.status === 'failed' &&
    id.endsWith('/refuses-requests-without-a-key') &&
    outcome.failures.some(
      ({ exchange, message, about }) =>
        exchange !== undefined &&
        !hasKey(exchange) &&
        !message.endsWith(behind) &&
        about?.what !== disguisedErrors,
    )
  );
}

function hasKey({ request: { headers } }: Exchange): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}

export function explainKeyCheck(
  { id, operation }: CheckResult,
  failure: Failure,
  { withoutKey, areAllLoose, looseKeys, isByConnection }: ReturnType<typeof listOpenKeys>,
  run: Run,
): Explanation & Pick<Failure, 'exchange'> {
  if (!isKeyCheck.test(id)) return {};
  if (isByConnection) return explainConnection(failure, run);
  if (!withoutKey.includes(operation)) {
    // Failures of requests without the header have another cause.
    if (areAllLoose && failure.exchange !== undefined && hasKey(failure.exchange))
      return { about: { what: 'wrong keys', distance: id.endsWith('wrong-keys') ? 0 : 0.1 } };
    if (looseKeys.get(operation)?.test(id) !== true) return {};
    const distance = id.endsWith('wrong-keys') ? 0 : 0.1;
    return { about: { what: `wrong keys of ${operation}`, distance } };
  }
  const [first = '', ...others] = withoutKey;
  const which =
    others.length === 0
      ? first
      : `${first} and ${others.length === 1 ? others[0] : `${others.length} more operations`}`;
  return {
    ...(id.endsWith('without-a-key')
      ? {
          finding: `${which} ${others.length === 0 ? 'works' : 'work'} without an Authorization header`,
        }
      : {}),
    about: { what: 'requests without a key', distance: id.endsWith('without-a-key') ? 0 : 0.1 },
  };
}

/** Reports one cause for all wrong keys: the service remembers connections that have sent the right key. */
function explainConnection(failure: Failure, run: Run): Explanation & Pick<Failure, 'exchange'> {
  const { finding = failure.message, exchange } = failure;
  const isTold = finding.endsWith(behind);
  const about = {
    what: 'the key of an earlier request on the connection',
    distance: isTold ? 0 : 0.1,
  };
  const sent = exchange === undefined ? undefined : run.findShown(exchange);
  if (isTold || sent?.before === undefined) return { about };
  return { finding: finding + behind, exchange: run.showBehind(sent.before, sent), about };
}

/** Explains a wrong apiKey. The service generates it, so its source is found by comparing responses, not requests. */
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

/** Finds a site's creation, if each site has a different key after its creation and keeps that one. */
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

/**
 * Lists the updates that returned a different key than the previous response about the site, and those that returned the
 * same.
 */
function listKeyChanges(run: Run) {
  const changed: JournalEntry[] = [];
  const unchanged: JournalEntry[] = [];
  const updates = listSuccesses(run, 'updateSite');
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
        endOf(update) >= before.at &&
        update.startedAt <= endOf(sent) &&
        toId(update.reply?.json) !== id,
    );
    if (other === undefined) isAlwaysBetween = false;
    else between = other;
  }
  return { changed, unchanged, between: isAlwaysBetween ? between : undefined };
}
