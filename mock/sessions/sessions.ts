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

export class Sessions {
  readonly default: Session;
  readonly #options: SessionsOptions;
  readonly #sessions: Map<string, Session>;
  /** The number of each session's last request, to find the least recently used session. */
  readonly #lastUses = new Map<Session, number>();
  #uses = 0;
  #standIn: Session | undefined;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.default = options.create(defaultSession);
    this.#sessions = new Map([[defaultSession, this.default]]);
  }

  /**
   * Returns the session of a request. A request that is not accepted creates no session, and gets its reply at once.
   */
  choose(head: RequestHead): Session | MockReply {
    // A request without a session costs only the lookup of one header.
    const name = head.header(sessionHeader);
    if (name === undefined) return this.default;
    return this.find(name) ?? this.#chooseNew(name, head);
  }

  /** Sessions take memory, so only a request that matches an operation and has the key creates one. */
  #chooseNew(name: string, head: RequestHead): Session | MockReply {
    if (isSessionName(name)) {
      this.#standIn ??= this.#options.createStandIn();
      // The response must be that of a new session, whatever was refused before.
      this.#standIn.reset();
      const opened = this.#standIn.handler.open(head);
      if ('status' in opened) return opened;
    }
    const session = this.open(name);
    return session instanceof Refusal
      ? this.default.handler.refuse(head, undefined, session)
      : session;
  }

  /** Returns an existing session. */
  find(name: string): Session | undefined {
    const session = this.#sessions.get(name);
    if (session === undefined) return undefined;
    this.#uses += 1;
    this.#lastUses.set(session, this.#uses);
    return session;
  }

  /**
   * Returns a session by its name, or creates it. If there are too many, the least recently used one is removed.
   * @returns a refusal when the name is not valid
   */
  open(name: string): Session | Refusal {
    const known = this.find(name);
    if (known !== undefined) return known;
    if (!isSessionName(name)) return refuseName;
    if (this.#sessions.size >= mostSessions) this.#removeLeastRecentlyUsed();
    this.#sessions.set(name, this.#options.create(name));
    return this.open(name);
  }

  #removeLeastRecentlyUsed(): void {
    const readUse = (session: Session): number => this.#lastUses.get(session) ?? 0;
    const [oldest] = this.list()
      .filter((session) => session !== this.default)
      .sort((one, other) => readUse(one) - readUse(other));
    if (oldest === undefined) return;
    this.delete(oldest.name);
    this.#options.onRemove(oldest.name);
  }

  /** Lists the sessions in order of creation, the default one first. */
  list(): Session[] {
    return [...this.#sessions.values()];
  }

  /** Removes a session. @returns whether it existed */
  delete(name: string): boolean {
    const session = this.#sessions.get(name);
    if (session === undefined || session === this.default) return false;
    this.#lastUses.delete(session);
    return this.#sessions.delete(name);
  }

  /**
   * Makes all sessions use another contract.
   * @throws Error when the mock cannot serve it; all sessions then use the previous contract
   */
  useContract(contract: Contract, before: Contract): void {
    const changed: Session[] = [];
    try {
      for (const session of [...this.list(), ...(this.#standIn ? [this.#standIn] : [])]) {
        changed.push(session);
        session.useContract(contract);
      }
    } catch (error) {
      for (const session of changed) session.useContract(before);
      throw error;
    }
  }
}

const nameFault =
  'must be 1 to 64 letters, digits, dots, underscores and hyphens, starting with a letter or digit';

const refuseName = new Refusal('malformed-request', `The header X-Mock-Session ${nameFault}.`, {
  faults: [{ header: 'X-Mock-Session', detail: nameFault }],
});
