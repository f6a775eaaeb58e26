/** How many levels of a value are drawn. Deeper ones would overflow the stack, and be indented beyond any screen. */
const deepest = 100;

/** Whether objects and arrays are nested too deeply to be drawn or formatted as JSON. */
export function isDeep(value: unknown): boolean {
  let level = listInner([value]);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = listInner(level.flatMap((item) => Object.values(item)));
  }
  return false;
}

function listInner(values: readonly unknown[]): object[] {
  return values.filter((value) => typeof value === 'object' && value !== null);
}
