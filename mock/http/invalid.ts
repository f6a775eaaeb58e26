import { type Fault, mostFaults } from '../../contract/index.ts';
import { Refusal } from '../refusal.ts';

/** How many faults the detail spells out; `errors` lists them all. */
const mostTold = 3;

export function refuseInvalidParameters(faults: readonly Fault[]): Refusal {
  const detail = tell(
    faults,
    ({ parameter, detail: fault }) => `The parameter ${parameter} ${fault}`,
  );
  return new Refusal('invalid-parameter', detail, { faults });
}

export function refuseInvalidBody(faults: readonly Fault[]): Refusal {
  const detail = tell(faults, ({ pointer, detail: fault }) => `${pointer || 'The body'} ${fault}`);
  return new Refusal('invalid-body', detail, { faults });
}

function tell(faults: readonly Fault[], toClause: (fault: Fault) => string): string {
  const told = faults.slice(0, mostTold).map(toClause).join('; ');
  const rest = faults.length - mostTold;
  // The search for faults ends at the limit.
  const atLeast = faults.length < mostFaults ? '' : 'at least ';
  return rest > 0 ? `${told}; and ${atLeast}${rest} more.` : `${told}.`;
}
