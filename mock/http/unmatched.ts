import type { Match } from '../../contract/index.ts';
import type { RequestHead } from '../mock-request.ts';
import { Refusal } from '../refusal.ts';

/** Says how far a request got that no operation matches, and where it could have gone. */
export function refuseUnmatched(
  { method, path }: RequestHead,
  match: Exclude<Match, { kind: 'operation' }>,
): Refusal {
  if (match.kind === 'method-not-allowed') {
    const allow = match.allow.join(', ');
    const detail = `${method} is no method of ${match.path}. Use one of ${allow}.`;
    return new Refusal('method-not-allowed', detail, { headers: ['Allow', allow] });
  }
  const matched = match.matched === '' ? 'Nothing of it' : `The beginning ${match.matched}`;
  const detail = `No operation has the path ${shorten(path)}. ${matched} is known; the nearest path is ${match.nearest}.`;
  return new Refusal('unknown-path', detail);
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
