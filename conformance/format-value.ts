/** Formats a value as JSON. Reports shorten it around the relevant place. */
export function formatValue(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
