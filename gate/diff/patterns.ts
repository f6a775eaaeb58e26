import { createContext, Script } from 'node:vm';

const expressions = new Map<string, RegExp>();

/** Compiles a pattern, with the flag `u` if possible, as JSON Schema requires. An invalid pattern matches everything. */
export function toRegExp(pattern: string): RegExp {
  const known = expressions.get(pattern);
  const expression = known ?? compile(pattern, 'u') ?? compile(pattern, '') ?? /(?:)/;
  expressions.set(pattern, expression);
  return expression;
}

function compile(pattern: string, flags: string): RegExp | undefined {
  try {
    const expression = new RegExp(pattern, flags);
    // Some errors, such as an expression that is too large, are only found by matching.
    expression.test('');
    return expression;
  } catch {
    return undefined;
  }
}

/** Long enough for any reasonable pattern, short enough to be reached a few times. */
const patienceMs = 100;
const mostTimeouts = 3;
/** Matching a repeated group can take exponential time, but not with a text this short. */
const repeatedGroup = /\)[*+{]/;
const harmlessLength = 16;

const sandbox = createContext({ expression: /(?:)/, text: '' });
const script = new Script('expression.test(text)');
const timeouts = new Map<string, number>();

/** Whether a text matches a pattern. Documents may contain patterns that never finish: they count as matching long texts. */
export function matches(pattern: string, text: string): boolean {
  const expression = toRegExp(pattern);
  if (text.length <= harmlessLength || !repeatedGroup.test(pattern)) return expression.test(text);
  const count = timeouts.get(pattern) ?? 0;
  if (count >= mostTimeouts) return true;
  try {
    Object.assign(sandbox, { expression, text });
    return script.runInContext(sandbox, { timeout: patienceMs }) === true;
  } catch {
    timeouts.set(pattern, count + 1);
    return true;
  }
}
