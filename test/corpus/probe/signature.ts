import type { ProbeAnswer } from './client.ts';

export type Normalise = (text: string) => string;

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/**
 * Replaces every UUID by the order of its first appearance, so that runs with different ids
 * compare. What is compared by id alone, such as a reused one, stays visible.
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

/** What of an answer must be equal when two targets behave alike. */
export function toSignature(answer: ProbeAnswer, normalise: Normalise): string {
  const headers = Object.entries(answer.headers).filter(([name]) => !ignored.has(name));
  return `${answer.status} ${JSON.stringify(headers)} ${normalise(answer.text)}`;
}

/**
 * What of a signature the interface speaks of. It is silent about refusals, so that one refusal is
 * as good as another: a broken target must differ in more than that.
 */
export const withoutSilence = (signature: string): string =>
  signature.startsWith('4') ? 'refused' : signature;
