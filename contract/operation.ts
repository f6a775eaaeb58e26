import type { OperationId } from '../generated/names.ts';
import type {
  MediaType,
  Method,
  OpenApiDocument,
  ParameterObject,
  Reference,
  RequestBodyObject,
  ResponseObject,
  Schema,
} from './openapi-document.ts';
import { escapePointer, isReference, readPointer } from './resolve-reference.ts';

/** An operation of a document as data, with references resolved. Default: an operation of the service. */
export interface Operation<Id extends string = OperationId> {
  /** The `operationId`. */
  id: Id;
  /** In upper case. */
  method: string;
  /** The path template, for example `/v1/sites/{siteId}`. */
  path: string;
  /** The summary in the document. */
  summary: string;
  /** Empty if the document has none. */
  description: string;
  /** The path and query parameters. */
  parameters: readonly Parameter[];
  /** The request body, if there is one. */
  requestBody: DocumentedRequestBody | undefined;
  /** The success responses. */
  replies: readonly DocumentedReply[];
  /** Whether the operation requires the API key. */
  secured: boolean;
  /** Ids of the assumptions about the operation. */
  assumptions: readonly string[];
}

/** A path or query parameter of an operation. */
export interface Parameter {
  /** The name. */
  name: string;
  /** Where it is sent. */
  in: 'path' | 'query';
  /** Whether it must be sent. */
  required: boolean;
  /** Empty if the document has none. */
  description: string;
  /** The schema of its value. */
  schema: Schema;
  /** JSON Pointer of the schema in the document. */
  pointer: string;
  /** The example in the document. */
  example: unknown;
}

/** An example of a body, by its name in the document. */
export interface BodyExample {
  name: string;
  summary?: string;
  value?: unknown;
}

/** A documented body. */
interface DocumentedBody {
  /** The schema of the body. */
  schema: Schema;
  /** JSON Pointer of the schema in the document. */
  pointer: string;
  /** The examples in the document. */
  examples: readonly BodyExample[];
}

/** The documented request body of an operation. */
export interface DocumentedRequestBody extends DocumentedBody {
  /** Whether it must be sent. */
  required: boolean;
  /** The media type. */
  mediaType: string;
}

/** A documented response of an operation. Without a body, its schema is empty, and its pointer that of the response. */
export interface DocumentedReply extends DocumentedBody {
  /** A status such as `201`, or a range such as `2XX`. */
  status: string;
  /** Undefined if the response has no body, such as a `204`. */
  mediaType: string | undefined;
}

/** The documented success response. The contract has one for every operation. */
export function successReply(operation: Operation<string>): DocumentedReply {
  const reply = operation.replies.find(({ status }) => status.startsWith('2'));
  if (reply === undefined) throw new Error(`${operation.id} does not document a success response`);
  return reply;
}

/** Whether a success response has a body. */
export function hasBody(replies: readonly DocumentedReply[]): boolean {
  return replies.some(({ status, mediaType }) => status.startsWith('2') && mediaType !== undefined);
}

/** Whether a status equals the documented one, or is in the documented range. */
export function matchStatus(documented: string, status: number): boolean {
  return documented.endsWith('XX')
    ? documented.charAt(0) === String(status).charAt(0)
    : documented === String(status);
}

/** In lower case, like the keys of path items. */
export const methods: readonly Method[] = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
];

/** Lists every operation under `paths`, in the order of the document. */
export function readOperations(document: OpenApiDocument): Operation<string>[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const base = `/paths/${escapePointer(path)}`;
      const own = `${base}/${method}`;
      const { operationId: id, summary = id, description = '' } = operation;
      return [
        {
          id,
          method: method.toUpperCase(),
          path,
          summary,
          description,
          parameters: [
            ...readParameters(document, item.parameters, `${base}/parameters`),
            ...readParameters(document, operation.parameters, `${own}/parameters`),
          ],
          requestBody: readRequestBody(document, operation.requestBody, `${own}/requestBody`),
          replies: readReplies(document, operation.responses, `${own}/responses`),
          secured: (operation.security ?? document.security ?? []).length > 0,
          assumptions: operation['x-assumptions'] ?? [],
        },
      ];
    }),
  );
}

/** Follows references from a place to their target. */
export function locate<T extends object>(
  document: OpenApiDocument,
  value: T | Reference,
  pointer: string,
): { found: T; at: string } {
  if (!isReference(value)) return { found: value, at: pointer };
  const at = value.$ref.slice(1);
  return locate(document, readPointer(document, at) as T | Reference, at);
}

function readParameters(
  document: OpenApiDocument,
  parameters: readonly (ParameterObject | Reference)[] = [],
  pointer: string,
): Parameter[] {
  return parameters.map((parameter, index) => {
    const { found, at } = locate(document, parameter, `${pointer}/${index}`);
    const { name, in: place, required = false, description = '', schema, example } = found;
    if (place !== 'path' && place !== 'query')
      throw new Error(`parameter ${name} is in ${place}; path and query are supported`);
    const schemaAt = `${at}/schema`;
    return {
      name,
      in: place,
      required,
      description,
      schema: locate<Schema>(document, schema, schemaAt).found,
      pointer: schemaAt,
      example,
    };
  });
}

function readRequestBody(
  document: OpenApiDocument,
  body: RequestBodyObject | Reference | undefined,
  pointer: string,
): DocumentedRequestBody | undefined {
  if (body === undefined) return undefined;
  const { found, at } = locate(document, body, pointer);
  const content = readContent(document, found.content, at);
  return content && { required: found.required ?? false, ...content };
}

function readReplies(
  document: OpenApiDocument,
  responses: Record<string, ResponseObject | Reference>,
  pointer: string,
): DocumentedReply[] {
  return Object.entries(responses).map(([status, response]) => {
    const { found, at } = locate(document, response, `${pointer}/${status}`);
    const withoutBody = { mediaType: undefined, schema: {}, pointer: at, examples: [] };
    return { status, ...(readContent(document, found.content ?? {}, at) ?? withoutBody) };
  });
}

function readContent(document: OpenApiDocument, content: Record<string, MediaType>, at: string) {
  const [entry] = Object.entries(content);
  if (entry === undefined) return undefined;
  const [mediaType, { schema, examples = {} }] = entry;
  const pointer = `${at}/content/${escapePointer(mediaType)}/schema`;
  return {
    mediaType,
    schema: locate<Schema>(document, schema, pointer).found,
    pointer,
    examples: Object.entries(examples).map(([name, example]) => ({ name, ...example })),
  };
}
