import type { RequestHead } from '../mock-request.ts';

/** The header that names the session of a request, in lower case. */
export const sessionHeader = 'x-mock-session';

/** The session of every request that names none. */
export const defaultSession = 'default';

/** As `SessionName` in the description of the control surface. */
const sessionName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export function isSessionName(name: string): boolean {
  return sessionName.test(name);
}

/** The session that a request names, whatever its form. */
export function readSession(head: RequestHead): string {
  return head.header(sessionHeader) ?? defaultSession;
}
