import { isRecord } from '../../contract/resolve-reference.ts';
import type { Resource } from '../../contract/resources/model.ts';
import { splitWords } from '../../contract/resources/words.ts';
import { define } from '../../contract/values-at.ts';
import type { StoredRecord } from '../store/records.ts';
import type { RoleContext, RoleRequest } from './behaviour.ts';

/** Words at the end of the names of fields that identify a record. */
const identifying = new Set(['id', 'uuid', 'token', 'key', 'handle', 'code', 'reference']);

/**
 * Finds the record that a request names by another field than its id: a creation may return a token, and a read asks for it in
 * its body.
 */
export async function findByTokens(
  resource: Resource,
  { parameters, body }: Pick<RoleRequest, 'parameters' | 'body'>,
  { records }: RoleContext,
): Promise<StoredRecord | undefined> {
  const sent = { ...parameters, ...(isRecord(body) ? body : {}) };
  const tokens = Object.entries(sent).filter(([name, value]) => isToken(name, value));
  if (tokens.length === 0) return undefined;
  const stored = await records.list(resource.name);
  return stored.find(({ value, hidden }) =>
    tokens.some(([name, token]) => value[name] === token || hidden[name] === token),
  );
}

function isToken(name: string, value: unknown): boolean {
  const isText = typeof value === 'string' && value !== '';
  return isText && identifying.has(splitWords(name).at(-1) ?? '');
}

/** The tokens of a new record that only the reply of its creation shows. */
export function listNewTokens({ value, hidden }: StoredRecord, replyItem: unknown): object {
  const tokens = {};
  for (const [name, token] of Object.entries(isRecord(replyItem) ? replyItem : {})) {
    const isKnown = Object.hasOwn(value, name) || Object.hasOwn(hidden, name);
    if (!isKnown && isToken(name, token)) define(tokens, name, token);
  }
  return tokens;
}
