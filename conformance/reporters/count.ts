/** `1 check`, `2 checks`, `1,204 requests`. */
export function toCount(count: number, noun: string): string {
  return `${toNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

export function toNumber(count: number): string {
  return count.toLocaleString('en-US');
}

/** `812 ms`, `2.1 s`, `3 min 20 s`. */
export function toDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
