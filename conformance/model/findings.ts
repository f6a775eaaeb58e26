import type { CheckResult, Failure } from '../results.ts';
import { isSuccess, type JournalEntry, listSuccesses } from '../runner/journal.ts';
import { toRoute } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';
import { unreadableAnswer } from '../runner/wire.ts';
import { findCommonTrait, findUsualTrait, isSpelledOtherwise } from './common-traits.ts';
import { explainKeyCheck, listOpenKeys } from './explain-keys.ts';
import { explainRefusedValue, explainValue } from './explain-value.ts';
import {
  describeDisguise,
  type Explanation,
  hasDisguisedErrors,
  isErrorInDisguise,
  type Shown,
} from './explanation.ts';
import { listPathIds, readRecords, toId, toKey } from './ledger.ts';
import { createMissing, explainLostData, findListed, findLostData } from './missing-records.ts';
import { createdKinds } from './record-writes.ts';
import { toReproduction } from './reproduction.ts';
import type { Run } from './scope.ts';
import {
  createSharedTexts,
  createTaken,
  explainBreakdown,
  isFault,
  relateAccepted,
  relateIgnored,
  relateLacking,
} from './shared-faults.ts';

/**
 * Adds a one-line finding to each failure that says what the target does wrong. It is understandable without the check. The
 * journal shows where a wrong value comes from: a refused request, a write to another record, or an earlier write to the
 * same record.
 */
export function explainFailures(checks: readonly CheckResult[], run: Run): CheckResult[] {
  const lostData = findLostData(run);
  const explainMissing = createMissing(run);
  const keys = listOpenKeys(checks);
  const isDisguising = hasDisguisedErrors(run);
  const breakdown = explainBreakdown(run);
  const explainSharedText = createSharedTexts(run);
  const related = new Map([
    ...relateAccepted(checks, run),
    ...relateIgnored(checks, run),
    ...relateLacking(checks),
  ]);
  const explainOne = (check: CheckResult, failure: Failure): Explanation => {
    const lost = (lostData && explainLostData(failure, run, lostData)) ?? explainMissing(failure);
    if (lost !== undefined) return lost;
    const sent = failure.exchange === undefined ? undefined : run.findShown(failure.exchange);
    if (isDisguising && sent !== undefined && isErrorInDisguise(run, sent))
      return describeDisguise(sent);
    return {
      ...explain(failure, run),
      ...(failure.finding === undefined && isFault(sent) ? breakdown : {}),
      ...(failure.finding === undefined && breakdown === undefined
        ? explainSharedText(failure, sent)
        : {}),
      ...explainKeyCheck(check, failure, keys, run),
    };
  };
  return checks.map((check) => {
    if (check.outcome.status !== 'failed') return check;
    let last: Failure['about'];
    const failures = check.outcome.failures.map((failure): Failure => {
      const explanation = explainOne(check, failure);
      // Groups findings that differ only in their count.
      const about =
        explanation.about ??
        related.get(failure) ??
        (failure.exchange ? failure.about : (last ?? failure.about));
      last ??= about;
      const finding =
        (explanation.finding ?? failure.finding ?? toPlainFinding(check, failure)) +
        toSometimes(check);
      const explained: Failure = {
        ...failure,
        ...explanation,
        finding: run.redact(finding),
        ...(about === undefined ? {} : { about }),
      };
      const reproduce = toReproduction(explained, run);
      return { ...explained, ...(reproduce === undefined ? {} : { reproduce }) };
    });
    return { ...check, outcome: { ...check.outcome, failures } };
  });
}

/** Describes an intermittent failure, which is a different finding from a permanent one. */
function toSometimes({ outcome }: CheckResult): string {
  if (outcome.status !== 'failed' || outcome.attempts === undefined) return '';
  const { failed, of } = outcome.attempts;
  return failed === of ? '' : `, intermittently: it failed ${failed} of ${of} attempts`;
}

