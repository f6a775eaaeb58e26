import { isRefused } from '../model/lawful-refusals.ts';
import type { Check, Scope } from '../model/scope.ts';
import { Inconclusive } from '../runner/check.ts';
import { type Call, probe, requireSuccess } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';

/** The texts of a check that sends an update without fields. */
export const describeEmptyUpdate = (
  record: 'site' | 'route',
): Pick<Check, 'title' | 'sends' | 'expects'> => ({
  title: `An update without fields returns the unchanged ${record}`,
  sends: 'an update with an empty object, twice',
  expects: `the unchanged ${record} (a refusal is inconclusive: the interface does not show which fields are required)`,
});

/** Sends an update without fields twice, and passes each success to `compare`. */
export async function sendEmptyUpdates(
  scope: Scope,
  request: Pick<Call, 'operation' | 'path'>,
  compare: (body: Record<string, unknown>, sent: Sent) => void,
): Promise<void> {
  for (let round = 1; round <= 2; round += 1) {
    const sent = await probe(scope, { ...request, body: {} });
    if (isRefused(sent))
      throw new Inconclusive(
        'an empty update is refused; the interface does not show which fields are required',
      );
    compare(requireSuccess(scope.run, sent, 'an empty update'), sent);
  }
}
