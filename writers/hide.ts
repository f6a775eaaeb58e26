/** Replaces secrets. */
export const redactedMark = '[redacted]';

/** Returns what replaces a secret. */
export type Hide = (secret: string) => string;

/** Of a shorter secret, not even the start remains. */
const shortestWithStart = 12;
const keptStart = 4;

/** Creates a function that returns what replaces a secret: a mark, or its first characters. */
export function createHide(keepsStart: boolean): Hide {
  return (secret) => {
    if (secret === '' || secret === redactedMark) return secret;
    if (!keepsStart) return redactedMark;
    return secret.length < shortestWithStart ? '…' : `${secret.slice(0, keptStart)}…`;
  };
}
