import { toReportStatus } from '../reporters/report-status.ts';
import type { RunResult } from '../results.ts';
import type { Baseline, KnownCheck } from './baseline.ts';

export interface ToBaselineOptions {
  /** Last day of the failures that are new. Default: 30 days after the run. */
  expires?: string;
  /** Reason of the failures that are new. Default: one that asks to be replaced. */
  reason?: string;
}

const dayMs = 86_400_000;
const acceptedDays = 30;
const noReason = 'not explained yet: explain why it is accepted and who will fix it';

/**
 * The baseline that a run leads to. Failures that stay keep reason and date, an expired date too: to accept a failure for
 * longer is a decision of people. What the run could not decide stays as it was.
 *
 * @example toBaseline(result, { failures: [] }, { reason: 'mended by the release of December' });
 */
export function toBaseline(
  result: RunResult,
  previous: Baseline,
  { expires = toLastDay(result), reason = noReason }: ToBaselineOptions = {},
): Baseline {
  if (result.verdict.kind === 'not-run') return previous;
  const before = new Map(previous.failures.map((entry) => [entry.check, entry]));
  const failures: KnownCheck[] = [];
  for (const check of result.checks) {
    const { status } = check.outcome;
    const entry = before.get(check.id);
    before.delete(check.id);
    if (status === 'passed' || status === 'observed') continue;
    if (entry !== undefined) failures.push(entry);
    else if (toReportStatus(check, result.options.strict) === 'failed') {
      failures.push({ check: check.id, reason, expires });
    }
  }
  if (result.options.only.length > 0) failures.push(...before.values());
  return { failures: failures.sort((one, other) => (one.check < other.check ? -1 : 1)) };
}

function toLastDay({ startedAt }: RunResult): string {
  return new Date(Date.parse(startedAt) + acceptedDays * dayMs).toISOString().slice(0, 10);
}

/** The text of a baseline file: sorted and with one field a line, so that a change of it reads well. */
export function toBaselineText({ failures }: Baseline): string {
  const $schema = './node_modules/site-contract/spec/baseline.schema.json';
  const entries = failures.map(({ check, reason, expires }) => ({ check, reason, expires }));
  return `${JSON.stringify({ $schema, failures: entries }, undefined, 2)}\n`;
}
