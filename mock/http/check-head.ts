import type { Contract } from '../../contract/index.ts';
import { type MockRequest, refuseTooLarge } from '../handler.ts';
import { Refusal } from '../refusal.ts';

/** Creates the step that accepts only requests with one of the keys as bearer token (RFC 6750, section 2.1). */
export function createAuthoriser(
  keys: readonly string[],
  realm: string,
): (request: MockRequest) => Refusal | undefined {
  const challenge = `Bearer realm="${realm.replaceAll(/["\\]/g, '')}"`;
  const advice = 'Send the API key of the App as "Authorization: Bearer <API_KEY>".';
  const missing = refuseKey(challenge, `The request has no API key. ${advice}`, 'is required');
  const wrong = refuseKey(
    `${challenge}, error="invalid_token"`,
    `The request has an unknown API key. ${advice}`,
    'is not a known API key',
  );
  return (request) => {
    const key = parseBearer(request.header('authorization'));
    if (key === '') return missing;
    let known = false;
    // Comparing every key keeps the time independent of the keys.
    for (const candidate of keys) known = isSameText(key, candidate) || known;
    return known ? undefined : wrong;
  };
}

function refuseKey(challenge: string, detail: string, fault: string): Refusal {
  return new Refusal('unauthorized', detail, {
    faults: [{ header: 'Authorization', detail: fault }],
    headers: ['WWW-Authenticate', challenge],
  });
}

/** Returns the token after the scheme, which is case-insensitive (RFC 9110, section 11.1), or an empty string. */
export function parseBearer(credentials: string | undefined): string {
  if (credentials === undefined || credentials.slice(0, 7).toLowerCase() !== 'bearer ') return '';
  return credentials.slice(7).trim();
}

/** Compares in constant time: it takes as long for a difference at the start as for one at the end. */
function isSameText(sent: string, key: string): boolean {
  // Past the end of the key, `charCodeAt` returns NaN, which changes no bit; the lengths differ anyway.
  let difference = sent.length ^ key.length;
  for (let at = 0; at < sent.length; at += 1) {
    difference |= sent.charCodeAt(at) ^ key.charCodeAt(at);
  }
  return difference === 0;
}

/** Creates the step that refuses requests that do not accept the media type of the response. */
export function createNegotiator(mediaType: string): (request: MockRequest) => Refusal | undefined {
  const refusal = new Refusal(
    'not-acceptable',
    `The response is ${mediaType}, which the Accept header does not allow. Accept it, or omit the header.`,
    { faults: [{ header: 'Accept', detail: `must allow ${mediaType}` }] },
  );
  return (request) => {
    const accept = request.header('accept');
    if (accept === undefined || accept === '*/*' || accept === mediaType) return undefined;
    return isAccepted(accept, mediaType) ? undefined : refusal;
  };
}

/** Whether a browser requests a page: only browsers name `text/html`. */
export function acceptsHtml(accept: string | undefined): boolean {
  return accept !== undefined && /\btext\/html\b/i.test(accept);
}

/** Whether an Accept header accepts a media type. The most specific range decides (RFC 9110, section 12.5.1). */
export function isAccepted(accept: string, mediaType: string): boolean {
  const ranges = ['*/*', `${mediaType.slice(0, mediaType.indexOf('/'))}/*`, mediaType];
  let best = -1;
  let quality = 0;
  let isEmpty = true;
  for (const element of accept.split(',')) {
    const [range = '', ...parameters] = element.split(';').map((part) => part.trim());
    if (range === '') continue;
    isEmpty = false;
    const specificity = ranges.indexOf(range.toLowerCase());
    if (specificity <= best) continue;
    best = specificity;
    quality = readQuality(parameters);
  }
  // A header without any range counts as missing.
  return isEmpty || quality > 0;
}

/** Returns the weight of a range, or 1 if it is malformed. */
function readQuality(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => /^q\s*=/i.test(parameter));
  const quality = weight === undefined ? 1 : Number(weight.slice(weight.indexOf('=') + 1));
  return Number.isNaN(quality) ? 1 : quality;
}

