import { expect, test } from '@jest/globals';
import { assertCompleteUnions } from './complete-unions.ts';

const effect = {
  properties: { kind: { enum: ['reset', 'hang'] } },
  discriminator: { propertyName: 'kind', mapping: { reset: '#/Reset', hang: '#/Hang' } },
  oneOf: [{ $ref: '#/Reset' }, { $ref: '#/Hang' }],
};

test('a union that lists every schema everywhere is complete', () => {
  expect(() => assertCompleteUnions({ Effect: effect })).not.toThrow();
});

test.each([
  ['oneOf lacks #/Hang', { oneOf: [{ $ref: '#/Reset' }] }],
  [
    'discriminator/mapping lacks #/Hang; discriminator/mapping lacks hang',
    { discriminator: { propertyName: 'kind', mapping: { reset: '#/Reset' } } },
  ],
  ['properties/kind/enum lacks hang', { properties: { kind: { enum: ['reset'] } } }],
])('an incomplete union is named: %s', (told, change) => {
  expect(() => assertCompleteUnions({ Effect: { ...effect, ...change } })).toThrow(told);
});
