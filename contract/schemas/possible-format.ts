/** The lengths of texts in formats of a fixed length. */
const lengths: ReadonlyMap<string, number> = new Map([
  ['uuid', 36],
  ['date', 10],
]);

/**
 * Whether the lengths that a schema allows are those of its format. If not, no text has both: the author means the lengths, which
 * are facts of the service, and `format` is only an annotation (JSON Schema 2020-12, "Format-Annotation").
 */
export function isFormatPossible(schema: Readonly<Record<string, unknown>>): boolean {
  const { format, minLength, maxLength } = schema;
  const length = lengths.get(String(format));
  if (length === undefined) return true;
  const isTooShort = typeof minLength === 'number' && length < minLength;
  const isTooLong = typeof maxLength === 'number' && length > maxLength;
  return !isTooShort && !isTooLong;
}
