/** The same object with promises of its values, except methods that return a function. */
export type Promised<T> = {
  readonly [Key in keyof T]: T[Key] extends (...given: infer Given) => infer Result
    ? [Result] extends [() => void]
      ? T[Key]
      : (...given: Given) => Promise<Result>
    : Promise<T[Key]>;
};

/** The same object with values or promises of them. */
export type Either<T> = {
  readonly [Key in keyof T]: T[Key] extends (...given: infer Given) => infer Result
    ? [Result] extends [() => void]
      ? T[Key]
      : (...given: Given) => Result | Promise<Result>
    : T[Key] | Promise<T[Key]>;
};

/** Not `instanceof`, because a test runner may load this code in another realm. */
export function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value;
}
