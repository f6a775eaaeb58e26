import Negotiator from 'negotiator';
import type { DocumentedContent, DocumentedResponse } from '../../contract/operation.ts';
import { Refusal } from '../refusal.ts';
import { isAccepted } from './steps.ts';

/** Whether a media type is JSON (RFC 6839, section 3.1). */
export function isJson(mediaType: string): boolean {
  return /^(?:application|text)\/(?:[\w.+-]+\+)?json\b/i.test(mediaType);
}

/**
 * Chooses the documented content that a client prefers (RFC 9110, section 12.5.1), JSON first. Undefined if the response has
 * none.
 * @throws Refusal if the client accepts none of them
 */
export function chooseContent(
  { content }: Pick<DocumentedResponse, 'content'>,
  accept: string | undefined,
): DocumentedContent | undefined {
  const json = content.filter(({ mediaType }) => isJson(mediaType));
  const notJson = content.filter(({ mediaType }) => !isJson(mediaType));
  const sorted = [...json, ...notJson];
  // A header without any range counts as missing.
  if (accept === undefined || /^[\s,]*$/.test(accept) || sorted.length === 0) return sorted[0];
  const types = sorted.map(({ mediaType }) => toConcrete(mediaType));
  const [preferred = ''] = new Negotiator({ headers: { accept } }).mediaTypes(types);
  // Parameters such as a charset are no reason to refuse.
  const accepted =
    sorted[types.indexOf(preferred)] ??
    sorted.find(({ mediaType }) => isAccepted(accept, toConcrete(mediaType)));
  // Many clients ask for JSON always, also where the response is a file.
  const isUsual = json.length === 0 && isAccepted(accept, 'application/json');
  if (accepted !== undefined || isUsual) return accepted ?? sorted[0];
  throw refuseAccept(types);
}

/** A range such as `image/*` becomes a type in it. */
export function toConcrete(mediaType: string): string {
  if (!mediaType.includes('*')) return mediaType;
  if (mediaType.startsWith('text/')) return 'text/plain';
  return mediaType.startsWith('image/') ? 'image/png' : 'application/json';
}

function refuseAccept(types: readonly string[]): Refusal {
  const listed = types.join(' or ');
  const detail = `The response is ${listed}, which the Accept header does not allow. Accept it, or omit the header.`;
  const faults = [{ header: 'Accept', detail: `must allow ${listed}` }];
  return new Refusal('not-acceptable', detail, { faults });
}
