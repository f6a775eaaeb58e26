import { createContext, Script } from 'node:vm';

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

/** Long enough for any reasonable pattern, short enough to be reached a few times. */
const patienceMs = 100;
const mostTimeouts = 3;
/** Matching a repeated group can take exponential time, but not with a text this short. */
const repeatedGroup = /\)[*+{]/;
const harmlessLength = 16;

const matchers = new Map<string, (text: string) => boolean | undefined>();

/** Whether a text matches a pattern. Undefined if this takes too long: documents may contain patterns that never finish. */
export function matches(pattern: string, text: string): boolean | undefined {
  let matcher = matchers.get(pattern);
  if (matcher === undefined) {
    matcher = createMatcher(pattern);
    matchers.set(pattern, matcher);
  }
  return matcher(text);
}

function createMatcher(pattern: string): (text: string) => boolean | undefined {
  const expression = toRegExp(pattern);
  if (!repeatedGroup.test(pattern)) return (text) => expression.test(text);
  const context = createContext({ expression, text: '' });
  const script = new Script('expression.test(text)');
  const results = new Map<string, boolean | undefined>();
  let timeouts = 0;
  const run = (text: string): boolean | undefined => {
    if (text.length <= harmlessLength) return expression.test(text);
    if (timeouts >= mostTimeouts) return undefined;
    context['text'] = text;
    try {
      return script.runInContext(context, { timeout: patienceMs }) === true;
    } catch {
      timeouts += 1;
      return undefined;
    }
  };
  return (text) => {
    if (!results.has(text)) results.set(text, run(text));
    return results.get(text);
  };
}
