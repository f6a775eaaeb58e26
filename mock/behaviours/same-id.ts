import { splitPointer } from '../../contract/resolve-reference.ts';
import type { Resource } from '../../contract/resources/model.ts';
import { normalise, splitWords } from '../../contract/resources/words.ts';

/**
 * Whether a field means the id of a record, although the record has it under another name: `name` for `pool_name`. Responses of
 * one service name the same id differently.
 */
export function isIdOf(resource: Resource, name: string): boolean {
  const [pointer = ''] = resource.id;
  const [idName = '', ...inner] = splitPointer(pointer);
  if (resource.id.length !== 1 || inner.length > 0 || name === idName) return false;
  return (
    withoutNoun(resource.name, name) === withoutNoun(resource.name, idName) ||
    isPlainId(resource, name, idName)
  );
}

/** `id` for `pages_deployment_id` of a deployment. */
function isPlainId(resource: Resource, name: string, idName: string): boolean {
  const noun = splitWords(resource.name).at(-1) ?? '';
  return normalise(name) === 'id' && normalise(idName).endsWith(`${noun}id`);
}

/** `pool_name` without `pool`. */
function withoutNoun(resource: string, name: string): string {
  const word = normalise(name);
  for (const noun of [normalise(resource), splitWords(resource).at(-1) ?? '']) {
    const shortened = word.slice(noun.length);
    if (word.startsWith(noun) && shortened !== '') return shortened;
  }
  return word;
}
