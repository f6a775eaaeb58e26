/** Words in the values of an enum that fit a kind of refusal, the best one first. */
const fittingWords: ReadonlyMap<string, readonly string[]> = new Map([
  ['unauthorized', ['unauth', 'authentication', 'auth', 'credential', 'token']],
  ['not-found', ['notfound', 'missing', 'unknown', 'invalid', 'request']],
  ['conflict', ['conflict', 'alreadyexists', 'exists', 'duplicate', 'taken', 'invalid', 'request']],
  ['unsupported-media-type', ['media', 'contenttype', 'unsupported', 'invalid', 'request']],
]);
const usualWords = ['validation', 'invalid', 'badrequest', 'request', 'client'];

/**
 * Chooses the value of an enum that fits a refusal best. Undefined if none does.
 * @param id the id of the problem, such as `not-found`
 */
export function chooseErrorWord(values: readonly unknown[], id: string): string | undefined {
  const texts = values.filter((value) => typeof value === 'string');
  for (const word of fittingWords.get(id) ?? usualWords) {
    const text = texts.find((candidate) => toPlain(candidate).includes(word));
    if (text !== undefined) return text;
  }
  return undefined;
}

const toPlain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '');
