import type { Contract, Schema } from '../../../contract/index.ts';
import type { Check } from '../../runner/check.ts';
import { createBodyChecks } from './bodies.ts';
import { createParameterChecks } from './parameters.ts';
import { createUnknownResourceChecks } from './unknown-resources.ts';
import { createEncodingCheck, createUnreadableCheck } from './unreadable-bodies.ts';

/** Every way to break the contract in one place, one check for each place and kind, from the document alone. */
export function createRefusalChecks(
  contract: Contract,
  resolve: (schema: Schema) => Schema,
): Check[] {
  return contract.operations.flatMap((operation) => [
    ...createBodyChecks(operation, resolve),
    ...createUnreadableCheck(operation),
    ...createEncodingCheck(operation),
    ...createParameterChecks(operation),
    ...createUnknownResourceChecks(operation),
  ]);
}
