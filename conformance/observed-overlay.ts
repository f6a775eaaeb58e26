import { type Contract, explainWrongValue } from '../contract/index.ts';
import type { CheckResult, RunResult } from './results.ts';

/** An OpenAPI Overlay 1.0 that sets assumptions of the contract. */
export interface ObservedOverlay {
  overlay: '1.0.0';
  info: { title: string; version: string };
  actions: {
    target: string;
    description: string;
    update: { value: string | number | boolean | null };
  }[];
}

/**
 * What a target was seen to do, as an overlay over the contract: a mock that is started with it does the same. What no
 * assumption stands for, and values that the mock does not know, are left out; the report has them in words. So is what was
 * seen where most checks came to no conclusion: a target that refuses everything refuses that, too.
 */
export function toObservedOverlay(
  { checks, observations, target, startedAt }: RunResult,
  { document }: Contract,
): ObservedOverlay {
  const actions = observations.flatMap(({ check, statement, assumption }) => {
    if (!isTrusted(checks, check)) return [];
    const known = assumption === undefined ? undefined : document['x-assumptions'][assumption.id];
    if (assumption === undefined || known === undefined) return [];
    const { id, value } = assumption;
    if (explainWrongValue({ ...known, value }) !== undefined) return [];
    return [{ target: `$['x-assumptions']['${id}']`, description: statement, update: { value } }];
  });
  return {
    overlay: '1.0.0',
    info: { title: `Observed behaviour of ${target.baseUrl}`, version: startedAt },
    actions,
  };
}

/** Whether half of the checks of an operation, or of all for the service as a whole, came to a conclusion. */
function isTrusted(checks: readonly CheckResult[], id: string): boolean {
  const operation = checks.find((check) => check.id === id)?.operation ?? 'service';
  const judged = checks.filter(
    (check) =>
      (operation === 'service' || check.operation === operation) &&
      check.level !== 'OBSERVE' &&
      check.outcome.status !== 'skipped' &&
      check.outcome.status !== 'not-run',
  );
  const open = judged.filter(({ outcome }) => outcome.status === 'inconclusive');
  return 2 * open.length <= judged.length;
}
