import type { Check } from './model/scope.ts';

/** Whether `--only` selects a check: by its id, or by a prefix that ends at a slash or a hyphen. */
export function isSelected(id: string, only: readonly string[]): boolean {
  const isNamed = (name: string) =>
    id === name ||
    (id.startsWith(name) && (/[/-]$/.test(name) || /^[/-]/.test(id.slice(name.length))));
  return only.length === 0 || only.some(isNamed);
}

/** Finds the first name of `--only` that selects no check. A run without checks would be meaningless. */
export function findUselessName(
  checks: readonly Pick<Check, 'id'>[],
  only: readonly string[],
): string | undefined {
  return only.find((name) => !checks.some(({ id }) => isSelected(id, [name])));
}

/**
 * Lists checks that run without being reported, because the selected ones need their requests: verdicts need responses, and
 * a refusal is inconclusive if the operation never accepted anything. They are the simplest checks of operations without
 * selected calls.
 */
export function listCarriers(checks: readonly Check[], selected: readonly Check[]): Check[] {
  const depends = ({ stage, refuses = false }: Check) => stage === 'verdict' || refuses;
  const called = new Set(
    selected.filter((check) => !depends(check)).map(({ operation }) => operation),
  );
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
