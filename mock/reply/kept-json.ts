import type { Validators } from '../../contract/index.ts';
import type { Schemas } from '../../contract/types.ts';
import { ContractBreach } from './contract-breach.ts';

/**
 * Carries the JSON text of the resource that it is. The fields are private, so that neither a copy of the resource
 * (`{ ...site }`) nor its JSON carries them on.
 */
class Kept {
  readonly #schema: string;
  readonly #text: string;

  constructor(schema: string, text: string) {
    this.#schema = schema;
    this.#text = text;
  }

  static textOf(value: object, schema: string): string | undefined {
    return #schema in value && value.#schema === schema ? value.#text : undefined;
  }
}

/** Makes a resource whose JSON is validated and written once, when it is made, and not in every reply that shows it. */
export type Keep = <Name extends keyof Schemas>(
  schema: Name,
  value: Schemas[Name] & object,
) => Schemas[Name] & object;

/** @throws ContractBreach when a value breaks its schema */
export function createKeep(validators: Validators): Keep {
  return (schema, value) => {
    const faults = validators.schema(schema, value);
    if (faults.length > 0) throw new ContractBreach(`a new ${schema}`, faults);
    return Object.assign(new Kept(schema, JSON.stringify(value)), value);
  };
}

/** The JSON text that a value carries, if it has been validated against that schema; else nothing. */
export function readKeptJson(value: unknown, schema: string): string | undefined {
  return typeof value === 'object' && value !== null ? Kept.textOf(value, schema) : undefined;
}
