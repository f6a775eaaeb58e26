import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { formats } from '../../contract/formats.ts';
import type { JsonObject } from './json.ts';
import { toMatcher, UndecidedPattern } from './patterns.ts';

/** A schema of JSON Schema 2020-12, whose references are keys of its set. */
export type Schema = boolean | JsonObject;

/** Validates values by schemas of one document, which refer to each other by the keys that they were added under. */
export interface SchemaValidator {
  add(schema: Schema, key: string): void;
  validate(schema: Schema, value: unknown, fromText?: boolean): readonly ErrorObject[];
}

export function createSchemaValidator(): SchemaValidator {
  const ways = { strict: createWay(false), coercing: createWay(true) };
  return {
    add: (schema, key) => {
      for (const { ajv } of Object.values(ways)) ajv.addSchema(schema, key);
    },
    validate: (schema, value, fromText = false) => {
      if (schema === true) return [];
      if (schema === false) return [neverValid];
      const { ajv, compiled } = fromText ? ways.coercing : ways.strict;
      let check = compiled.get(schema);
      if (check === undefined) {
        check = ajv.compile(schema);
        compiled.set(schema, check);
      }
      try {
        check(fromText ? structuredClone(value) : value);
      } catch (error) {
        if (error instanceof UndecidedPattern) return [undecided];
        throw error;
      }
      return check.errors ?? [];
    },
  };
}

function createWay(isText: boolean): { ajv: Ajv2020; compiled: WeakMap<object, ValidateFunction> } {
  return { ajv: createAjv(isText), compiled: new WeakMap() };
}

const neverValid: ErrorObject = {
  keyword: 'false schema',
  instancePath: '',
  schemaPath: '#/false schema',
  params: {},
  message: 'nothing is allowed here',
};

/** A value whose validity cannot be told in time. It proves nothing. */
export const undecided: ErrorObject = {
  keyword: 'pattern',
  instancePath: '',
  schemaPath: '#/pattern',
  params: {},
  message: 'takes too long to match',
};

function createAjv(isText: boolean): Ajv2020 {
  return new Ajv2020({
    allErrors: true,
    // In a query, `a=1` is also a list of one number.
    coerceTypes: isText ? 'array' : false,
    // Errors name the schema that they come from, and so its place in the document.
    verbose: true,
    inlineRefs: false,
    strict: false,
    logger: false,
    validateSchema: false,
    formats: { ...fullFormats, ...formats },
    code: { regExp: Object.assign(toMatcher, { code: 'new RegExp' }) },
  });
}
