import { isJson, isUtf8, matchContent, parseMediaType } from '../../contract/media-types.ts';
import type { OpenApiDocument } from '../../contract/openapi-document.ts';
import type { DocumentedContent, DocumentedRequestBody } from '../../contract/operation.ts';
import { formType, readForm, readParts } from '../../contract/parameters/form.ts';
import { readValueForm } from '../../contract/parameters/value-form.ts';
import type { SentFile } from '../behaviours/index.ts';
import type { MockRequest } from '../handler.ts';
import { Refusal, refuseTooLarge } from '../refusal.ts';
import {
  readJson,
  refuseInvalidBody,
  refuseUnreadable,
  type ServedOperation,
  shorten,
} from './steps.ts';

/** A body as it arrived. */
interface ReceivedBody {
  bytes: Uint8Array;
  /** What the document says about its media type. Undefined if the operation has no body. */
  content: DocumentedContent | undefined;
  /** The name of its media type, in lower case. */
  mediaType: string;
  /** The parts of a multipart form. */
  parts: readonly SentPart[];
}

/** A part of a multipart form. */
interface SentPart {
  name: string;
  text: string;
  /** Undefined if the part is not a file. */
  file: SentFile | undefined;
}

/** The largest body that is read for an operation that does not use it, in bytes. */
const unusedLimit = 64 * 1024;

const none: readonly never[] = [];

/** Whether a request has a body. A form without fields has no characters. */
export function isBodySent(request: MockRequest): boolean {
  const type = request.header('content-type') ?? '';
  return request.hasBody || parseMediaType(type).name === formType;
}

/**
 * Reads the body of a request. Even an unused body is read before data changes: a request with a malformed body must have
 * no effect.
 * @param limit in bytes
 * @throws Refusal
 */
export async function receiveBody(
  { operation: { requestBody } }: ServedOperation<string>,
  request: MockRequest,
  limit: number,
): Promise<ReceivedBody | undefined> {
  if (requestBody === undefined) {
    await request.body(unusedLimit);
    return undefined;
  }
  const content = selectContent(requestBody, request);
  checkCoding(request);
  // Refused before any of it arrives.
  if (Number(request.header('content-length') ?? 0) > limit) throw refuseTooLarge(limit);
  const bytes = (await request.body(limit)) ?? new Uint8Array();
  const isEmptyForm = requestBody.required && content.mediaType === formType;
  if (bytes.length === 0 && !isEmptyForm) return undefined;
  const sent = request.header('content-type') ?? content.mediaType;
  const { name } = parseMediaType(sent);
  const parts = name.startsWith('multipart/') ? await splitParts(bytes, sent) : none;
  return { bytes, content, mediaType: name, parts };
}

/** The documented media type that a request uses. @throws Refusal of another one, or of another charset */
function selectContent(
  requestBody: DocumentedRequestBody,
  request: MockRequest,
): DocumentedContent {
  // Operations that are generated for the control surface have only the main one.
  const content = requestBody.content?.length > 0 ? requestBody.content : [requestBody];
  const sent = request.header('content-type');
  const exact = content.find(({ mediaType }) => mediaType === sent);
  if (exact !== undefined) return exact;
  const types = content.map(({ mediaType }) => mediaType);
  const listed = types.length === 1 ? `send ${types[0]}` : `send one of ${types.join(', ')}`;
  const refuse = (fault: string): Refusal =>
    refuseHeader('Content-Type', fault, ['Accept', types.join(', ')]);
  if (sent === undefined || sent.trim() === '') throw refuse(`is missing; ${listed}`);
  const documented = matchContent(content, sent);
  if (documented === undefined) throw refuse(`is ${shorten(sent)}; ${listed}`);
  const { name, parameters } = parseMediaType(sent);
  const charset = parameters.get('charset');
  if (charset === undefined || isUtf8(charset)) return documented;
  const advice = isJson(name) ? 'send JSON in UTF-8 (RFC 8259, section 8.1)' : 'send it in UTF-8';
  throw refuse(`has the charset ${shorten(charset)}; ${advice}`);
}

