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
 * Converts observations to an overlay. A mock that is started with it behaves like the target. Observations without
 * an assumption, and values that the mock does not support, are omitted, and so are all if most checks were
 * inconclusive: a target that refuses everything shows nothing.
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
