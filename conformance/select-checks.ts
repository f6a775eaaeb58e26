/** Whether `--only` selects a check: by its id, or by a prefix that ends at a slash or a hyphen. */
export function isSelected(id: string, only: readonly string[]): boolean {
  const isNamed = (name: string) =>
    id === name ||
    (id.startsWith(name) && (/[/-]$/.test(name) || /^[/-]/.test(id.slice(name.length))));
  return only.length === 0 || only.some(isNamed);
}

/** Finds the first name of `--only` that selects no check. A run without checks would be meaningless. */
export function findUselessName(
  checks: readonly { id: string }[],
  only: readonly string[],
): string | undefined {
  const selects = (name: string): boolean => checks.some(({ id }) => isSelected(id, [name]));
  return only.find((name) => !selects(name));
}
