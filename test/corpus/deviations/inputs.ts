import type { Exchange, Input, OperationId, TextField } from '../service/exchange.ts';
import type { Deviation } from '../service/service.ts';

/** Changes the input before it is stored and returned. */
export function changeInput(
  operationIds: readonly OperationId[],
  change: (input: Input, exchange: Exchange) => Input,
): Deviation {
  return (service) => {
    const plain = service.toInput;
    service.toInput = (exchange) => {
      const input = plain(exchange);
      const isMeant = operationIds.some((operationId) => operationId === exchange.operationId);
      return isMeant ? change(input, exchange) : input;
    };
  };
}

export function changeText(
  operationIds: readonly OperationId[],
  field: TextField,
  change: (text: string) => string,
): Deviation {
  return changeInput(operationIds, (input) => {
    const text = input[field];
    return text === undefined ? input : { ...input, [field]: change(text) };
  });
}

/** Applies to the three operations with the name of a site. */
export const changeName = (change: (text: string) => string): Deviation =>
  changeText(['createSite', 'updateSite', 'duplicateSite'], 'name', change);

export const changePathname = (change: (text: string) => string): Deviation =>
  changeText(['createRoute', 'updateRoute'], 'pathname', change);

export const changeVariants = (
  change: (variants: NonNullable<Input['localizedVariants']>) => Input['localizedVariants'],
): Deviation =>
  changeInput(['createRoute', 'updateRoute'], (input) =>
    input.localizedVariants
      ? { ...input, localizedVariants: change(input.localizedVariants) }
      : input,
  );
