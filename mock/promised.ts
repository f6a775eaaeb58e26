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
