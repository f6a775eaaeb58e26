/** The header that names the session of a request, in lower case. */
export const sessionHeader = 'x-mock-session';

/** The session of requests that do not name one. */
export const defaultSession = 'default';

/** The same pattern as `SessionName` in the description of the control surface. */
const sessionName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export function isSessionName(name: string): boolean {
  return sessionName.test(name);
}
