import { defaultSession } from '../../sessions/session-name.ts';
import { whenAnswered } from '../../store/answer.ts';
import type { ControlContext } from './control-context.ts';
import type { ControlHandlers } from './operation-types.ts';
import { ControlRefusal } from './operation-types.ts';

/** States beside each other. */
export function createSessionHandlers({
  core,
}: ControlContext): ControlHandlers<'listSessions' | 'deleteSession'> {
  return {
    listSessions: () =>
      whenAnswered(core.listSessions(), (sessions) => ({
        status: 200 as const,
        body: {
          data: sessions.map(({ name, createdAt }) => ({
            name,
            createdAt: new Date(createdAt).toISOString(),
          })),
        },
      })),
    deleteSession: ({ parameters: { name } }) => {
      if (name === defaultSession)
        return new ControlRefusal(
          'conflict',
          'The default session cannot be deleted. Reset it instead.',
        );
      return whenAnswered(core.forget(name), (existed) =>
        existed
          ? { status: 204 as const }
          : new ControlRefusal('not-found', `Session ${name} not found.`),
      );
    },
  };
}
