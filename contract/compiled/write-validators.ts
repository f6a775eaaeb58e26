import { _ } from 'ajv';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { _Code } from 'ajv/dist/compile/codegen/code.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { OpenApiDocument } from '../openapi-document.ts';
import type { Operation } from '../operation.ts';
import { escapePointer, readAt } from '../resolve-reference.ts';
import { toPattern } from '../schemas/all-formats.ts';
import { boundErrors, isBoundable } from '../schemas/bound-errors.ts';
import { createAjv } from '../schemas/compile-schemas.ts';
import { copySchema, type Direction } from '../schemas/copy-schema.ts';
import { directionOf, followPlain, type Judge } from '../schemas/judges.ts';
import { shortenCode } from '../schemas/shorten-code.ts';

interface SchemaUse {
  pointer: string;
  direction: Direction;
}

/** Writes the code of the validators that values of a document can reach. It expects `exports`, `judges` and `runtime`. */
export function writeValidators(
  document: OpenApiDocument,
  operations: readonly Operation[],
): string {
  const queue = listUses(document, operations);
  const codes = new Map<unknown, string>();
  const remember = (call: string): Judge => {
    const judge: Judge = () => true;
    codes.set(judge, call);
    return judge;
  };
  const regExp = Object.assign((pattern: string) => toPattern(pattern), {
    code: 'runtime.toPattern',
  });
  const ajv = createAjv(
    {
      lazy: (reference) => {
        queue.push(reference);
        return remember(`judges.lazy(${JSON.stringify(reference)})`);
      },
      select: ({ pointers, ...selection }) => {
        const { all, direction } = selection;
        for (const selected of [all, ...pointers.values()]) {
          const used = directionOf(selected, direction);
          queue.push(...selected.map((pointer) => ({ pointer, direction: used })));
        }
        const entries = JSON.stringify([...pointers]);
        const settings = JSON.stringify(selection);
        return remember(`judges.select({ ...${settings}, pointers: new Map(${entries}) })`);
      },
    },
    { source: true, formats: _`runtime.formats`, regExp },
  );
  // By what the module calls each validator. Compiling a schema adds what it refers to.
  const keys = new Map<string, string>();
  for (const { pointer: start, direction } of queue) {
    const pointer = followPlain(document, start);
    const name = `${direction} ${pointer}`;
    const schema = readAt(document, pointer);
    if (keys.has(name) || schema === undefined) continue;
    const key = `v${keys.size}`;
    keys.set(name, key);
    ajv.addSchema(copySchema(document, schema, direction), key);
    const source = ajv.getSchema(key)?.source;
    if (source !== undefined) writeConstants(source, codes);
  }
  const code = standaloneCode.default(ajv, Object.fromEntries(keys));
  const bounded = isBoundable(document) ? boundErrors(code) : code;
  // The module has no imports, so that it runs wherever its file is, and ajv has no option for the names of its functions.
  return shortenCode(bounded).replaceAll(
    /require\("ajv\/dist\/runtime\/(\w+)"\)\.default/g,
    'runtime.$1',
  );
}

/** Names the calls that create the functions of keywords, and removes schemas that the code does not use. */
function writeConstants(
  { validateCode, scopeValues }: NonNullable<ValidateFunction['source']>,
  codes: ReadonlyMap<unknown, string>,
): void {
  for (const keyword of scopeValues['keyword'] ?? []) {
    const code = codes.get(keyword.value?.ref);
    if (keyword.value !== undefined && code !== undefined) keyword.value.code = new _Code(code);
  }
  const used = new Set(String(validateCode).match(/\bschema\d+\b/g));
  const constants = scopeValues['schema'];
  for (const constant of constants ?? []) if (!used.has(constant.str)) constants?.delete(constant);
}

/** The schemas of parameters, bodies, headers and components. */
function listUses(document: OpenApiDocument, operations: readonly Operation[]): SchemaUse[] {
  const sent = operations.flatMap(({ parameters, requestBody }) => {
    return [...parameters, ...(requestBody?.content ?? [])];
  });
  const received = operations.flatMap(({ responses }) => {
    return responses.flatMap(({ content, headers }) => [...content, ...headers]);
  });
  const names = Object.keys(document.components?.schemas ?? {});
  const components = names.map((name) => `/components/schemas/${escapePointer(name)}`);
  return [
    ...sent.map(({ pointer }): SchemaUse => ({ pointer, direction: 'request' })),
    ...received.map(({ pointer }): SchemaUse => ({ pointer, direction: 'response' })),
    ...components.map((pointer): SchemaUse => ({ pointer, direction: 'response' })),
  ];
}
