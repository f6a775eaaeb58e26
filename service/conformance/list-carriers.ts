import type { Check } from './model/scope.ts';

/**
 * Lists checks that run without being reported, because the selected ones need their requests: verdicts need responses, and
 * a refusal is inconclusive if the operation never accepted anything. They are the simplest checks of operations without
 * selected calls.
 */
export function listCarriers(checks: readonly Check[], selected: readonly Check[]): Check[] {
  const depends = ({ stage, refuses = false }: Check) => stage === 'verdict' || refuses;
  const independent = selected.filter((check) => !depends(check));
  const called = new Set(independent.map(({ operation }) => operation));
  const silent = selected
    .filter((check) => depends(check) && !called.has(check.operation))
    .map(({ operation }) => operation);
  return checks.filter(
    (candidate) =>
      !selected.includes(candidate) &&
      candidate.requirements.includes('operations-exist') &&
      (silent.includes(candidate.operation) || silent.includes('service')),
  );
}
