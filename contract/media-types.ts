/** Whether a media type is JSON: `application/json`, or one with the suffix `+json` (RFC 6839). Parameters are ignored. */
export function isJson(mediaType: string): boolean {
  return /^[^;]*[/+]json\s*(?:;|$)/i.test(mediaType);
}

/** A parameter of a media type: its name, and its value as a token or a quoted string (RFC 9110, section 5.6.6). */
const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/g;

/** Splits a media type into its name in lower case, and its parameters by name in lower case. The first of equal names counts. */
export function parseMediaType(text: string): { name: string; parameters: Map<string, string> } {
  const [bare = ''] = text.split(';', 1);
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of text.slice(bare.length).matchAll(parameter)) {
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? token.trim();
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, value);
  }
  return { name: bare.trim().toLowerCase(), parameters };
}

/** Whether a charset is UTF-8 under any of its names, such as `utf8` (WHATWG Encoding Standard, section 4.2). */
export function isUtf8(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding === 'utf-8';
  } catch {
    return false;
  }
}

/** Selects the media type that programs prefer: JSON, then one that includes JSON, then the first. */
export function selectMain<Content extends { mediaType: string }>(
  content: readonly Content[],
): Content | undefined {
  const plain = content.find(({ mediaType }) => /^application\/json\s*(?:;|$)/i.test(mediaType));
  const json = content.find(({ mediaType }) => isJson(mediaType));
  const range = content.find(({ mediaType }) => /^(?:\*|application)\/\*/.test(mediaType));
  const anyJson = plain ?? json;
  return anyJson ?? range ?? content[0];
}

/** Selects the documented content of a media type: the type itself, then a range such as `text/*`, then everything. */
export function matchContent<Content extends { mediaType: string }>(
  content: readonly Content[],
  sent: string,
): Content | undefined {
  const { name } = parseMediaType(sent);
  const [main = ''] = name.split('/');
  const find = (wanted: string): Content | undefined =>
    content.find(({ mediaType }) => parseMediaType(mediaType).name === wanted);
  return find(name) ?? find(`${main}/*`) ?? find('*/*');
}
