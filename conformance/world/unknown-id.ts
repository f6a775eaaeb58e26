import { createRandom } from '../../contract/random.ts';

/**
 * An id in the form of a known one that no record has: `ord_3fk2` becomes `ord_8qx7`, and 12 a number that is far away.
 * @param number differs for each id
 */
export function toUnknownId(id: string, number: number): string {
  if (/^\d{1,9}$/.test(id)) return String(987_000_000 + (number % 1_000_000));
  const random = createRandom(number);
  const start = id.lastIndexOf('_') + 1;
  const changed = id
    .slice(start)
    .replaceAll(/[0-9a-zA-Z]/g, (character) => pick(toAlphabet(character, id), random.next()));
  return keepVersion(id, id.slice(0, start) + changed);
}

/** The characters that may stand where one stands: those of hexadecimal ids remain hexadecimal. */
function toAlphabet(character: string, id: string): string {
  if (/\d/.test(character)) return '0123456789';
  const isHexadecimal = /^[0-9a-f-]+$/i.test(id);
  const letters = isHexadecimal ? 'abcdef' : 'abcdefghijklmnopqrstuvwxyz';
  return /[a-z]/.test(character) ? letters : letters.toUpperCase();
}

function pick(alphabet: string, number: number): string {
  return alphabet.charAt(number % alphabet.length);
}

/** The digits of a UUID that say its version and its variant (RFC 9562) stay. */
function keepVersion(id: string, changed: string): string {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return changed;
  const places = [14, 19];
  let kept = changed;
  for (const at of places) kept = kept.slice(0, at) + id.charAt(at) + kept.slice(at + 1);
  return kept;
}
