import { operationIds } from '../../../contract/index.ts';
import { refuseInvalidBody } from '../../http/problems.ts';
import { whenAnswered } from '../../store/answer.ts';
import { checkRule } from '../faults/fault-rule.ts';
import type { ControlContext } from './control-context.ts';
import type { ControlHandlers } from './operation-types.ts';
import { ControlRefusal } from './operation-types.ts';

/** Rules for faults. */
export function createFaultHandlers({
  core: { faults },
}: ControlContext): ControlHandlers<'listFaults' | 'addFault' | 'removeFaults' | 'removeFault'> {
  return {
    listFaults: () =>
      whenAnswered(faults.list(), (data) => ({ status: 200 as const, body: { data } })),
    addFault: ({ body }) => {
      const wrong = checkRule(body, operationIds);
      if (wrong.length > 0) {
        const { detail, faults: places } = refuseInvalidBody(wrong);
        return new ControlRefusal('invalid-body', detail, { faults: places });
      }
      return whenAnswered(faults.add(body), (rule) => ({ status: 201 as const, body: rule }));
    },
    removeFaults: () => whenAnswered(faults.clear(), () => ({ status: 204 as const })),
    removeFault: ({ parameters: { id } }) =>
      whenAnswered(faults.remove(id), (existed) =>
        existed
          ? { status: 204 as const }
          : new ControlRefusal('not-found', `Rule ${id} not found. It may have expired.`),
      ),
  };
}