function explain(failure: Failure, run: Run): Explanation {
  const sent = failure.exchange === undefined ? undefined : run.findShown(failure.exchange);
  const operation = run.journal.entries.findLast((entry) => entry.sent === sent)?.operation.id;
  if (sent === undefined || operation === undefined) return {};
  const shown = { failure, sent, run, operation };
  // The check has its own finding, but the source of the value is still unknown.
  if (failure.finding !== undefined)
    return failure.pointer === undefined ? {} : (explainRefusedValue(shown, failure.pointer) ?? {});
  if (sent.request.method === 'GET') {
    const explanation = explainPage(shown);
    if (explanation !== undefined) return explanation;
  }
  if (failure.pointer === undefined) return explainStatus(shown);
  return /^the \w+ of a (?:site|route|webhook)$/.test(failure.about?.what ?? '')
    ? explainValue(shown, failure.pointer)
    : {};
}

/** Explains an unexpected status by what the requests with this status have in common. */
function explainStatus(shown: Shown): Explanation {
  const { failure, sent, run, operation } = shown;
  const status = sent.reply?.status;
  if (status !== undefined && status < 400) return {};
  const failed = status === undefined || status >= 500;
  const own = run.journal.entries.filter((entry) => entry.operation.id === operation);
  const same = own.filter(
    (entry) => entry.sent.reply?.status === status && (failed || entry.intent === 'valid'),
  );
  const accepted = own.filter(({ sent: other }) => isSuccess(other));
  // Ids of routes and workspaces are not ids of sites.
  const kind = /\/(site|route)s\/[^/]/.exec(sent.request.path)?.[1];
  const created = new Set(
    run.journal.entries.flatMap((entry) =>
      isSuccess(entry.sent) && (kind === undefined || createdKinds[entry.operation.id] === kind)
        ? (toId(entry.sent.reply?.json) ?? [])
        : [],
    ),
  );
  const subject = findBadId(run, sent) ?? (failed ? toStatusSubject(failure, sent) : undefined);
  const about = subject === undefined ? {} : { about: subject };
  const unreadable =
    sent.loss === 'unreadable' ? sent.error?.slice(unreadableAnswer.length).trim() : undefined;
  if (unreadable !== undefined)
    return { finding: `${operation} returns an unreadable body: ${unreadable}`, ...about };
  const answer = toAnswer(status);
  if (sent.isFatal === true)
    return {
      finding: `${operation} crashes the target, which stops responding after a request with ${describeBody(sent)}`,
      ...about,
    };
  const wasAsked = own.some(({ intent }) => intent === 'valid');
  if (accepted.length === 0 && same.length > 0 && wasAsked)
    return {
      finding:
        status === undefined
          ? `${operation} responds to none of the valid requests`
          : `${operation} ${answer} every valid request`,
      ...about,
    };
  const [id] = listPathIds(sent.request.path);
  if ((status === 404 || status === 410) && id !== undefined) {
    const copying = findCopying(run, sent, id);
    if (copying !== undefined)
      return {
        finding: `duplicateSite removes the routes of the original: ${operation} returns ${status} for one of them`,
        cause: run.show(copying),
      };
    if (created.has(id))
      return { finding: `${operation} returns ${status} for a record that was created`, ...about };
  }
  const group = { own, same, accepted, created, answer, hasWorkspace: kind === undefined };
  return { ...explainTrait(shown, group), ...about };
}

/** What an operation does with a request. */
function toAnswer(status: number | undefined): string {
  if (status === undefined) return 'does not respond to';
  return status >= 500 ? `returns ${status} to` : `refuses (${status})`;
}

/** Requests to one operation, grouped by their responses. */
interface Answers {
  own: readonly JournalEntry[];
  same: readonly JournalEntry[];
  accepted: readonly JournalEntry[];
  /** Ids of the records that the run created. */
  created: ReadonlySet<string>;
  /** What the operation does with requests like this one, in words. */
  answer: string;
  /** Whether a workspace id is the only id in their paths. */
  hasWorkspace: boolean;
}

