import { mostFaults } from '../validators.ts';

/** Loops over array items and over object fields in the code of ajv. */
const itemLoop = /for\(let (i\d+)=(\d+); \1<(\w+); \1\+\+\)\{/g;
const fieldLoop = /for\(const (key\d+) in (\w+)\)\{/g;

/**
 * Makes the code of a validator stop checking further items or fields of a value after `mostFaults` errors. A validator that
 * collects all errors takes quadratic time, because it copies the existing errors whenever a referenced schema adds more: 40,000
 * empty objects in an array took 12 seconds of CPU.
 *
 * Only errors since the start of the loop count: earlier ones may belong to another branch of a union.
 */
export function boundErrors(code: string): string {
  return code
    .replaceAll(
      itemLoop,
      `for(let $1=$2, before_$1=errors; $1<$3 && errors-before_$1<${mostFaults}; $1++){`,
    )
    .replaceAll(
      fieldLoop,
      `const before_$1=errors;for(const $1 in $2){if(errors-before_$1>=${mostFaults})break;`,
    );
}

/** Whether errors in the code for a schema can be bounded: `contains` needs one valid item, so it needs all of its loop. */
export function isBoundable(schema: unknown): boolean {
  return !JSON.stringify(schema).includes('"contains":');
}
