import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { DataValidateFunction, DataValidationCxt } from 'ajv/dist/types/index.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { formats } from '../formats.ts';
import type { OpenApiDocument } from '../openapi-document.ts';
import { escapePointer, isRecord, readAt, toPointer } from '../resolve-reference.ts';
import type { CompiledSchema, SchemaSource } from '../validators.ts';
import { toRegExp } from '../values/regular-expression.ts';
import { boundErrors, isBoundable } from './bound-errors.ts';
import {
  copySchema,
  type Direction,
  type LazyReference,
  type LazySelection,
} from './copy-schema.ts';

/**
 * Compiles the schemas of a document when values first need them: a reference is compiled when a value reaches it. The
 * 13 MB of one document would take minutes at once, and one operation needs a few of its schemas.
 */
export function compileSchemas(document: OpenApiDocument): SchemaSource {
  return new LazySchemas(document);
}

const everything: CompiledSchema = Object.assign(() => true, { errors: null });

class LazySchemas implements SchemaSource {
  readonly #document: OpenApiDocument;
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();
  /** What is being judged now, to end a schema that applies itself to the same value. */
  readonly #judged: { pointer: string; value: unknown }[] = [];

  constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#ajv = createAjv();
    this.#ajv.addKeyword({
      keyword: 'x-lazy',
      errors: 'full',
      compile: (reference: LazyReference) => this.#createLazy(reference),
    });
    this.#ajv.addKeyword({
      keyword: 'x-select',
      errors: 'full',
      compile: (selection: LazySelection) => this.#createSelect(selection),
    });
  }

  at(pointer: string, direction: Direction): CompiledSchema {
    return this.#find(pointer, direction) ?? everything;
  }

  /** Undefined if there is no schema, so that everything is valid. */
  #find(start: string, direction: Direction): ValidateFunction | undefined {
    const pointer = this.#followPlain(start);
    const key = `${direction} ${pointer}`;
    const earlier = this.#compiled.get(key);
    if (earlier !== undefined) return earlier;
    const schema = readAt(this.#document, pointer);
    if (schema === undefined) return undefined;
    const compiled = this.#ajv.compile(copySchema(this.#document, schema, direction));
    this.#compiled.set(key, compiled);
    return compiled;
  }

  /** Follows a schema that is only a reference. */
  #followPlain(start: string): string {
    let pointer = start;
    for (let hops = 0; hops < 100; hops += 1) {
      const schema = readAt(this.#document, pointer);
      if (!isRecord(schema) || typeof schema['$ref'] !== 'string') return pointer;
      if (Object.keys(schema).length > 1) return pointer;
      pointer = toPointer(schema['$ref']);
    }
    return pointer;
  }

  #createLazy({ pointer, direction }: LazyReference): Judge {
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

  #createSelect(selection: LazySelection): Judge {
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
      const isOnTrial = selected.length > 1 && direction === 'request';
      const outcome = this.#judgeAny(selected, isOnTrial ? 'trial' : direction, value, location);
      judge.errors = outcome;
      return outcome.length === 0;
    };
    return judge;
  }

  /** Returns the errors of the first alternative, or none if any alternative is valid. */
  #judgeAny(pointers: readonly string[], direction: Direction, value: unknown, location?: Place) {
    let errors: SchemaErrors | undefined;
    for (const pointer of pointers) {
      const judge = this.#createLazy({ pointer, direction });
      if (judge(value, location)) return [];
      errors ??= judge.errors;
    }
    return errors ?? [];
  }
}

type Place = DataValidationCxt;
type SchemaErrors = NonNullable<DataValidateFunction['errors']>;

/** A keyword's function in ajv. */
interface Judge {
  (value: unknown, location?: Place): boolean;
  errors?: SchemaErrors;
}

function toTagError(property: string, tags: readonly string[], instancePath: string) {
  return {
    keyword: 'enum',
    instancePath: `${instancePath}/${escapePointer(property)}`,
    params: { allowedValues: tags },
  };
}

function createAjv(): Ajv2020 {
  const regExp = (pattern: string): RegExp => toRegExp(pattern) ?? /(?:)/;
  return new Ajv2020({
    allErrors: true,
    useDefaults: true,
    // Documents of others may contain anything, and unknown formats are not judged.
    strict: false,
    validateSchema: false,
    // Otherwise every object would have the fields `constructor` and `toString`.
    ownProperties: true,
    logger: false,
    formats: { ...fullFormats, ...formats },
    code: {
      regExp: Object.assign(regExp, { code: 'new RegExp' }),
      process: (code, compiled) => {
        const { schema } = compiled ?? {};
        return isBoundable(schema) ? boundErrors(code) : code;
      },
    },
  });
}
