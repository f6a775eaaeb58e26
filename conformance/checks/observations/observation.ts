import type { AssumptionId, OperationId } from '../../../contract/index.ts';
import type { RequirementId } from '../../../generated/requirements.js';
import type { Check, Scope } from '../../model/scope.ts';
import type { Stage } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import type { Sent } from '../../runner/target.ts';

export interface ObservationOptions {
  id: string;
  operation: OperationId | 'service';
  /** The question, as a title. */
  title: string;
  requirement: RequirementId;
  sends: string;
  stage?: Stage;
  writes?: boolean;
  creates?: number;
  uses?: readonly string[];
  run: (scope: Scope) => Promise<void> | void;
}

/** What the target does where the interface does not say. It never fails anybody. */
export function observation({
  id,
  operation,
  title,
  requirement,
  sends,
  stage = 'calls',
  writes = true,
  creates = 0,
  uses = [],
  run,
}: ObservationOptions): Check {
  return {
    id,
    operation,
    title,
    level: 'OBSERVE',
    requirements: [requirement],
    sends,
    expects: 'nothing: the interface does not say; the behaviour is recorded',
    stage,
    writes,
    creates,
    uses,
    run,
  };
}

/** Says that something was accepted or refused, with the value of the assumption for either. */
export function observeAcceptance(
  { observe }: Scope,
  sent: Sent,
  what: string,
  id: AssumptionId,
  values: { accepted: string; refused: string },
): boolean {
  const accepted = isSuccess(sent);
  observe(
    `${what} is ${accepted ? 'accepted' : `refused with ${sent.reply?.status ?? 'no response'}`}`,
    { id, value: accepted ? values.accepted : values.refused },
  );
  return accepted;
}
