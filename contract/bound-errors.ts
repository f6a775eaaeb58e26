import { mostFaults } from './validators.ts';

/** A loop over the items of an array, as ajv writes it. */
const itemLoop = /for\(let (i\d+)=(\d+); \1<(\w+); \1\+\+\)\{/g;
/** A loop over the fields of an object, as ajv writes it. */
const fieldLoop = /for\(const (key\d+) in (\w+)\)\{/g;

/**
 * Makes the code of ajv's validators stop looking at further items or fields of a value once it has found
 * `mostFaults` errors in it. A validator that collects all errors otherwise takes quadratic time: it copies those that
 * it has whenever a referenced schema finds more, and 40,000 empty objects in one array took 12 seconds of CPU.
 *
 * Errors are counted from where the loop starts. Those from before may belong to another branch of a union, and that
 * branch must not decide about this one.
 * @param code of one or several validators, none of them for a schema with `contains`: that keyword needs one item that
 *   is valid, so its loop cannot end at those that are not
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

/** Whether `boundErrors` may change the validators of a document. */
export function canBoundErrors(document: object): boolean {
  return !JSON.stringify(document).includes('"contains":');
}
