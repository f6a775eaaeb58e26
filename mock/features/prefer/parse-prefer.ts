/** What a request prefers; preferences that are not known here are left out, as RFC 7240 has it. */
export interface Preferences {
  code?: string;
  example?: string;
  delay?: string;
}

const known = ['code', 'example', 'delay'] as const;

/** A quoted string, which may lack its end, a separator, or a token (RFC 9110, section 5.6). No input makes it slow. */
const lexeme = /"(?:[^"\\]|\\.)*"?|[,;=]|[^\s",;=]+/g;

/** Reads the values of the header `Prefer`, joined with commas where it was sent more than once (RFC 7240, section 2). */
export function parsePrefer(text: string): Preferences | undefined {
  const found: Preferences = {};
  let parts: string[] = [];
  const take = (): void => {
    const [name = '', sign, value = ''] = parts;
    const key = known.find((each) => each === name.toLowerCase());
    // Where a preference is stated twice, the first one counts.
    if (key !== undefined) found[key] ??= sign === '=' ? readValue(value) : '';
    parts = [];
  };
  for (const [part] of text.matchAll(lexeme)) {
    if (part === ',') take();
    else parts.push(part);
  }
  take();
  return Object.keys(found).length === 0 ? undefined : found;
}

/** A token as it stands, or what a quoted string says. A parameter may follow a name with no value at all. */
function readValue(part: string): string {
  if (part === ';' || part === '=') return '';
  return part.startsWith('"') ? part.slice(1).replace(/"$/, '').replaceAll(/\\(.)/g, '$1') : part;
}
