import { type Contract, explainWrongValue } from '../../contract/index.ts';
import type { CheckResult, RunResult } from '../results.ts';

/** An OpenAPI Overlay 1.0 document that sets assumptions of the contract. */
export interface ObservedOverlay {
  /** The version of the Overlay Specification. */
  overlay: '1.0.0';
  /** What the overlay describes. */
  info: { title: string; version: string };
  /** One for each observed assumption. */
  actions: {
    target: string;
    description: string;
    update: { value: string | number | boolean | null };
  }[];
}

/**
 * Converts observations to an overlay. A mock with this overlay behaves like the target. Observations without an assumption
 * are omitted, and so are values that the mock does not support. If most checks were inconclusive, all are omitted, because
 * observations of a target that refuses everything are meaningless.
 */
export function toObservedOverlay(
  { checks, observations, target, startedAt }: RunResult,
  { document }: Contract,
): ObservedOverlay {
  const actions = observations.flatMap(({ check, statement, assumption }) => {
    if (!isTrusted(checks, check)) return [];
    const documented =
      assumption === undefined ? undefined : document['x-assumptions'][assumption.id];
    if (assumption === undefined || documented === undefined) return [];
    const { id, value } = assumption;
    if (explainWrongValue({ ...documented, value }) !== undefined) return [];
    return [{ target: `$['x-assumptions']['${id}']`, description: statement, update: { value } }];
  });
  return {
    overlay: '1.0.0',
    info: { title: `Observed behaviour of ${target.baseUrl}`, version: startedAt },
    actions,
  };
}

/** Whether at least half of the operation's checks (for the service as a whole: of all checks) were conclusive. */
function isTrusted(checks: readonly CheckResult[], id: string): boolean {
  const { operation = 'service' } = checks.find((check) => check.id === id) ?? {};
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
