import type { Contract, Validators } from '../../contract/index.ts';
import type { Schemas } from '../../contract/types.ts';
import { ContractBreach } from './contract-breach.ts';
import type { ByteLength, JsonText } from './json-text.ts';
import { createResourceWriter, type ResourceWriter, shareTexts } from './write-resource.ts';

/**
 * Carries the JSON text of the resource that it is. The fields are private, so that neither a copy of the resource
 * (`{ ...site }`) nor its JSON carries them on.
 */
class Kept {
  readonly #text: string;
  readonly #byteLength: number;

  constructor(text: string, byteLength: number) {
    this.#text = text;
    this.#byteLength = byteLength;
  }

  static read(value: object, kind: typeof Kept): JsonText | undefined {
    if (!(value instanceof kind)) return undefined;
    return { text: value.#text, byteLength: value.#byteLength, isJoined: false };
  }

  static join(values: readonly unknown[], kind: typeof Kept): JsonText | undefined {
    let text = '[';
    // Two brackets, and a comma between each two.
    let byteLength = Math.max(values.length + 1, 2);
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at];
      if (!(value instanceof kind)) return undefined;
      if (at > 0) text += ',';
      text += value.#text;
      byteLength += value.#byteLength;
    }
    text += ']';
    return { text, byteLength, isJoined: true };
  }
}

/**
 * A kind for each schema of a contract. It tells what a text was validated against, so that no resource has to carry
 * that; and what another contract has validated, this one validates again.
 */
const kinds = new WeakMap<Validators, Map<string, typeof Kept>>();

function findKind(validators: Validators, schema: string): typeof Kept {
  const known = kinds.get(validators)?.get(schema);
  if (known !== undefined) return known;
  const kind = class extends Kept {};
  const own = kinds.get(validators) ?? new Map<string, typeof Kept>();
  kinds.set(validators, own.set(schema, kind));
  return kind;
}

/** Makes a resource whose JSON is validated and written once, when it is made, and not in every reply that shows it. */
export type Keep = <Name extends keyof Schemas>(
  schema: Name,
  value: Schemas[Name] & object,
) => Schemas[Name] & object;

/** @throws ContractBreach when a value breaks its schema */
export function createKeep({ document, validators }: Contract, toByteLength: ByteLength): Keep {
  const schemas = document.components?.schemas ?? {};
  const writers = new Map<string, ResourceWriter>();
  return (schema, value) => {
    const faults = validators.schema(schema, value);
    if (faults.length > 0) throw new ContractBreach(`a new ${schema}`, faults);
    let write = writers.get(schema);
    if (write === undefined) {
      write = createResourceWriter(document, schemas[schema] ?? {});
      writers.set(schema, write);
    }
    const written = write(value);
    const kind = findKind(validators, schema);
    const kept = Object.assign(new kind(written.text, toByteLength(written.text)), value);
    shareTexts(kept, written);
    return kept;
  };
}

/** Finds the JSON texts that values carry, if they have been validated against a schema. */
export interface KeptJsonReader {
  /** Nothing if the value carries none. */
  read(value: unknown): JsonText | undefined;
  /** The text of a list of values; nothing if one of them carries none. */
  join(values: unknown): JsonText | undefined;
}

export function createKeptJsonReader(validators: Validators, schema: string): KeptJsonReader {
  const kind = findKind(validators, schema);
  return {
    read: (value) =>
      typeof value === 'object' && value !== null ? Kept.read(value, kind) : undefined,
    join: (values) => (Array.isArray(values) ? Kept.join(values, kind) : undefined),
  };
}
