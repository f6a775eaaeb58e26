import type { AssumptionId, AssumptionValues } from '../../contract/index.ts';
import type { Mock } from '../../mock/index.ts';

/** What a mock does under one value of an assumption. */
export interface AssumptionCase {
  id: AssumptionId;
  value: AssumptionValues[AssumptionId];
  /** Values of other assumptions that the case needs. Default: none. */
  others?: { [Id in AssumptionId]?: AssumptionValues[Id] };
  observe: (mock: Mock) => Promise<unknown>;
  want: unknown;
}

/** The same observation under several values of one assumption. */
export function casesOf<Id extends AssumptionId>(
  id: Id,
  observe: AssumptionCase['observe'],
  rows: readonly (readonly [value: AssumptionValues[Id], want: unknown])[],
): AssumptionCase[] {
  return rows.map(([value, want]) => ({ id, value, observe, want }));
}
