/** Text longer than the column widths and limits that are in use (30, 50, 64, 100, 128, 191, 200, 255). */
export const longText = Array.from(
  { length: 30 },
  (_, at) => `${String(at).padStart(3, '0')}-abcdef`,
).join('');

/** Longer than any column of a usual width, and not in one byte for each character. */
export const veryLongText = `${longText}\u00E9\u65E5\u{1F600}`.repeat(14);
