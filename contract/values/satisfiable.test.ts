import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compileSchema } from '../../test/support/compile-schema.ts';
import { satisfiableSchemas } from '../../test/support/satisfiable-schemas.ts';
import { createRandom } from '../random.ts';
import { createValues } from './index.ts';

describe('any schema that has a value', () => {
  test('gets a valid one', () => {
    fc.assert(
      fc.property(satisfiableSchemas, fc.nat({ max: 99 }), ({ value, schema }, seed) => {
        const document = { $defs: { root: schema, shared: true } };
        const validate = compileSchema(document, '/$defs/root');
        if (!validate(value)) return;
        const generated = createValues(document).generate('/$defs/root', {
          random: createRandom(seed),
        });
        expect(generated).not.toBeUndefined();
        expect(validate(generated)).toBe(true);
      }),
      { seed: 20_261, numRuns: Number(process.env['NUM_RUNS'] ?? 150) },
    );
  });
});