function checkCoding(request: MockRequest): void {
  const coding = request.header('content-encoding');
  if (coding === undefined || /^(?:identity)?$/i.test(coding.trim())) return;
  const fault = `is ${shorten(coding)}; send the body without a content coding`;
  throw refuseHeader('Content-Encoding', fault, ['Accept-Encoding', 'identity']);
}

function refuseHeader(header: string, fault: string, headers: readonly string[]): Refusal {
  const faults = [{ header, detail: fault }];
  return new Refusal('unsupported-media-type', `The header ${header} ${fault}.`, {
    faults,
    headers,
  });
}

async function splitParts(bytes: Uint8Array, mediaType: string): Promise<SentPart[]> {
  try {
    const copy = Uint8Array.from(bytes);
    const response = new Response(copy, { headers: { 'Content-Type': mediaType } });
    const parts: SentPart[] = [];
    for (const [name, part] of await response.formData()) parts.push(await readPart(name, part));
    return parts;
  } catch {
    throw refuseUnreadable('is not a multipart form', 'Send its parts (RFC 7578).');
  }
}

async function readPart(name: string, part: string | File): Promise<SentPart> {
  if (typeof part === 'string') return { name, text: part, file: undefined };
  const { type, name: fileName } = part;
  // Fields of a form may be sent as JSON, which gives them the name of an unnamed file.
  if (isJson(type) && fileName === 'blob')
    return { name, text: await part.text(), file: undefined };
  const content = toCharacters(new Uint8Array(await part.arrayBuffer()));
  return { name, text: content, file: { name: fileName, type, content } };
}

/** A text with one character for each byte, as that of `atob`. */
function toCharacters(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** Parses and validates the body of a request. @throws Refusal */
export function parseBody(
  served: ServedOperation<string>,
  received: ReceivedBody | undefined,
  parameters: object,
): ParsedBody {
  const { operation, isBodyRequired, checkBody, document } = served;
  const { requestBody } = operation;
  if (requestBody === undefined || received?.content === undefined) {
    const advice = `Send a body with the media type ${requestBody?.mediaType}.`;
    if (isBodyRequired) throw refuseUnreadable('is missing', advice);
    return { body: undefined, ignored: none };
  }
  const { content, parts, mediaType } = received;
  const isBytes = isFile(mediaType);
  const files = parts.flatMap(({ file }) => file ?? []);
  const body = isBytes ? toCharacters(received.bytes) : readValue(document, content, received);
  const parsed = { body, isBytes, files };
  if (!isJudged(document, content, received)) return { ...parsed, ignored: none };
  const { faults, ignored } = checkBody(body, parameters, content.mediaType);
  if (faults.length > 0) throw refuseInvalidBody(faults);
  return { ...parsed, ignored };
}

/** The body of a request, and what of it is a file. */
interface ParsedBody {
  body: unknown;
  isBytes?: boolean;
  files?: readonly SentFile[];
  /** JSON Pointers to fields of the body that are ignored. */
  ignored: readonly string[];
}

/** Whether a media type is that of a file rather than of a text. */
function isFile(mediaType: string): boolean {
  if (isJson(mediaType) || mediaType === formType) return false;
  return !/^(?:text|multipart)\/|[/+](?:xml|yaml)$|^application\/x-(?:ndjson|yaml)$/.test(
    mediaType,
  );
}

const decoder = new TextDecoder();

function readValue(
  document: OpenApiDocument | undefined,
  content: DocumentedContent,
  { bytes, mediaType, parts }: ReceivedBody,
): unknown {
  if (document === undefined || isJson(mediaType)) return readJson(bytes);
  if (mediaType === formType) return readForm(document, content, decoder.decode(bytes));
  if (mediaType.startsWith('multipart/'))
    return readParts(
      document,
      content,
      parts.map(({ name, text }) => [name, text]),
    );
  return decoder.decode(bytes);
}

/** A text is only judged by a schema of texts: bodies in XML or YAML are described as objects, and not parsed. */
function isJudged(
  document: OpenApiDocument | undefined,
  { schema }: DocumentedContent,
  { mediaType }: ReceivedBody,
): boolean {
  const isParsed = isJson(mediaType) || mediaType === formType || /^multipart\//.test(mediaType);
  if (document === undefined || isParsed) return true;
  return readValueForm(document, schema).types.has('string');
}
