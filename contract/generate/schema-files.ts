import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { boundErrors, canBoundErrors } from '../bound-errors.ts';
import { type CompilerOptions, createSchemaCompiler } from '../compile-schemas.ts';
import type { OpenApiDocument } from '../openapi-document.ts';
import { banner } from './banner.ts';

/** The first field of the errors that ajv's validators make. */
const schemaPath = /schemaPath:"(?:[^"\\]|\\.)*",(?=keyword:)/g;

/** The ajv validators of every place, compiled ahead of time into one module without imports. */
export async function toSchemaFiles(
  document: OpenApiDocument,
  options: CompilerOptions = {},
): Promise<Record<string, string>> {
  const { ajv, keys } = createSchemaCompiler(document, { ...options, source: true });
  const constants = new Map([...new Set(keys.values())].map((key, at) => [key, `compiled${at}`]));
  const unbounded = standaloneCode.default(
    ajv,
    Object.fromEntries([...constants].map(([key, constant]) => [constant, key])),
  );
  // ajv passes only what it compiles at run time through the `process` option.
  const whole = canBoundErrors(document) ? boundErrors(unbounded) : unbounded;
  // The schema paths of errors are not used, and every start of the program would have to parse them.
  const code = whole.replaceAll(schemaPath, '');
  const table = [...keys].map(([place, key]) => `  '${place}': ${constants.get(key)},`);
  const bundled = await build({
    stdin: {
      // ajv exports each validator by itself too; the table is all that is used.
      contents: `${code.replaceAll(/export const (compiled\d+)/g, 'const $1')}\nexport const schemas = {\n${table.join('\n')}\n};`,
      resolveDir: 'generated',
    },
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['main'],
    target: 'es2022',
    treeShaking: true,
    write: false,
    legalComments: 'none',
  });
  return {
    'schemas.js': `${banner}\n${bundled.outputFiles[0]?.text ?? ''}`,
    'schemas.d.ts': [
      banner,
      "import type { CompiledSchemas } from '../contract/validators.ts';",
      'export declare const schemas: CompiledSchemas;',
      '',
    ].join('\n'),
  };
}
