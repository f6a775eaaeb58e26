import type { ProbeAnswer } from './client.ts';

export type Normalise = (text: string) => string;

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/**
 * Replaces every UUID by its number in order of first appearance, so that runs with different ids can be compared. A
 * repeated id stays recognisable.
 */
export function createNormaliser(known: readonly string[]): Normalise {
  const seen = new Map(known.map((id, index) => [id, `<known id ${index}>`]));
  return (text) =>
    text.replace(uuid, (id) => {
      const word = id === id.toLowerCase() ? 'id' : 'ID';
      const name = seen.get(id) ?? `<${word} ${seen.size}>`;
      seen.set(id, name);
      return name;
    });
}

const ignored = new Set(['date', 'content-length', 'keep-alive', 'connection']);

/** Returns the part of a response that is equal if two targets behave in the same way. */
export function toSignature(answer: ProbeAnswer, normalise: Normalise): string {
  const headers = Object.entries(answer.headers).filter(([name]) => !ignored.has(name));
  return `${answer.status} ${JSON.stringify(headers)} ${normalise(answer.text)}`;
}

/**
 * Removes what the interface leaves open. It does not define refusals, so all refusals are equal: a broken target must
 * differ in something else.
 */
export const withoutSilence = (signature: string): string =>
  signature.startsWith('4') ? 'refused' : signature;
