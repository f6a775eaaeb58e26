import type { AssumptionId, AssumptionValues } from '../../contract/index.ts';
import type { Mock } from '../../mock/index.ts';

/** The behaviour of a mock with one value of an assumption. */
export interface AssumptionCase {
  id: AssumptionId;
  value: AssumptionValues[AssumptionId];
  /** Values of other assumptions for this case. Default: none. */
  others?: { [Id in AssumptionId]?: AssumptionValues[Id] };
  observe: (mock: Mock) => Promise<unknown>;
  want: unknown;
}

/** The same observation with several values of one assumption. */
export function casesOf<Id extends AssumptionId>(
  id: Id,
  observe: AssumptionCase['observe'],
  rows: readonly (readonly [value: AssumptionValues[Id], want: unknown])[],
): AssumptionCase[] {
  return rows.map(([value, want]) => ({ id, value, observe, want }));
}
