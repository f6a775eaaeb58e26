/**
 * What a check is about, in the order of reports: causes come first. A service that refuses the credentials, or fails, breaks
 * everything that follows.
 */
export const stages = ['access', 'failure', 'shape', 'law', 'refusal', 'nonsense'] as const;
export type Stage = (typeof stages)[number];
