import { type Answer, isPromise } from './store/answer.ts';

/**
 * Makes the function that lets tasks run one after the other as soon as one of them answers by a promise: what a
 * behaviour reads must not change before it writes. Tasks that answer at once never wait, and cost nothing.
 */
export function createTurns(): <Input, Output>(
  task: (input: Input) => Answer<Output>,
  input: Input,
) => Answer<Output> {
  let last: Promise<unknown> | undefined;
  const hold = <Output>(output: Promise<Output>): Promise<Output> => {
    const settled = output.then(ignore, ignore).then(() => {
      if (last === settled) last = undefined;
    });
    last = settled;
    return output;
  };
  return (task, input) => {
    if (last !== undefined) return hold(last.then(() => task(input)));
    const output = task(input);
    return isPromise(output) ? hold(output) : output;
  };
}

function ignore(): void {}
