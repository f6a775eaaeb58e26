import type { RequestHandler } from '../handle-request.ts';
import type { MockReply, RequestHead } from '../mock-request.ts';
import { Refusal } from '../refusal.ts';
import type { Session } from './create-session.ts';
import { defaultSession, isSessionName, sessionHeader } from './session-name.ts';

/** How many sessions there can be: more than test workers of any machine, and the memory stays bounded. */
const mostSessions = 1000;

/** The sessions of one mock, and the handler that leads each request to its own. */
export interface Sessions {
  readonly default: Session;
  readonly handler: RequestHandler;
  /** A session by its name, made when it is first named; a refusal where it cannot be. */
  open(name: string): Session | Refusal;
  /** A session that is there. */
  find(name: string): Session | undefined;
  /** In the order in which they were made, the default one first. */
  list(): Session[];
  /** Forgets a session. @returns whether there was one */
  delete(name: string): boolean;
}

/** @param create makes a session, the default one at once and the others when they are first named */
export function createSessions(create: (name: string) => Session): Sessions {
  const first = create(defaultSession);
  const sessions = new Map([[defaultSession, first]]);

  function open(name: string): Session | Refusal {
    const known = sessions.get(name);
    if (known !== undefined) return known;
    if (!isSessionName(name)) {
      return refuse(
        'must be 1 to 64 letters, digits, dots, underscores and hyphens, the first of them a letter or a digit',
      );
    }
    if (sessions.size >= mostSessions) {
      return refuse(
        `names one session more than the ${mostSessions} that there can be; delete those that are over with DELETE /__mock/sessions/{name}, or reset one and use it again`,
      );
    }
    const made = create(name);
    sessions.set(name, made);
    return made;
  }

  /** The handler of the session that a request names. Where it names none, that costs the look at one header. */
  function route(head: RequestHead): RequestHandler | Refusal {
    const name = head.header(sessionHeader);
    if (name === undefined) return first.handler;
    const session = open(name);
    return session instanceof Refusal ? session : session.handler;
  }

  const turnAway = (head: RequestHead, refusal: Refusal): MockReply =>
    first.handler.refuse(head, undefined, refusal);

  return {
    default: first,
    handler: {
      open: (head) => {
        const handler = route(head);
        return handler instanceof Refusal ? turnAway(head, handler) : handler.open(head);
      },
      answer: (request, body) => {
        const handler = route(request.head);
        return handler instanceof Refusal
          ? turnAway(request.head, handler)
          : handler.answer(request, body);
      },
      refuse: (head, operation, refusal) => {
        const handler = route(head);
        return handler instanceof Refusal
          ? turnAway(head, handler)
          : handler.refuse(head, operation, refusal);
      },
    },
    open,
    find: (name) => sessions.get(name),
    list: () => [...sessions.values()],
    delete: (name) => name !== defaultSession && sessions.delete(name),
  };
}

function refuse(fault: string): Refusal {
  const detail = `The header X-Mock-Session ${fault}.`;
  return new Refusal('malformed-request', detail, {
    faults: [{ header: 'X-Mock-Session', detail: fault }],
  });
}
