/**
 * Reads the value of `Retry-After`, seconds or a date (RFC 9110, section 10.2.3).
 * @returns the delay in milliseconds; undefined without a value that can be read
 */
export function readRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
