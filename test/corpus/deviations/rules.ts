import type { Exchange, OperationId } from '../service/exchange.ts';
import type { FieldRule } from '../service/field-rules.ts';
import type { Deviation } from '../service/service.ts';

/** Changes the rule of one field of a body; an unknown field starts with a rule that accepts everything. */
export function changeRule(
  operationId: OperationId,
  field: string,
  change: (rule: FieldRule) => Partial<FieldRule>,
): Deviation {
  return (service) => {
    const rules = service.fieldRules[operationId];
    const plain = rules[field] ?? { required: false, isType: () => true, isLawful: () => true };
    rules[field] = { ...plain, ...change(plain) };
  };
}

/** Accepts values that meet a condition, whatever the rule is. */
export const alsoAccept = (
  operationId: OperationId,
  field: string,
  isAccepted: (value: unknown) => boolean,
): Deviation =>
  changeRule(operationId, field, (plain) => ({
    isType: (value) => isAccepted(value) || plain.isType(value),
    isLawful: (value, exchange) => isAccepted(value) || plain.isLawful(value, exchange),
  }));

/** Refuses values that the plain service accepts. */
export const alsoDemand = (
  operationId: OperationId,
  field: string,
  isLawful: (value: unknown, exchange: Exchange) => boolean,
): Deviation =>
  changeRule(operationId, field, (plain) => ({
    isLawful: (value, exchange) => plain.isLawful(value, exchange) && isLawful(value, exchange),
  }));

export const demandField = (operationId: OperationId, field: string): Deviation =>
  changeRule(operationId, field, () => ({ required: true }));

export const allowMissing = (operationId: OperationId, field: string): Deviation =>
  changeRule(operationId, field, () => ({ required: false }));

/** Applies several deviations to one target. */
export const together =
  (...deviations: readonly Deviation[]): Deviation =>
  (service) => {
    for (const deviate of deviations) deviate(service);
  };
