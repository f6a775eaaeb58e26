/** A value that a store returns, or a promise of it. */
export type Answer<T> = T | Promise<T>;

/** Continues with a value: immediately, or when its promise resolves. */
export function whenAnswered<T, Next>(
  answer: Answer<T>,
  next: (value: T) => Answer<Next>,
): Answer<Next> {
  return isPromise(answer) ? answer.then(next) : next(answer);
}

export function isPromise<T>(answer: Answer<T>): answer is Promise<T> {
  return typeof answer === 'object' && answer !== null && 'then' in answer;
}

/** The same object, whose methods may answer by a promise. Those that return a function do not. */
export type Answered<T> = {
  [Key in keyof T]: T[Key] extends (...given: infer Given) => infer Result
    ? [Result] extends [() => void]
      ? T[Key]
      : (...given: Given) => Answer<Awaited<Result>>
    : T[Key];
};

/** The same object, whose methods answer by a promise. Those that return a function do not. */
export type Promised<T> = {
  [Key in keyof T]: T[Key] extends (...given: infer Given) => infer Result
    ? [Result] extends [() => void]
      ? T[Key]
      : (...given: Given) => Promise<Awaited<Result>>
    : T[Key];
};
