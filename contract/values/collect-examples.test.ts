import { describe, expect, test } from '@jest/globals';
import { collectExamples, createValues } from './index.ts';

const document = {
  components: {
    schemas: {
      Town: {
        type: 'object',
        required: ['name'],
        properties: {
          id: { type: 'integer', readOnly: true, example: 5 },
          name: { type: 'string', example: 'Bergen' },
          size: { type: 'integer', default: 3, example: 'large' },
        },
        example: { name: 'Oslo' },
      },
      Bare: { type: 'object', properties: { name: { type: 'string' } } },
      Parts: { type: 'object', properties: { name: { type: 'string', example: 'Bergen' } } },
    },
  },
};
const values = createValues(document);

function collect(name: string, ...examples: unknown[]) {
  const documented = examples.map((value) => ({ name: 'example', value }));
  const source = { pointer: `/components/schemas/${name}`, examples: documented };
  return collectExamples(values, source, { direction: 'request' });
}

describe('collectExamples', () => {
  test('returns valid documented examples before those of the schema, without invalid and repeated ones', () => {
    const examples = collect('Town', { name: 'Turku' }, { name: 7 }, { name: 'Turku' });
    expect(examples).toEqual([{ name: 'Turku' }, { name: 'Oslo' }]);
  });

  test('composes an example of the examples and defaults of properties', () => {
    expect(collect('Parts')).toEqual([{ name: 'Bergen' }]);
  });

  test('uses the valid parts of an invalid example', () => {
    expect(collect('Parts', { name: 'Turku', extra: 1 }, 5)).toEqual([{ name: 'Turku', extra: 1 }]);
  });

  test('returns nothing where the document has no example', () => {
    expect(collect('Bare')).toEqual([]);
  });
});