/** Explains a status by what the requests with it have in common. */
function explainTrait({ sent, run, operation }: Shown, answers: Answers): Explanation {
  const { own, same, accepted, created, answer, hasWorkspace } = answers;
  const status = sent.reply?.status;
  const workspaces = hasWorkspace ? [run.options.workspace, run.options.otherWorkspace ?? ''] : [];
  const known = new Set([...created, ...workspaces].map(toKey));
  const answered = own.filter(
    ({ sent: { reply }, intent }) =>
      reply !== undefined &&
      reply.status < 500 &&
      reply.status !== status &&
      intent !== 'unauthorised',
  );
  const elsewhere = run.journal.entries.filter(
    (entry) => entry.operation.id !== operation && isSuccess(entry.sent),
  );
  const options = { known, isListed: findListed(own), listTaken: createTaken(run), elsewhere };
  const trait =
    findCommonTrait(same, answered, options) ?? findCommonTrait(same, accepted, options);
  const usual = trait ?? findUsualTrait(same, accepted, options);
  const least = same.toSorted((one, other) => size(one.sent) - size(other.sent))[0];
  const example = least && findCommonTrait([least], accepted, options);
  return {
    finding:
      usual !== undefined
        ? `${operation} ${answer} a request ${usual}${trait === undefined ? ', and to others' : ''}`
        : `${operation} ${answer} ${same.length} of ${own.length} requests${example === undefined ? '' : `, for example one ${example}`}`,
    ...(least === undefined || least.sent === sent ? {} : { cause: run.show(least.sent) }),
  };
}

/** Subject of a refusal that is about an id of the target which is not a UUID. */
function findBadId({ ledger }: Run, { request }: Sent): Failure['about'] {
  const found = ledger.inventory.find(
    ({ id }) => listPathIds(id).length === 0 && id !== '' && request.path.includes(id),
  );
  return found && { what: `the id of a ${found.kind}`, distance: 2 };
}

/** Finds the duplication of a site after which one of its routes could no longer be found. */
function findCopying(run: Run, { startedAt }: Sent, id: string): Sent | undefined {
  const route = run.ledger.inventory.find((one) => one.kind === 'route' && toKey(one.id) === id);
  if (route === undefined) return undefined;
  const lastKnown = run.journal.entries.findLast(
    ({ sent }) => isSuccess(sent) && toId(sent.reply?.json) === id,
  );
  return listSuccesses(run, 'duplicateSite').find(
    ({ sent }) =>
      sent.startedAt >= (lastKnown?.sent.startedAt ?? 0) &&
      sent.startedAt <= startedAt &&
      listPathIds(sent.request.path).includes(toKey(route.parent)),
  )?.sent;
}

function describeBody({ request: { body } }: Sent): string {
  const text = Buffer.from(body ?? []).toString('utf8');
  return text === '' ? 'no body' : `the body ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;
}

function toStatusSubject({ about }: Failure, sent: Sent): NonNullable<Failure['about']> {
  const what = `${toRoute(sent)} returns ${sent.reply?.status ?? 'nothing'}`;
  return { what, distance: about?.distance ?? 1 };
}

/** Ranks requests by size: the shortest is the easiest to understand. Unusual spellings of the path rank last. */
function size({ request }: Sent): number {
  const isOdd = isSpelledOtherwise(request.path);
  return (request.body?.length ?? 0) + request.path.length + (isOdd ? 1_000_000 : 0);
}

/** Explains faults that are visible in the page itself, whatever the check is about. */
function explainPage({ failure, sent, run, operation }: Shown): Explanation | undefined {
  const data = readRecords(sent.reply?.json);
  if (data === undefined) return undefined;
  const ids = data.flatMap((site) => toId(site) ?? []);
  const [workspace] = listPathIds(sent.request.path);
  const stranger = ids.find((id) => {
    const site = run.ledger.sites.get(id);
    return site !== undefined && workspace !== undefined && toKey(site.workspace) !== workspace;
  });
  if (stranger !== undefined)
    return {
      finding: `${operation} shows a site of another workspace`,
      about: { what: 'sites of another workspace', distance: 0.1 },
    };
  const isRepeated = new Set(ids).size < ids.length;
  // One site that is shown with two names is a different finding.
  const isAboutField = /\/(?:name|hostUrl)$/.test(failure.pointer ?? '');
  return isRepeated && !isAboutField
    ? {
        finding: `${operation} shows a site twice on one page`,
        about: { what: 'a site is shown twice', distance: 0.3 },
      }
    : undefined;
}

/** Fallback: the operation and the message of the check. */
function toPlainFinding({ operation }: CheckResult, { message }: Failure): string {
  return `${operation === 'service' ? '' : `${operation}: `}${message}`;
}
