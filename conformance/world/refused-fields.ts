import { readFields } from '../../contract/schema-fields.ts';
import type { Sent } from '../runner/target.ts';
import { readRequestSchema } from './request-schema.ts';
import type { Step, Subject } from './step.ts';

/** Statuses that refuse a body for its values. */
const refusesValues = new Set([400, 422]);

/** Members that error bodies have whatever is wrong (RFC 9457 and usual forms). */
const usualMembers = new Set(
  'type title status detail instance code message error errors path timestamp'.split(' '),
);

/**
 * Optional fields that a service does not accept as the document describes them, by operation. Its rules may be prose; what
 * else a request names can still be judged.
 */
export class RefusedFields {
  readonly #names = new Map<string, Set<string>>();

  /** Whether a request should leave a field out. */
  has({ operation }: Step, name: string): boolean {
    return this.#names.get(operation.id)?.has(name) ?? false;
  }

  add({ operation }: Step, names: readonly string[]): void {
    this.#names.set(operation.id, new Set([...(this.#names.get(operation.id) ?? []), ...names]));
  }

  /** Forgets what did not help. */
  remove({ operation }: Step, names: readonly string[]): void {
    for (const name of names) this.#names.get(operation.id)?.delete(name);
  }
}

/**
 * The optional fields of a request that its refusal names. Empty if it names all of them: it then only repeats what was sent.
 */
export function listBlamedFields(
  subject: Subject,
  step: Step,
  item: Readonly<Record<string, unknown>>,
  { reply }: Sent,
): string[] {
  if (reply === undefined || !refusesValues.has(reply.status)) return [];
  const schema = readRequestSchema(subject, step);
  const { required } = readFields(subject.contract.document, schema, item);
  const optional = Object.keys(item).filter((name) => !required.has(name));
  const words = new Set(listWords(reply.json ?? new TextDecoder().decode(reply.bytes)));
  const blamed = optional.filter((name) => words.has(name));
  return blamed.length === optional.length && blamed.length > 1 ? [] : blamed;
}

/** The words of an error body: of its texts, and the names of its members. */
function listWords(value: unknown): string[] {
  if (typeof value === 'string') return value.split(/[^\p{L}\p{N}_$-]+/u);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(usualMembers.has(name) ? [] : listWords(name)),
    ...listWords(inner),
  ]);
}
