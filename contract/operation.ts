import type { OperationId } from '../generated/names.ts';
import type {
  MediaType,
  Method,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  PathItem,
  Reference,
  Schema,
} from './openapi-document.ts';
import {
  escapePointer,
  isRecord,
  isReference,
  readPointer,
  resolveReference,
} from './resolve-reference.ts';

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

/** The documented request body of an operation. */
export interface DocumentedRequestBody {
  /** Whether it must be sent. */
  required: boolean;
  /** The media type. */
  mediaType: string;
  /** The schema of the body. */
  schema: Schema;
  /** JSON Pointer of the schema in the document. */
  pointer: string;
  /** The examples in the document. */
  examples: readonly unknown[];
}

/** A documented success response of an operation. */
export interface DocumentedReply {
  /** A status such as `201`, or a range such as `2XX`. */
  status: string;
  /** Undefined if the response has no body, such as a `204`. Its schema then is empty. */
  mediaType: string | undefined;
  /** The schema of the body. */
  schema: Schema;
  /** JSON Pointer of the schema in the document; of the response itself if it has no body. */
  pointer: string;
  /** The examples in the document. */
  examples: readonly unknown[];
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
      return operation === undefined
        ? []
        : [readOperation(document, path, item, method, operation)];
    }),
  );
}

function readOperation(
  document: OpenApiDocument,
  path: string,
  item: PathItem,
  method: Method,
  operation: OperationObject,
): Operation<string> {
  const pointer = `/paths/${escapePointer(path)}/${method}`;
  const security = operation.security ?? document.security ?? [];
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? operation.operationId,
    description: operation.description ?? '',
    parameters: [
      ...readParameters(document, item.parameters ?? [], `/paths/${escapePointer(path)}`),
      ...readParameters(document, operation.parameters ?? [], pointer),
    ],
    requestBody: readRequestBody(document, operation, pointer),
    replies: readReplies(document, operation, pointer),
    secured: security.length > 0,
    assumptions: operation['x-assumptions'] ?? [],
  };
}

function readParameters(
  document: OpenApiDocument,
  parameters: readonly (ParameterObject | Reference)[],
  owner: string,
): Parameter[] {
  return parameters.map((parameter, at) => {
    const pointer = isReference(parameter) ? parameter.$ref.slice(1) : `${owner}/parameters/${at}`;
    return readParameter(document, resolveReference(document, parameter), pointer);
  });
}

function readParameter(
  document: OpenApiDocument,
  parameter: ParameterObject,
  at: string,
): Parameter {
  if (parameter.in !== 'path' && parameter.in !== 'query') {
    throw new Error(
      `parameter ${parameter.name} is in ${parameter.in}; path and query are supported`,
    );
  }
  return {
    name: parameter.name,
    in: parameter.in,
    required: parameter.required ?? false,
    description: parameter.description ?? '',
    schema: resolveReference<Schema>(document, parameter.schema),
    pointer: `${at}/schema`,
    example: parameter.example,
  };
}

function readRequestBody(
  document: OpenApiDocument,
  operation: OperationObject,
  pointer: string,
): DocumentedRequestBody | undefined {
  if (operation.requestBody === undefined) return undefined;
  const body = resolveReference(document, operation.requestBody);
  const at = isReference(operation.requestBody)
    ? operation.requestBody.$ref.slice(1)
    : `${pointer}/requestBody`;
  const content = readContent(document, body.content, at);
  return content === undefined ? undefined : { required: body.required ?? false, ...content };
}

function readReplies(
  document: OpenApiDocument,
  operation: OperationObject,
  pointer: string,
): DocumentedReply[] {
  return Object.entries(operation.responses).map(([status, response]) => {
    const at = isReference(response) ? response.$ref.slice(1) : `${pointer}/responses/${status}`;
    const content = readContent(document, resolveReference(document, response).content ?? {}, at);
    const withoutBody = { mediaType: undefined, schema: {}, pointer: at, examples: [] };
    return { status, ...(content ?? withoutBody) };
  });
}

function readContent(document: OpenApiDocument, content: Record<string, MediaType>, at: string) {
  const [entry] = Object.entries(content);
  if (entry === undefined) return undefined;
  const [mediaType, { schema, examples }] = entry;
  return {
    mediaType,
    schema: resolveReference<Schema>(document, schema),
    pointer: `${at}/content/${escapePointer(mediaType)}/schema`,
    examples: Object.values(examples ?? {}).map(({ value }) => value),
  };
}

/** An example of a body, by its name in the document. */
export interface BodyExample {
  name: string;
  summary: string | undefined;
  value: unknown;
}

/**
 * Lists the examples beside the schema of a body.
 * @param pointer of the schema
 */
export function listExamples(document: OpenApiDocument, pointer: string): BodyExample[] {
  const content = readPointer(document, pointer.slice(0, pointer.lastIndexOf('/')));
  const examples = isRecord(content) && isRecord(content['examples']) ? content['examples'] : {};
  return Object.entries(examples).flatMap(([name, example]) => {
    if (!isRecord(example) || !('value' in example)) return [];
    const { summary, value } = example;
    return [{ name, summary: typeof summary === 'string' ? summary : undefined, value }];
  });
}
