import { operationIds } from '../../../contract/index.ts';
import { refuseInvalidBody } from '../../http/problems.ts';
import { checkRule } from '../faults/fault-rule.ts';
import type { ControlContext } from './control-context.ts';
import type { ControlHandlers } from './operation-types.ts';
import { ControlRefusal } from './operation-types.ts';

/** Rules for faults. */
export function createFaultHandlers({
  core: { faults },
}: ControlContext): ControlHandlers<'listFaults' | 'addFault' | 'removeFaults' | 'removeFault'> {
  return {
    listFaults: () => ({ status: 200, body: { data: faults.list() } }),
    addFault: ({ body }) => {
      const wrong = checkRule(body, operationIds);
      if (wrong.length > 0) {
        const { detail, faults: places } = refuseInvalidBody(wrong);
        return new ControlRefusal('invalid-body', detail, { faults: places });
      }
      return { status: 201, body: faults.add(body) };
    },
    removeFaults: () => {
      faults.clear();
      return { status: 204 };
    },
    removeFault: ({ parameters: { id } }) =>
      faults.remove(id)
        ? { status: 204 }
        : new ControlRefusal('not-found', `There is no rule ${id}. It may have come to its end.`),
  };
}
