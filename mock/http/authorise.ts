import type { RequestHead } from '../mock-request.ts';
import { Refusal } from '../refusal.ts';

/** Makes the step that lets a request pass that carries one of the keys as a bearer token (RFC 6750, section 2.1). */
export function createAuthoriser(
  keys: readonly string[],
  realm: string,
): (request: RequestHead) => Refusal | undefined {
  const challenge = `Bearer realm="${realm.replaceAll(/["\\]/g, '')}"`;
  const advice = 'Send the API key of the App as "Authorization: Bearer <API_KEY>".';
  const missing = refuse(challenge, `The request carries no API key. ${advice}`, 'is required');
  const wrong = refuse(
    `${challenge}, error="invalid_token"`,
    `The request carries an API key that this server does not know. ${advice}`,
    'is no known API key',
  );
  return (request) => {
    const key = parseBearer(request.header('authorization'));
    if (key === '') return missing;
    let known = false;
    // Every key is compared, so that the time tells nothing about which one came close.
    for (const candidate of keys) known = isSameText(key, candidate) || known;
    return known ? undefined : wrong;
  };
}

function refuse(challenge: string, detail: string, fault: string): Refusal {
  return new Refusal('unauthorized', detail, {
    faults: [{ header: 'Authorization', detail: fault }],
    headers: ['WWW-Authenticate', challenge],
  });
}

/** The token behind the scheme, whose case does not count (RFC 9110, section 11.1), or an empty text. */
function parseBearer(credentials: string | undefined): string {
  if (credentials === undefined || credentials.slice(0, 7).toLowerCase() !== 'bearer ') return '';
  return credentials.slice(7).trim();
}

/** Takes as long for a text that differs at its start as for one that differs at its end. */
function isSameText(sent: string, key: string): boolean {
  let difference = sent.length ^ key.length;
  for (let at = 0; at < sent.length; at += 1) {
    difference |= sent.charCodeAt(at) ^ key.charCodeAt(at % key.length);
  }
  return difference === 0;
}
