import type { Check } from './check.ts';

/** Whether `--only` names a check: by its id, or by a part of it that ends at a slash or a hyphen. */
export function isSelected(id: string, only: readonly string[]): boolean {
  if (only.length === 0) return true;
  return only.some(
    (name) =>
      id === name ||
      (id.startsWith(name) && (/[/-]$/.test(name) || /^[/-]/.test(id.slice(name.length)))),
  );
}

/**
 * Checks that judge answers need answers to judge, and a refusal proves nothing where nothing is accepted: where none of an
 * operation's own calls is selected, its plainest ones are made without being reported.
 */
export function listCarriers<C extends Check>(checks: readonly C[], selected: readonly C[]): C[] {
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
