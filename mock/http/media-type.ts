import type { RequestHead } from '../mock-request.ts';
import { Refusal } from '../refusal.ts';

/** The header that tells which media types a method takes (RFC 5789, section 3.1; Linked Data Platform, section 7.1). */
const acceptHeaders: Readonly<Record<string, string>> = {
  PATCH: 'Accept-Patch',
  POST: 'Accept-Post',
};

/** Makes the step that refuses a body of another media type, charset or content coding. */
export function createMediaTypeCheck(
  mediaType: string,
  method: string,
): (request: RequestHead) => Refusal | undefined {
  const accepted = ['Accept', mediaType];
  const specific = acceptHeaders[method];
  if (specific !== undefined) accepted.push(specific, mediaType);
  return (request) => {
    const sent = request.header('content-type');
    if (sent !== mediaType) {
      const fault = explainMediaType(sent, mediaType);
      if (fault !== undefined) return refuse('Content-Type', fault, accepted);
    }
    const coding = request.header('content-encoding');
    if (coding === undefined || /^(?:identity)?$/i.test(coding.trim())) return undefined;
    const fault = `is ${shorten(coding)}; send the body without a content coding`;
    return refuse('Content-Encoding', fault, ['Accept-Encoding', 'identity']);
  };
}

function explainMediaType(sent: string | undefined, mediaType: string): string | undefined {
  if (sent === undefined || sent.trim() === '') return `is missing; send ${mediaType}`;
  const [type = '', ...parameters] = sent.split(';');
  if (type.trim().toLowerCase() !== mediaType) return `is ${shorten(sent)}; send ${mediaType}`;
  const charset = parameters.map(readCharset).find((value) => value !== undefined);
  return charset === undefined || charset === 'utf-8'
    ? undefined
    : `names the charset ${shorten(charset)}; JSON is sent in utf-8 (RFC 8259, section 8.1)`;
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

function refuse(header: string, fault: string, headers: readonly string[]): Refusal {
  const detail = `The header ${header} ${fault}.`;
  return new Refusal('unsupported-media-type', detail, {
    faults: [{ header, detail: fault }],
    headers,
  });
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
