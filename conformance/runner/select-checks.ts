import type { AnyCheck } from './check.ts';

/** Whether `--only` selects a check: by its id, or by a prefix that ends at a slash or a hyphen. */
export function isSelected(id: string, only: readonly string[]): boolean {
  if (only.length === 0) return true;
  return only.some(
    (name) =>
      id === name ||
      (id.startsWith(name) && (/[/-]$/.test(name) || /^[/-]/.test(id.slice(name.length)))),
  );
}

/** Finds the first name of `--only` that selects no check. A run without checks would be meaningless. */
export function findUselessName(
  checks: readonly Pick<AnyCheck, 'id'>[],
  only: readonly string[],
): string | undefined {
  return only.find((name) => !checks.some(({ id }) => isSelected(id, [name])));
}

/**
 * Lists checks that run without being reported, because the selected ones need their requests: verdicts need responses, and
 * a refusal is inconclusive if the operation never accepted anything. They are the simplest checks of operations without
 * selected calls.
 */
export function listCarriers<C extends AnyCheck>(
  checks: readonly C[],
  selected: readonly C[],
): C[] {
  const silent = selected.filter(
    ({ stage, operation, refuses = false }) =>
      (stage === 'verdict' || refuses) &&
      !selected.some(
        (other) =>
          other.operation === operation && other.stage !== 'verdict' && other.refuses !== true,
      ),
  );
  return checks.filter(
    (candidate) =>
      !selected.includes(candidate) &&
      candidate.requirements.includes('operations-exist') &&
      silent.some(
        (check) => check.operation === candidate.operation || check.operation === 'service',
      ),
  );
}
