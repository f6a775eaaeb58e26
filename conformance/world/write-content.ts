import type { Operation } from '../../contract/index.ts';
import { isJson } from '../../contract/media-types.ts';
import { formType, writeForm, writeParts } from '../../contract/parameters/form.ts';
import { Inconclusive } from '../outcomes.ts';
import type { OperationCall } from './operation-call.ts';

/** A request body as it is sent. */
interface WrittenContent {
  bytes: Uint8Array;
  /** The value of `Content-Type`. */
  type: string;
}

/**
 * Writes the body of a request in its media type. Undefined without a body.
 * @throws Inconclusive for a form that cannot carry the value
 */
export async function writeContent(
  { body, mediaType }: OperationCall,
  { id, requestBody }: Operation,
): Promise<WrittenContent | undefined> {
  if (body === undefined) return undefined;
  const documented = requestBody?.mediaType ?? 'application/json';
  const wanted = mediaType ?? documented;
  const type = wanted.includes('*') ? 'application/json' : wanted;
  if (body instanceof Uint8Array) return { bytes: body, type };
  if (type.startsWith('multipart/')) return writeMultipart(body);
  if (type !== formType) return { bytes: encode(writeText(body, type)), type };
  const { schema = {}, encoding = {} } = requestBody ?? {};
  const form = writeForm({ schema, encoding }, body);
  if (form === undefined)
    throw new Inconclusive(`not judged: a form cannot carry the body of ${id}`);
  return { bytes: encode(form), type };
}

/** The Fetch API chooses the boundary between the parts. */
async function writeMultipart(body: unknown): Promise<WrittenContent> {
  const response = new Response(writeParts(body));
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { bytes, type: response.headers.get('content-type') ?? '' };
}

function writeText(body: unknown, type: string): string {
  return typeof body === 'string' && !isJson(type) ? body : JSON.stringify(body);
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
