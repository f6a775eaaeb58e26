import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { formats } from '../../contract/formats.ts';
import { toRegExp } from '../../contract/values/regular-expression.ts';

const toExpression = (pattern: string) => toRegExp(pattern) ?? /(?:)/;
const regExp = Object.assign(toExpression, { code: 'toRegExp' });

const ajv = new Ajv2020({
  strict: false,
  logger: false,
  formats: { ...fullFormats, ...formats },
  code: { regExp },
});

/**
 * Compiles a schema of a document with ajv, as an independent judge of generated values.
 * @param pointer where the schema is
 */
export function compileSchema(document: object, pointer: string): (value: unknown) => boolean {
  ajv.removeSchema('document');
  ajv.addSchema(document, 'document');
  const validate = ajv.compile({ $ref: `document#${pointer}` });
  return (value) => validate(value);
}
