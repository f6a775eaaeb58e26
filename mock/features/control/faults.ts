import { operationIds } from '../../../contract/index.ts';
import { refuseInvalidBody } from '../../http/problems.ts';
import { whenAnswered } from '../../store/answer.ts';
import { checkRule, type FaultRuleOptions } from '../faults/fault-rule.ts';
import type { ControlContext } from './control-context.ts';
import type { ControlHandlers } from './operation-types.ts';
import { ControlRefusal } from './operation-types.ts';

/** Rules for faults. */
export function createFaultHandlers({
  core,
}: ControlContext): ControlHandlers<'listFaults' | 'addFault' | 'removeFaults' | 'removeFault'> {
  return {
    listFaults: () =>
      whenAnswered(core.faults.list(), (data) => ({ status: 200 as const, body: { data } })),
    addFault: ({ body }) => addRule(core.faults, body),
    removeFaults: () => whenAnswered(core.faults.clear(), () => ({ status: 204 as const })),
    removeFault: ({ parameters: { id } }) =>
      whenAnswered(core.faults.remove(id), (existed) =>
        existed
          ? { status: 204 as const }
          : new ControlRefusal('not-found', `Rule ${id} not found. It may have expired.`),
      ),
  };
}

/** Adds a rule, or refuses it for what the contract of the control surface cannot say. */
export function addRule(faults: ControlContext['core']['faults'], rule: FaultRuleOptions) {
  const wrong = checkRule(rule, operationIds);
  if (wrong.length > 0) {
    const { detail, faults: places } = refuseInvalidBody(wrong);
    return new ControlRefusal('invalid-body', detail, { faults: places });
  }
  return whenAnswered(faults.add(rule), (added) => ({ status: 201 as const, body: added }));
}
