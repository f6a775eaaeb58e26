import type { Contract } from '../../contract/index.ts';
import { createRandom, deriveSeed } from '../../contract/random.ts';
import { resolveSchema } from '../../contract/schema-fields.ts';
import { createValues } from '../../contract/values/index.ts';
import type { ValueSource } from './behaviour.ts';

/** Turns a text into a seed: the same text gives the same values. */
function toSeed(text: string): number {
  return deriveSeed(1, text);
}

/** Creates values for replies. */
export function createValueSource({ document }: Contract): ValueSource {
  const values = createValues(document);
  return {
    generate: (schema, seed, { name, examples, depth = 4 } = {}) =>
      values.generate(schema, {
        random: createRandom(toSeed(seed)),
        direction: 'response',
        name,
        examples,
        depth,
      }),
    isValid: (schema, value) => values.isValid(schema, value, 'response'),
    listExamples: (unresolved) => {
      const schema = resolveSchema(document, unresolved);
      const examples = schema.examples ?? [];
      return schema.example === undefined ? examples : [schema.example, ...examples];
    },
  };
}
