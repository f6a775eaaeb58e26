import { createContext, Script } from 'node:vm';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { formats } from '../../contract/formats.ts';
import type { JsonObject } from './json.ts';

/** A schema of JSON Schema 2020-12, whose references are keys of its set. */
export type Schema = boolean | JsonObject;

/** Validates values by schemas of one document, which refer to each other by the keys that they were added under. */
interface SchemaValidator {
  add(schema: Schema, key: string): void;
  validate(schema: Schema, value: unknown, fromText?: boolean): readonly ErrorObject[];
}

export function createSchemaValidator(): SchemaValidator {
  const schemas = new Map<string, Schema>();
  // Each takes milliseconds, and most documents are compared without one of them.
  const ways: { strict?: Compiler; coercing?: Compiler } = {};
  const wayOf = (fromText: boolean): Compiler => {
    const way = fromText ? 'coercing' : 'strict';
    const compiler = ways[way] ?? createCompiler(schemas, fromText);
    ways[way] = compiler;
    return compiler;
  };
  return {
    add: (schema, key) => {
      schemas.set(key, schema);
      ways.strict?.add(schema, key);
      ways.coercing?.add(schema, key);
    },
    validate: (schema, value, fromText = false) => {
      if (schema === true) return [];
      if (schema === false) return [neverValid];
      const check = wayOf(fromText).compile(schema);
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

interface Compiler {
  add(schema: Schema, key: string): void;
  /** Compiles a schema once. */
  compile(schema: JsonObject): ValidateFunction;
}

function createCompiler(schemas: ReadonlyMap<string, Schema>, isText: boolean): Compiler {
  const ajv = createAjv(isText);
  const compiled = new WeakMap<JsonObject, ValidateFunction>();
  for (const [key, schema] of schemas) ajv.addSchema(schema, key);
  return {
    add: (schema, key) => ajv.addSchema(schema, key),
    compile: (schema) => {
      const known = compiled.get(schema);
      if (known !== undefined) return known;
      const check = ajv.compile(schema);
      compiled.set(schema, check);
      return check;
    },
  };
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
    // Schemas come here converted, and are not validated themselves: the schemas of schemas are not needed.
    validateSchema: false,
    meta: false,
    formats: { ...fullFormats, ...formats },
    code: { regExp: Object.assign(toMatcher, { code: 'new RegExp' }) },
  });
}

/** Long enough for any pattern that means well, short enough to be met a few times. */
const patienceMs = 100;
const mostTimeouts = 3;

/** A group that is repeated can take exponential time; a text this short cannot make it long. */
const repeatedGroup = /\)[*+{]/;
const harmlessLength = 16;

/** A pattern of a schema as ajv uses it. Documents of others may hold patterns that never come to an end. */
interface Matcher {
  /** @throws UndecidedPattern when matching takes too long */
  test(text: string): boolean;
  /** Distinct for each pattern: ajv keeps matchers by it. */
  toString(): string;
}

/** Matching was given up: the text is neither known to match nor known not to. */
class UndecidedPattern extends Error {}

/** With the flag `u` where the pattern allows it, as JSON Schema has it; what is not a pattern at all allows everything. */
export function toRegExp(pattern: string): RegExp {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // The next form.
    }
  }
  return /(?:)/;
}

function toMatcher(pattern: string): Matcher {
  const expression = toRegExp(pattern);
  if (!repeatedGroup.test(pattern)) return expression;
  const context = createContext({ expression, text: '' });
  const script = new Script('expression.test(text)');
  let timeouts = 0;
  let shortest = Number.POSITIVE_INFINITY;
  return {
    test: (text) => {
      if (text.length <= harmlessLength) return expression.test(text);
      if (timeouts >= mostTimeouts && text.length >= shortest) throw new UndecidedPattern();
      try {
        context['text'] = text;
        return script.runInContext(context, { timeout: patienceMs }) === true;
      } catch {
        timeouts += 1;
        shortest = Math.min(shortest, text.length);
        throw new UndecidedPattern();
      }
    },
    toString: () => String(expression),
  };
}

/** What lookarounds speak of, which no generator of texts reaches: `admin` in `^(?!admin)[a-z]+$`, and the pattern without it. */
export function splitLookarounds(pattern: string): { inner: readonly string[]; rest: string } {
  const inner: string[] = [];
  let rest = '';
  for (let at = 0; at < pattern.length; ) {
    const start = /^\(\?<?[=!]/.exec(pattern.slice(at))?.[0];
    if (start === undefined) {
      const length = pattern[at] === '\\' ? 2 : 1;
      rest += pattern.slice(at, at + length);
      at += length;
      continue;
    }
    const end = findEnd(pattern, at);
    inner.push(pattern.slice(at + start.length, end));
    at = end + 1;
  }
  return { inner, rest };
}

/** The index of the parenthesis that closes the one at a place. */
function findEnd(pattern: string, start: number): number {
  let depth = 0;
  let isClass = false;
  for (let at = start; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === '\\') at += 1;
    else if (isClass) isClass = character !== ']';
    else if (character === '[') isClass = true;
    else if (character === '(') depth += 1;
    else if (character === ')') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return pattern.length;
}
