import type { Contract, Validators } from '../../contract/index.ts';
import type { Schemas } from '../../contract/types.ts';
import { ContractBreach } from './contract-breach.ts';
import type { ByteLength, JsonText } from './json-text.ts';
import { createResourceWriter, type ResourceWriter } from './write-resource.ts';

/** The JSON text of a resource that has been validated. It can be written in place of the resource, and takes less memory. */
export class KeptJson implements JsonText {
  readonly text: string;
  readonly byteLength: number;

  constructor(text: string, byteLength: number) {
    this.text = text;
    this.byteLength = byteLength;
  }

  get isJoined(): boolean {
    return false;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/**
 * Carries the JSON text of the resource that it is. The field is private, so that neither a copy of the resource
 * (`{ ...site }`) nor its JSON carries it on.
 */
class Kept {
  readonly #json: KeptJson;

  constructor(json: KeptJson) {
    this.#json = json;
  }

  /** The JSON of a resource, or the JSON that stands in its place, if it is of a kind. */
  static read(value: unknown, kind: typeof KeptJson): KeptJson | undefined {
    const json = value instanceof Kept ? value.#json : value;
    return json instanceof kind ? json : undefined;
  }
}

/** The JSON of a resource, where it carries one, else the resource itself. */
export function toKeptJson<Resource extends object>(resource: Resource): Resource | KeptJson {
  return Kept.read(resource, KeptJson) ?? resource;
}

/** The resource again. */
export function fromKeptJson<Resource extends object>(kept: Resource | KeptJson): Resource {
  return kept instanceof KeptJson ? Object.assign(new Kept(kept), JSON.parse(kept.text)) : kept;
}

/**
 * A kind for each schema of a contract. It tells what a text was validated against, so that no resource has to carry
 * that; and what another contract has validated, this one validates again.
 */
const kinds = new WeakMap<Validators, Map<string, typeof KeptJson>>();

function findKind(validators: Validators, schema: string): typeof KeptJson {
  const known = kinds.get(validators)?.get(schema);
  if (known !== undefined) return known;
  const kind = class extends KeptJson {};
  const own = kinds.get(validators) ?? new Map<string, typeof KeptJson>();
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
    const text = write(value);
    const kind = findKind(validators, schema);
    return Object.assign(new Kept(new kind(text, toByteLength(text))), value);
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
    read: (value) => Kept.read(value, kind),
    join: (values) => (Array.isArray(values) ? join(values, kind) : undefined),
  };
}

function join(values: readonly unknown[], kind: typeof KeptJson): JsonText | undefined {
  let text = '[';
  // Two brackets, and a comma between each two.
  let byteLength = Math.max(values.length + 1, 2);
  for (let at = 0; at < values.length; at += 1) {
    const json = Kept.read(values[at], kind);
    if (json === undefined) return undefined;
    if (at > 0) text += ',';
    text += json.text;
    byteLength += json.byteLength;
  }
  text += ']';
  return { text, byteLength, isJoined: true };
}
