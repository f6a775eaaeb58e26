import type { Contract, Validators } from '../../contract/index.ts';
import type { Schemas } from '../../contract/types.ts';
import { ContractBreach } from './contract-breach.ts';
import { createResourceWriter, type ResourceWriter } from './write-resource.ts';

/** The JSON of a resource that has been validated. It can be written in place of the resource, and takes less memory. */
export class KeptJson {
  readonly text: string;
  /** What it was validated against. */
  readonly kind: KeptKind;

  constructor(text: string, kind: KeptKind) {
    this.text = text;
    this.kind = kind;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** A schema of one contract. */
export type KeptKind = symbol;

/**
 * Carries the JSON text of the resource that it is. The field is private, so that neither a copy of the resource
 * (`{ ...site }`) nor its JSON carries it on.
 */
class Kept {
  readonly #json: KeptJson;

  constructor(json: KeptJson) {
    this.#json = json;
  }

  /** The JSON of a resource, or the JSON that stands in its place, if it is of the kind. */
  static read(value: unknown, kind?: KeptKind): KeptJson | undefined {
    const json = value instanceof Kept ? value.#json : value;
    return json instanceof KeptJson && (kind ?? json.kind) === json.kind ? json : undefined;
  }
}

/** The JSON of a resource, where it carries one, else the resource itself. */
export function toKeptJson<Resource extends object>(resource: Resource): Resource | KeptJson {
  return Kept.read(resource) ?? resource;
}

/** The resource again. */
export function fromKeptJson<Resource extends object>(kept: Resource | KeptJson): Resource {
  return kept instanceof KeptJson ? Object.assign(new Kept(kept), JSON.parse(kept.text)) : kept;
}

/**
 * The same resource, whose JSON, if it carries any, is a text of its own. What is cut out of a longer text keeps all of
 * that in memory.
 */
export function detachJson<Resource extends object>(resource: Resource): Resource {
  const json = Kept.read(resource);
  if (json === undefined) return resource;
  const half = json.text.length / 2;
  // Joined from two, it is a new text, whatever these are parts of.
  const text = [json.text.slice(0, half), json.text.slice(half)].join('');
  return Object.assign(new Kept(new KeptJson(text, json.kind)), resource);
}

/** What another contract has validated, this one validates again. */
const kinds = new WeakMap<Validators, Map<string, KeptKind>>();

function findKind(validators: Validators, schema: string): KeptKind {
  const known = kinds.get(validators) ?? new Map<string, KeptKind>();
  kinds.set(validators, known);
  const kind = known.get(schema) ?? Symbol(schema);
  known.set(schema, kind);
  return kind;
}

/** Makes a resource whose JSON is validated and written once, when it is made, and not in every reply that shows it. */
export type Keep = <Name extends keyof Schemas>(
  schema: Name,
  value: Schemas[Name] & object,
) => Schemas[Name] & object;

/** @throws ContractBreach when a value breaks its schema */
export function createKeep({ document, validators }: Contract): Keep {
  const schemas = document.components?.schemas ?? {};
  const writers = new Map<string, { kind: KeptKind; write: ResourceWriter }>();
  return (schema, value) => {
    const faults = validators.schema(schema, value);
    if (faults.length > 0) throw new ContractBreach(`a new ${schema}`, faults);
    let writer = writers.get(schema);
    if (writer === undefined) {
      const write = createResourceWriter(document, schemas[schema] ?? {});
      writer = { kind: findKind(validators, schema), write };
      writers.set(schema, writer);
    }
    return Object.assign(new Kept(new KeptJson(writer.write(value), writer.kind)), value);
  };
}

/** Finds the JSON texts that values carry, if they have been validated against a schema. */
export interface KeptJsonReader {
  /** Nothing if the value carries none. */
  read(value: unknown): string | undefined;
  /** The text of a list of values; nothing if one of them carries none. */
  join(values: unknown): string | undefined;
}

export function createKeptJsonReader(validators: Validators, schema: string): KeptJsonReader {
  const kind = findKind(validators, schema);
  return {
    read: (value) => Kept.read(value, kind)?.text,
    join: (values) => (Array.isArray(values) ? join(values, kind) : undefined),
  };
}

function join(values: readonly unknown[], kind: KeptKind): string | undefined {
  let text = '[';
  for (let at = 0; at < values.length; at += 1) {
    const json = Kept.read(values[at], kind);
    if (json === undefined) return undefined;
    if (at > 0) text += ',';
    text += json.text;
  }
  return `${text}]`;
}
