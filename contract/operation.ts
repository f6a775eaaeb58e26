import type {
  EncodingObject,
  LinkObject,
  OperationObject,
  ParameterLocation,
  ParameterStyle,
  Schema,
  ServerObject,
} from './openapi-document.ts';

/** An operation of a document as data, with references resolved. */
export interface Operation<Id extends string = string> {
  /** The `operationId`; without one, the method and the path: `GET /sites/{siteId}`. Unique in its document. */
  id: Id;
  /** In upper case. */
  method: string;
  /** The path template, for example `/v1/sites/{siteId}`. */
  path: string;
  /** JSON Pointer of the operation in the document. */
  pointer: string;
  /** The summary in the document. Default: the id. */
  summary: string;
  /** Empty if the document has none. */
  description: string;
  /** The names of its tags. */
  tags: readonly string[];
  /** Whether clients should stop using it. */
  deprecated: boolean;
  /** The parameters of the path and of the operation, which override those of the path. */
  parameters: readonly Parameter[];
  /** The request body, if there is one. */
  requestBody: DocumentedRequestBody | undefined;
  /** All responses: successes, errors, ranges and `default`. */
  responses: readonly DocumentedResponse[];
  /** The alternatives to authenticate a request. Without any, the operation is open. */
  security: readonly SecurityAlternative[];
  /** Whether every request needs credentials. */
  secured: boolean;
  /** The servers of the operation, of its path, or of the document. */
  servers: readonly ServerObject[];
  /** Ids of the assumptions about the operation. */
  assumptions: readonly string[];
  /** The operation in the document, with its extensions (`x-`). */
  object: OperationObject;
}

/** A parameter of an operation. */
export interface Parameter {
  /** The name, as it is sent. */
  name: string;
  /** Where it is sent. */
  in: ParameterLocation;
  /** Whether it must be sent. */
  required: boolean;
  /** Empty if the document has none. */
  description: string;
  /** Whether clients should stop sending it. */
  deprecated: boolean;
  /** How its value is written. */
  style: ParameterStyle;
  /** Whether each item or field of its value is written separately. */
  explode: boolean;
  /** Whether reserved characters (RFC 3986, section 2.2) are sent without percent-encoding. */
  allowReserved: boolean;
  /** Whether a query parameter can be sent without a value. */
  allowEmptyValue: boolean;
  /** The media type of its value, if it has `content` instead of a style. */
  mediaType: string | undefined;
  /** The schema of its value. Accepts everything if the document has none. */
  schema: Schema;
  /** JSON Pointer of the schema in the document. */
  pointer: string;
  /** The first example in the document. */
  example: unknown;
  /** All examples in the document. */
  examples: readonly DocumentedExample[];
}

/** An example in the document. */
export interface DocumentedExample {
  /** Its name, or `example` for the only one. */
  name: string;
  summary?: string;
  value?: unknown;
}

/** A body in one media type. */
export interface DocumentedContent {
  /** A media type such as `application/json`, or a range such as `image/*`. */
  mediaType: string;
  /** The schema of the body. Accepts everything if the document has none. */
  schema: Schema;
  /** JSON Pointer of the schema in the document. */
  pointer: string;
  /** The examples in the document. */
  examples: readonly DocumentedExample[];
  /** How the fields of a form are written, by name. */
  encoding: Readonly<Record<string, EncodingObject>>;
}

/** The documented request body of an operation: the main media type, which is JSON if possible, and all of them. */
export interface DocumentedRequestBody extends DocumentedContent {
  /** Whether it must be sent. */
  required: boolean;
  /** Empty if the document has none. */
  description: string;
  /** All media types, in the order of the document. */
  content: readonly DocumentedContent[];
}

/**
 * A documented response of an operation: the main media type, which is JSON if possible, and all of them. Without a body, its
 * schema accepts everything, and its pointer is that of the response.
 */
export interface DocumentedResponse extends Omit<DocumentedContent, 'mediaType'> {
  /** A status such as `201`, a range such as `2XX`, or `default`. */
  status: string;
  /** Empty if the document has none. */
  description: string;
  /** Undefined if the response has no body, such as a `204`. */
  mediaType: string | undefined;
  /** All media types, in the order of the document. */
  content: readonly DocumentedContent[];
  /** The documented headers. */
  headers: readonly DocumentedHeader[];
  /** The links to other operations, by name. */
  links: Readonly<Record<string, LinkObject>>;
}

/** A documented header of a response. Its style is always `simple`. */
export type DocumentedHeader = Omit<
  Parameter,
  'in' | 'style' | 'allowReserved' | 'allowEmptyValue'
>;

/** What a request needs to be authenticated: all of these schemes. Nothing, if it is empty. */
export type SecurityAlternative = readonly { scheme: string; scopes: readonly string[] }[];

/** Whether a documented status is a success: one such as `201`, or the range `2XX`. */
export function isSuccess({ status }: Pick<DocumentedResponse, 'status'>): boolean {
  return status.startsWith('2');
}

/** The first documented success: a status, the range `2XX`, or the default response. */
export function findSuccess({ responses }: Operation): DocumentedResponse | undefined {
  const success = responses.find(isSuccess);
  const fallback = responses.find(({ status }) => status === 'default');
  return success ?? fallback;
}

/** The documented success response of an operation that has one. */
export function successResponse(operation: Operation): DocumentedResponse {
  const success = findSuccess(operation);
  if (success === undefined) throw new Error(`${operation.id} does not document a success`);
  return success;
}

/** The documentation of a status: that of the status itself, of its range, or of all others. */
export function findResponse(
  { responses }: Pick<Operation, 'responses'>,
  status: number,
): DocumentedResponse | undefined {
  const exact = responses.find((response) => response.status === String(status));
  const range = responses.find((response) => matchStatus(response.status, status));
  const fallback = responses.find((response) => response.status === 'default');
  return exact ?? range ?? fallback;
}

/** Whether a success response has a body. */
export function hasBody(responses: readonly DocumentedResponse[]): boolean {
  return responses.some((response) => isSuccess(response) && response.mediaType !== undefined);
}

/** Whether a status equals the documented one, or is in the documented range. Some documents write `4xx`. */
export function matchStatus(documented: string, status: number): boolean {
  return /xx$/i.test(documented)
    ? documented.charAt(0) === String(status).charAt(0)
    : documented === String(status);
}
