import type { RunEvent } from '../../conformance/index.ts';
import { toCount } from '../../conformance/reporters/count.ts';
import { createProgress, type Progress } from '../../conformance/reporters/progress.ts';
import { usesProgress } from '../colour.ts';
import type { Context } from '../command.ts';
import type { ConformanceValues } from '../commands/conformance-options.ts';

/** What is said on stderr while the suite runs: what it is going to create, and how far it is. */
export function createRunNotes(values: ConformanceValues, { stderr, environment }: Context) {
  const isTerminal = values.progress ?? usesProgress(stderr, environment);
  let progress: Progress | undefined;
  return {
    onEvent(event: RunEvent): void {
      if (event.type === 'planned') {
        stderr.write(toPlan(event, values.baseUrl));
        progress = createProgress(stderr, { total: event.checks, isTerminal });
        return;
      }
      if (event.type === 'waiting') {
        const seconds = Math.ceil(event.milliseconds / 1000);
        stderr.write(`site-contract: waiting ${seconds} s: ${event.reason}\n`);
        return;
      }
      const { id, outcome } = event.result;
      progress?.advance({ id, failed: outcome.status === 'failed' || outcome.status === 'error' });
    },
    stop(): void {
      progress?.stop();
      progress = undefined;
    },
  };
}

/** Said before anything is created, since it cannot be deleted. */
function toPlan(
  { checks, sites, seed, maxTimeMs }: Extract<RunEvent, { type: 'planned' }>,
  baseUrl: string | undefined,
): string {
  const where = baseUrl === undefined ? 'a mock that was started for the run' : baseUrl;
  return `site-contract: ${toCount(checks, 'check')} against ${where}, creating at most ${toCount(sites, 'site')} in at most ${maxTimeMs / 1000} s (seed ${seed})\n`;
}
