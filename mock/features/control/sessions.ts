import { defaultSession } from '../../sessions/session-name.ts';
import type { ControlContext } from './control-context.ts';
import type { ControlHandlers } from './operation-types.ts';
import { ControlRefusal } from './operation-types.ts';

/** States beside each other. */
export function createSessionHandlers({
  core,
}: ControlContext): ControlHandlers<'listSessions' | 'deleteSession'> {
  return {
    listSessions: () => ({
      status: 200,
      body: {
        data: core.sessions.list().map(({ name, createdAt }) => ({
          name,
          createdAt: new Date(createdAt).toISOString(),
        })),
      },
    }),
    deleteSession: ({ parameters: { name } }) => {
      if (name === defaultSession)
        return new ControlRefusal('conflict', 'The default session stays. Reset it instead.');
      if (!core.forget(name))
        return new ControlRefusal('not-found', `There is no session ${name}.`);
      return { status: 204 };
    },
  };
}