/** The usable workspaces: the given ones, otherwise the example in the contract. */
export function listWorkspaces(
  contract: Contract,
  given: readonly string[] | undefined,
): readonly string[] {
  if (given !== undefined) return given;
  const parameters = contract.operations.flatMap((operation) => operation.parameters);
  const example = parameters.find(({ name }) => name === 'workspaceId')?.example;
  return typeof example === 'string' ? [example] : [];
}

/** Number of workspaces in a message. */
const mostNamed = 5;

/** Creates the step that refuses unknown workspaces, unless every UUID is a workspace. */
export function createWorkspaceCheck(
  contract: Contract,
  given: readonly string[] | undefined,
): (path: Record<string, string>) => Refusal | undefined {
  const assumed = contract.assumptions['unknown-workspace'];
  if (given === undefined && assumed === 'exists') return () => undefined;
  const existing = listWorkspaces(contract, given);
  const known = new Set(existing.map((id) => id.toLowerCase()));
  const more = existing.length > mostNamed ? `, and ${existing.length - mostNamed} more` : '';
  const listed = `${existing.slice(0, mostNamed).join(', ')}${more}`;
  return ({ workspaceId }) => {
    if (workspaceId === undefined || known.has(workspaceId.toLowerCase())) return undefined;
    const detail = `Workspace ${workspaceId} not found. The mock has ${listed}.`;
    return new Refusal(
      'unknown-workspace',
      detail,
      typeof assumed === 'number' ? { status: assumed } : {},
    );
  };
}

/**
 * The header that lists the media types that a method accepts (RFC 5789, section 3.1; Linked Data Platform, section
 * 7.1).
 */
const acceptHeaders: Readonly<Record<string, string>> = {
  PATCH: 'Accept-Patch',
  POST: 'Accept-Post',
};

/** Creates the step that refuses a body with another media type, charset or content coding. */
export function createMediaTypeCheck(
  mediaType: string,
  method: string,
): (request: MockRequest) => Refusal | undefined {
  const accepted = ['Accept', mediaType];
  const specific = acceptHeaders[method];
  if (specific !== undefined) accepted.push(specific, mediaType);
  return (request) => {
    const sent = request.header('content-type');
    if (sent !== mediaType) {
      const fault = explainMediaType(sent, mediaType);
      if (fault !== undefined) return refuseBody('Content-Type', fault, accepted);
    }
    const coding = request.header('content-encoding');
    if (coding === undefined || /^(?:identity)?$/i.test(coding.trim())) return undefined;
    const fault = `is ${shorten(coding)}; send the body without a content coding`;
    return refuseBody('Content-Encoding', fault, ['Accept-Encoding', 'identity']);
  };
}

function explainMediaType(sent: string | undefined, mediaType: string): string | undefined {
  if (sent === undefined || sent.trim() === '') return `is missing; send ${mediaType}`;
  const [type = '', ...parameters] = sent.split(';');
  if (type.trim().toLowerCase() !== mediaType) return `is ${shorten(sent)}; send ${mediaType}`;
  const charset = parameters.map(readCharset).find((value) => value !== undefined);
  return charset === undefined || charset === 'utf-8'
    ? undefined
    : `has the charset ${shorten(charset)}; send JSON in UTF-8 (RFC 8259, section 8.1)`;
}

function readCharset(parameter: string): string | undefined {
  const equals = parameter.indexOf('=');
  if (parameter.slice(0, equals).trim().toLowerCase() !== 'charset') return undefined;
  return parameter
    .slice(equals + 1)
    .trim()
    .replaceAll('"', '')
    .toLowerCase();
}

function refuseBody(header: string, fault: string, headers: readonly string[]): Refusal {
  const detail = `The header ${header} ${fault}.`;
  return new Refusal('unsupported-media-type', detail, {
    faults: [{ header, detail: fault }],
    headers,
  });
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** Refuses a body whose announced size exceeds the limit, before any of it arrives. */
export function checkAnnouncedSize(request: MockRequest, limit: number): Refusal | undefined {
  const announced = request.header('content-length');
  if (announced === undefined || Number(announced) <= limit) return undefined;
  return refuseTooLarge(limit);
}
