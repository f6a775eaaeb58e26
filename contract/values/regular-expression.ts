const expressions = new Map<string, RegExp | undefined>();

/**
 * Compiles a pattern, with the flag `u` if possible, as JSON Schema requires. Many documents have patterns that are valid
 * only without it, such as `[\-\:]`.
 * @returns undefined if the pattern is invalid
 */
export function toRegExp(pattern: string): RegExp | undefined {
  if (expressions.has(pattern)) return expressions.get(pattern);
  const expression = compile(pattern, 'u') ?? compile(pattern, '');
  expressions.set(pattern, expression);
  return expression;
}

function compile(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}
