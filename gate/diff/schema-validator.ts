import { createContext, Script } from 'node:vm';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { formats } from '../../contract/formats.ts';
import type { JsonObject } from './json.ts';

/** A JSON Schema (2020-12) whose references are keys of its set. */
export type Schema = boolean | JsonObject;

/** Validates values against schemas of one document. Schemas refer to each other by the keys that they were added with. */
export function createSchemaValidator() {
  const schemas = new Map<string, Schema>();
  // Each takes milliseconds to create, and most comparisons do not need all of them.
  const ways: { strict?: Compiler; coercing?: Compiler } = {};
  const wayOf = (fromText: boolean): Compiler => {
    const way = fromText ? 'coercing' : 'strict';
    const compiler = ways[way] ?? createCompiler(schemas, fromText);
    ways[way] = compiler;
    return compiler;
  };
  return {
    add: (schema: Schema, key: string): void => {
      schemas.set(key, schema);
      ways.strict?.add(schema, key);
      ways.coercing?.add(schema, key);
    },
    /** @param fromText whether every value is sent as text, as in a query: `5` is then a number */
    validate: (schema: Schema, value: unknown, fromText = false): readonly ErrorObject[] => {
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

type Compiler = ReturnType<typeof createCompiler>;

function createCompiler(schemas: ReadonlyMap<string, Schema>, isText: boolean) {
  const ajv = createAjv(isText);
  const compiled = new WeakMap<JsonObject, ValidateFunction>();
  for (const [key, schema] of schemas) ajv.addSchema(schema, key);
  return {
    add: (schema: Schema, key: string) => ajv.addSchema(schema, key),
    compile: (schema: JsonObject): ValidateFunction => {
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

/** Thrown if the validity of a value cannot be decided in time. Such a value is inconclusive. */
export const undecided: ErrorObject = {
  keyword: 'pattern',
  instancePath: '',
  schemaPath: '#/pattern',
  params: {},
  message: 'takes too long to evaluate',
};

function createAjv(isText: boolean): Ajv2020 {
  return new Ajv2020({
    allErrors: true,
    // In a query, `a=1` can also be a list with one number.
    coerceTypes: isText ? 'array' : false,
    // Errors contain their schema, which leads to its place in the document.
    verbose: true,
    inlineRefs: false,
    strict: false,
    logger: false,
    // Schemas are already converted and are not validated themselves, so meta-schemas are not needed.
    validateSchema: false,
    meta: false,
    formats: { ...fullFormats, ...formats },
    code: { regExp: Object.assign(toMatcher, { code: 'new RegExp' }) },
  });
}

/** Long enough for any reasonable pattern, short enough to be reached a few times. */
const patienceMs = 100;
const mostTimeouts = 3;

/** Matching a repeated group can take exponential time, but not with a text this short. */
const repeatedGroup = /\)[*+{]/;
const harmlessLength = 16;

/** A pattern of a schema, in the form that ajv uses. Documents may contain patterns that never finish. */
interface Matcher {
  /** @throws UndecidedPattern if matching takes too long */
  test(text: string): boolean;
  /** Different for each pattern, because ajv caches matchers by it. */
  toString(): string;
}

/** Thrown after matching took too long, so the result is unknown. */
class UndecidedPattern extends Error {}

/** Compiles a pattern, with the flag `u` if possible, as JSON Schema requires. An invalid pattern matches everything. */
export function toRegExp(pattern: string): RegExp {
  for (const flags of ['u', '']) {
    try {
      const expression = new RegExp(pattern, flags);
      // Some errors, such as an expression that is too large, are only found by matching.
      expression.test('');
      return expression;
    } catch {
      // Try the next form.
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
      context['text'] = text;
      for (let timeout = patienceMs; ; timeout *= 2) {
        const before = process.cpuUsage();
        try {
          return script.runInContext(context, { timeout }) === true;
        } catch {
          const { user, system } = process.cpuUsage(before);
          // If other processes used the processor, the pattern itself was not slow.
          if ((user + system) / 1000 < patienceMs / 2 && timeout < 16 * patienceMs) continue;
          timeouts += 1;
          shortest = Math.min(shortest, text.length);
          throw new UndecidedPattern();
        }
      }
    },
    toString: () => String(expression),
  };
}

/** Separates the contents of lookarounds, which text generators do not support: `admin` in `^(?!admin)[a-z]+$`, and the rest. */
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

/** The index of the closing parenthesis for the one at `start`. */
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
