import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { DataValidateFunction, DataValidationCxt } from 'ajv/dist/types/index.js';
import type { OpenApiDocument } from '../openapi-document.ts';
import { escapePointer, readAt, readReference } from '../resolve-reference.ts';
import type { CompiledSchema } from '../validators.ts';
import type { Direction, LazyReference, LazySelection } from './copy-schema.ts';

type Place = DataValidationCxt;
type SchemaErrors = NonNullable<DataValidateFunction['errors']>;

/** A keyword's function in ajv. */
export interface Judge {
  (value: unknown, location?: Place): boolean;
  errors?: SchemaErrors;
}

/** Finds the validator of a schema. Undefined if there is no schema, so that everything is valid. */
export type FindValidator = (pointer: string, direction: Direction) => ValidateFunction | undefined;

/** The validator of a place without a schema. */
export const everything: CompiledSchema = Object.assign(() => true, { errors: null });

/** Creates the functions that judge what a reference or a discriminator leads to, whenever a value reaches it. */
export class Judges {
  readonly #find: FindValidator;
  /** What is being judged now, to end a schema that applies itself to the same value. */
  readonly #judged: { pointer: string; value: unknown }[] = [];

  constructor(find: FindValidator) {
    this.#find = find;
  }

  lazy({ pointer, direction }: LazyReference): Judge {
    const judge: Judge = (value, location) => {
      if (this.#judged.some((entry) => entry.pointer === pointer && entry.value === value))
        return true;
      const validate = this.#find(pointer, direction);
      if (validate === undefined) return true;
      this.#judged.push({ pointer, value });
      const isValid = validate(value, location);
      this.#judged.pop();
      judge.errors = validate.errors ?? [];
      return isValid;
    };
    return judge;
  }

  select(selection: LazySelection): Judge {
    const { property, pointers, all, allowsNull, direction } = selection;
    const judge: Judge = (value, location) => {
      judge.errors = [];
      if (value === null && allowsNull) return true;
      const tag = readAt(value, [property]);
      const selected = tag === undefined ? all : pointers.get(String(tag));
      if (selected === undefined) {
        judge.errors = [toTagError(property, [...pointers.keys()], location?.instancePath ?? '')];
        return false;
      }
      const errors = this.#judgeAny(selected, directionOf(selected, direction), value, location);
      judge.errors = errors;
      return errors.length === 0;
    };
    return judge;
  }

  /** Returns the errors of the first alternative, or none if any alternative is valid. */
  #judgeAny(pointers: readonly string[], direction: Direction, value: unknown, location?: Place) {
    let errors: SchemaErrors | undefined;
    for (const pointer of pointers) {
      const judge = this.lazy({ pointer, direction });
      if (judge(value, location)) return [];
      errors ??= judge.errors;
    }
    return errors ?? [];
  }
}

/** Several alternatives are only tried, so that none fills in its defaults. */
export function directionOf(selected: readonly string[], direction: Direction): Direction {
  return selected.length > 1 && direction === 'request' ? 'trial' : direction;
}

function toTagError(property: string, tags: readonly string[], instancePath: string) {
  return {
    keyword: 'enum',
    instancePath: `${instancePath}/${escapePointer(property)}`,
    params: { allowedValues: tags },
  };
}

/** Follows a schema that is only a reference. */
export function followPlain(document: OpenApiDocument, start: string): string {
  let pointer = start;
  for (let hops = 0; hops < 100; hops += 1) {
    const schema = readAt(document, pointer);
    const target = readReference(schema);
    if (target === undefined || Object.keys(Object(schema)).length > 1) return pointer;
    pointer = target;
  }
  return pointer;
}
