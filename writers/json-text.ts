/** Characters that control terminals, break lines in certain programs, or are invisible. */
const unsafe = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{fdd0}-\u{fdef}\u{fffe}\u{ffff}]/gu;

/** Escapes them in a JSON text, where they only occur in strings, and what GitHub's runner obeys anywhere in a line. */
export function escapeJson(json: string): string {
  return json.replace(unsafe, toEscapes).replaceAll('##[', '##\\u005b');
}

function toEscapes(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((digits) => `\\u${digits}`).join('');
}

/** Formats a value as JSON that may be printed. It ends with a line feed. @param indent 0 for a single line */
export function toJsonText(value: unknown, indent = 2): string {
  return `${escapeJson(JSON.stringify(value, undefined, indent))}\n`;
}
