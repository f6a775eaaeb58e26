/*
 * contract/schemas/: validators from schemas, by ajv. It imports only files of contract/. Start here for schemas that are
 * compiled when they are first needed; compile-ahead.ts writes those of generated/.
 */

import { Ajv2020, type CodeOptions, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApiDocument } from '../openapi-document.ts';
import { readAt } from '../resolve-reference.ts';
import type { SchemaSource } from '../validators.ts';
import { allFormats, toPattern } from './all-formats.ts';
import { boundErrors, isBoundable } from './bound-errors.ts';
import {
  copySchema,
  type Direction,
  type LazyReference,
  type LazySelection,
} from './copy-schema.ts';
import { everything, followPlain, type Judge, Judges } from './judges.ts';

/**
 * Compiles the schemas of a document when values first need them: a reference is compiled when a value reaches it. The
 * 13 MB of one document would take minutes at once, and one operation needs a few of its schemas.
 */
export function compileSchemas(document: OpenApiDocument): SchemaSource {
  const compiled = new Map<string, ValidateFunction>();
  const find = (start: string, direction: Direction): ValidateFunction | undefined => {
    const pointer = followPlain(document, start);
    const key = `${direction} ${pointer}`;
    const earlier = compiled.get(key);
    if (earlier !== undefined) return earlier;
    const schema = readAt(document, pointer);
    if (schema === undefined) return undefined;
    const validate = ajv.compile(copySchema(document, schema, direction));
    compiled.set(key, validate);
    return validate;
  };
  const judges = new Judges(find);
  const makers: JudgeMakers = {
    lazy: (reference) => judges.lazy(reference),
    select: (selection) => judges.select(selection),
  };
  // Without it, code is written in half the time, and the first answers of large documents wait for that.
  const ajv = createAjv(makers, { optimize: false });
  return { at: (pointer, direction) => find(pointer, direction) ?? everything };
}

/** Create the functions of the keywords of copied schemas. */
interface JudgeMakers {
  lazy(reference: LazyReference): Judge;
  select(selection: LazySelection): Judge;
}

/** @param code how ajv writes its code. Default: only for this process */
export function createAjv({ lazy, select }: JudgeMakers, code: CodeOptions = {}): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    useDefaults: true,
    // Documents of others may contain anything, and unknown formats are not judged.
    strict: false,
    validateSchema: false,
    // Otherwise every object would have the fields `constructor` and `toString`.
    ownProperties: true,
    logger: false,
    formats: allFormats,
    code: {
      regExp: Object.assign((pattern: string) => toPattern(pattern), { code: 'new RegExp' }),
      process: (text, compiled) => {
        const { schema } = compiled ?? {};
        return isBoundable(schema) ? boundErrors(text) : text;
      },
      ...code,
    },
  });
  ajv.addKeyword({ keyword: 'x-lazy', errors: 'full', compile: lazy });
  ajv.addKeyword({ keyword: 'x-select', errors: 'full', compile: select });
  return ajv;
}
