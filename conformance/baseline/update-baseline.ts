import { findBroken } from '../group-failures.ts';
import { failsRun, type RunResult } from '../results.ts';
import {
  type Baseline,
  type BaselineEntry,
  declares,
  isStale,
  type KnownRequirement,
  nameEntry,
  stillFails,
} from './known-failures.ts';

const dayMs = 86_400_000;
const acceptedDays = 30;
const noReason = 'not explained yet: explain why it is accepted and who will fix it';

/**
 * Creates a new baseline from a run. Remaining failures keep their reason and date, even an expired one, because only people
 * may accept a failure for longer. Entries stay unchanged if the run did not decide them.
 *
 * @example toBaseline(result, { failures: [] });
 */
export function toBaseline(result: RunResult, previous: Baseline): Baseline {
  if (result.verdict.kind === 'not-run') return previous;
  const isWholeRun = result.options.only.length === 0;
  const kept = previous.failures.filter(
    (entry) => !stillFails(entry, result.checks) && !isStale(entry, result.checks, isWholeRun),
  );
  const entries = [...kept, ...listFailing(result, previous)];
  const byName = new Map(entries.map((entry) => [nameEntry(entry), entry]));
  const names = [...byName.keys()].sort();
  return { failures: names.flatMap((name) => byName.get(name) ?? []) };
}

/** An entry for each requirement that fails at an operation, with the reason that it had. */
function listFailing(result: RunResult, previous: Baseline): KnownRequirement[] {
  const entries: KnownRequirement[] = [];
  for (const check of result.checks) {
    if (check.outcome.status !== 'failed') continue;
    for (const failure of check.outcome.failures) {
      const before = previous.failures.find((entry) =>
        declares(entry, check, failure, result.checks),
      );
      if (before === undefined && !failsRun(check, result.options.strict)) continue;
      entries.push({
        requirement: findBroken(check, failure).id,
        operation: check.operation,
        reason: before?.reason ?? noReason,
        expires: before?.expires ?? toLastDay(result),
      });
    }
  }
  return entries;
}

function toLastDay({ startedAt }: RunResult): string {
  return new Date(Date.parse(startedAt) + acceptedDays * dayMs).toISOString().slice(0, 10);
}

/** Formats a baseline file: sorted, with one field per line, for readable diffs. */
export function toBaselineText({ failures }: Baseline): string {
  const $schema = './node_modules/site-contract/spec/baseline.schema.json';
  return `${JSON.stringify({ $schema, failures: failures.map(sortFields) }, undefined, 2)}\n`;
}

function sortFields(entry: BaselineEntry): BaselineEntry {
  const { reason, expires } = entry;
  if ('check' in entry) return { check: entry.check, reason, expires };
  return { requirement: entry.requirement, operation: entry.operation, reason, expires };
}
