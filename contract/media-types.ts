/** Whether a media type is JSON: `application/json`, or one with the suffix `+json` (RFC 6839). Parameters are ignored. */
export function isJson(mediaType: string): boolean {
  return /^[^;]*[/+]json\s*(?:;|$)/i.test(mediaType);
}

/** Selects the media type that programs prefer: JSON, then one that includes JSON, then the first. */
export function selectMain<Content extends { mediaType: string }>(
  content: readonly Content[],
): Content | undefined {
  const plain = content.find(({ mediaType }) => /^application\/json\s*(?:;|$)/i.test(mediaType));
  const json = content.find(({ mediaType }) => isJson(mediaType));
  const range = content.find(({ mediaType }) => /^(?:\*|application)\/\*/.test(mediaType));
  return plain ?? json ?? range ?? content[0];
}
