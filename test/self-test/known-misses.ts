/** Broken targets that the suite is known to pass, and why. The list is told in docs/corpus.md; it is there to stay empty. */
export const knownMisses: Readonly<Record<string, string>> = {};
