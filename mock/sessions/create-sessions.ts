import type { Contract } from '../../contract/index.ts';
import {
  defaultSession,
  isSessionName,
  type MockReply,
  type RequestHead,
  sessionHeader,
} from '../mock-request.ts';
import { Refusal } from '../refusal.ts';
import type { Session } from './create-session.ts';

/** Maximum number of sessions: more than the test workers of any machine, and few enough to limit the memory. */
const mostSessions = 1000;

export interface Sessions {
  readonly default: Session;
  /**
   * Returns the session of a request. A request that is not accepted creates no session, and gets its reply at once.
   */
  choose(head: RequestHead): Session | MockReply;
  /**
   * Returns a session by its name, or creates it. If there are too many, the least recently used one is removed.
   * @returns a refusal when the name is not valid
   */
  open(name: string): Session | Refusal;
  /** Returns an existing session. */
  find(name: string): Session | undefined;
  /** Lists the sessions in order of creation, the default one first. */
  list(): Session[];
  /** Removes a session. @returns whether it existed */
  delete(name: string): boolean;
  /**
   * Makes all sessions use another contract.
   * @throws Error when the mock cannot serve it; all sessions then use the previous contract
   */
  useContract(contract: Contract, before: Contract): void;
}

interface SessionsOptions {
  /** Creates a session: the default one at the start, the others with the first request that names them. */
  create(name: string): Session;
  /**
   * Creates the stand-in for sessions that do not exist yet. It decides whether a request is accepted, and never
   * contains any data.
   */
  createStandIn(): Session;
  /** Called after a session was removed to make room for another one. */
  onRemove(name: string): void;
}

export function createSessions({ create, createStandIn, onRemove }: SessionsOptions): Sessions {
  const first = create(defaultSession);
  const sessions = new Map([[defaultSession, first]]);
  /** The number of each session's last request, to find the least recently used session. */
  const lastUses = new Map<Session, number>();
  let uses = 0;
  let standIn: Session | undefined;

  function find(name: string): Session | undefined {
    const session = sessions.get(name);
    if (session === undefined) return undefined;
    uses += 1;
    lastUses.set(session, uses);
    return session;
  }

  function open(name: string): Session | Refusal {
    const known = find(name);
    if (known !== undefined) return known;
    if (!isSessionName(name)) return refuseName;
    if (sessions.size >= mostSessions) removeLeastRecentlyUsed();
    sessions.set(name, create(name));
    return open(name);
  }

  function removeLeastRecentlyUsed(): void {
    const [oldest] = [...sessions.values()]
      .filter((session) => session !== first)
      .sort((one, other) => (lastUses.get(one) ?? 0) - (lastUses.get(other) ?? 0));
    if (oldest === undefined) return;
    remove(oldest.name);
    onRemove(oldest.name);
  }

  function remove(name: string): boolean {
    const session = sessions.get(name);
    if (session === undefined || session === first) return false;
    lastUses.delete(session);
    return sessions.delete(name);
  }

  function choose(head: RequestHead): Session | MockReply {
    // A request without a session costs only the lookup of one header.
    const name = head.header(sessionHeader);
    if (name === undefined) return first;
    return find(name) ?? chooseNew(name, head);
  }

  /** Sessions take memory, so only a request that matches an operation and has the key creates one. */
  function chooseNew(name: string, head: RequestHead): Session | MockReply {
    if (isSessionName(name)) {
      standIn ??= createStandIn();
      // The response must be that of a new session, whatever was refused before.
      standIn.reset();
      const opened = standIn.handler.open(head);
      if ('status' in opened) return opened;
    }
    const session = open(name);
    return session instanceof Refusal ? first.handler.refuse(head, undefined, session) : session;
  }

  return {
    default: first,
    choose,
    open,
    find,
    list: () => [...sessions.values()],
    delete: remove,
    useContract: (contract, before) => {
      const all = standIn === undefined ? sessions.values() : [...sessions.values(), standIn];
      const changed: Session[] = [];
      try {
        for (const session of all) {
          changed.push(session);
          session.useContract(contract);
        }
      } catch (error) {
        for (const session of changed) session.useContract(before);
        throw error;
      }
    },
  };
}

const nameFault =
  'must be 1 to 64 letters, digits, dots, underscores and hyphens, starting with a letter or digit';

const refuseName = new Refusal('malformed-request', `The header X-Mock-Session ${nameFault}.`, {
  faults: [{ header: 'X-Mock-Session', detail: nameFault }],
});
