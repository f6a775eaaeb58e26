import isEqual from 'fast-deep-equal';
import type { DocumentedExample } from '../operation.ts';
import type { GenerateOptions, Values } from './create-values.ts';

/** A parameter, or a body in one media type. */
export interface ExampleSource {
  /** JSON Pointer of its schema in the document. */
  pointer: string;
  examples: readonly DocumentedExample[];
}

/** Which examples are valid. */
type ExampleOptions = Pick<GenerateOptions, 'direction' | 'random' | 'validate'>;

/**
 * Collects the examples that a document has for a body or a parameter: those beside the schema, then those in the schema, then
 * one that is composed of the examples of its parts. Invalid ones are left out, and so are repeated ones.
 */
export function collectExamples(
  values: Values,
  { pointer, examples }: ExampleSource,
  options: ExampleOptions = {},
): unknown[] {
  const { direction, validate } = options;
  const written = examples.map(({ value }) => value);
  const documented = written.filter((value) => value !== undefined);
  const candidates = [...documented, ...values.listExamples(pointer)];
  const collected: unknown[] = [];
  for (const candidate of candidates) {
    if (!values.isValid(pointer, candidate, direction)) continue;
    // Validators may fill in defaults.
    if (validate?.(structuredClone(candidate)) === false) continue;
    add(collected, candidate);
  }
  const composed = values.composeExample(pointer, { ...options, samples: documented });
  if (composed !== undefined) add(collected, composed);
  return collected;
}

function add(collected: unknown[], value: unknown): void {
  if (!collected.some((example) => isEqual(example, value))) collected.push(value);
}
