/** Secrets in JSON, up to the closing quote. */
const fields =
  /("[\w-]*(?:api[-_]?key|authorization|token|secret|password)"\s*:\s*"[^"\\]{0,4})(?:[^"\\]|\\.)*/gi;

/** Shows secrets in a text as the journal does: enough to tell them apart, too little to use them. */
export function shortenSecrets(text: string): string {
  return text.replace(fields, '$1…');
}
