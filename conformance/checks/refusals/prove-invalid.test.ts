import { describe, expect, test } from '@jest/globals';
import { contract, type Schema } from '../../../contract/index.ts';
import { resolveReference } from '../../../contract/resolve-reference.ts';
import { createFreshBody } from '../../data/fresh-body.ts';
import { deriveInvalidBodies } from '../../data/invalid-bodies.ts';
import { deriveInvalidParameters } from '../../data/invalid-parameters.ts';
import { listUnreadableBodies } from '../../data/nonsense.ts';
import { proveInvalid } from './judge-refusal.ts';

const resolve = (schema: Schema) => resolveReference<Schema>(contract.document, { ...schema });
const uuid = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

describe.each(contract.operations.map((operation) => [operation.id, operation] as const))(
  '%s',
  (_, operation) => {
    const path = Object.fromEntries(
      operation.parameters
        .filter(({ in: place }) => place === 'path')
        .map(({ name }) => [name, uuid]),
    );

    test('finds no error in a valid body', () => {
      const body =
        operation.requestBody === undefined ? undefined : createFreshBody(operation, 'x');
      expect(proveInvalid(contract, operation, { path, body, fault: '' })).toEqual({
        invalid: false,
        reason: 'the contract allows it',
      });
    });

    test('finds exactly one error in every derived body', () => {
      for (const { fault, body } of deriveInvalidBodies(operation, resolve)) {
        expect([
          fault,
          proveInvalid(contract, operation, { path, body: body('x'), fault }),
        ]).toEqual([fault, { invalid: true }]);
      }
      if (operation.requestBody === undefined) return;
      for (const { fault, bytes } of listUnreadableBodies(operation, 'x')) {
        expect([fault, proveInvalid(contract, operation, { path, body: bytes, fault })]).toEqual([
          fault,
          { invalid: true },
        ]);
      }
    });

    test('finds exactly one error in every derived parameter', () => {
      const body =
        operation.requestBody === undefined ? undefined : createFreshBody(operation, 'x');
      for (const { parameter, value } of deriveInvalidParameters(operation)) {
        const faulty =
          parameter.in === 'path'
            ? { path: { ...path, [parameter.name]: value } }
            : { path, query: `${parameter.name}=${encodeURIComponent(value)}` };
        expect([
          parameter.name,
          value,
          proveInvalid(contract, operation, { ...faulty, body, fault: '' }),
        ]).toEqual([parameter.name, value, { invalid: true }]);
      }
    });

    test('proves nothing for a request with two errors', () => {
      if (operation.requestBody === undefined) return;
      expect(
        proveInvalid(contract, operation, {
          path: Object.fromEntries(Object.keys(path).map((name) => [name, 'x'])),
          body: [],
          fault: '',
        }),
      ).toMatchObject({ invalid: false });
    });
  },
);
