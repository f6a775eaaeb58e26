import type { OpenApiDocument } from '../openapi-document.ts';
import {
  type DocumentedResponse,
  findSuccess,
  isSuccess,
  type Operation,
  type Parameter,
} from '../operation.ts';
import { isRecord, readAt } from '../resolve-reference.ts';
import { readDeclaredPages } from './declared-pages.ts';
import type { ListDeclaration } from './list-declaration.ts';
import { type PathShape, readPathShape } from './path-shape.ts';
import type { Shape, ShapeReader } from './shapes.ts';

/** What the inference reads of an operation. */
export interface OperationView {
  /** The `operationId`, or `GET /path`. */
  id: string;
  /** In upper case. */
  method: string;
  path: string;
  shape: PathShape;
  /** The `operationId` of the document; undefined if it has none. */
  name: string | undefined;
  /** Empty if the document has none. */
  summary: string;
  /** The parameters outside the path. */
  parameters: readonly ParameterView[];
  request: BodyView | undefined;
  /** The success response that has a body, or the first one. */
  response: ResponseView | undefined;
  /** The documented success statuses. */
  statuses: readonly string[];
  /** How an extension says that the list is paged. */
  pages: ListDeclaration | undefined;
  /** The operation as it is in the document. */
  operation: Operation;
}

export interface ParameterView {
  name: string;
  in: string;
  shape: Shape;
  parameter: Parameter;
}

interface BodyView {
  mediaType: string;
  shape: Shape;
}

interface ResponseView {
  status: string;
  /** Undefined if the response has no body. */
  shape: Shape | undefined;
  /** The names of documented headers in lower case. */
  headers: readonly string[];
}

/** Reads what the inference needs of an operation. */
export function readOperationView(
  document: OpenApiDocument,
  operation: Operation,
  shapes: ShapeReader,
): OperationView {
  const { id, method, path, object, requestBody } = operation;
  const read = (pointer: string) => shapes.read({ schema: readAt(document, pointer), pointer });
  const successes = operation.responses.filter(isSuccess);
  const successWithBody = successes.find(({ mediaType }) => mediaType !== undefined);
  const main = successWithBody ?? findSuccess(operation);
  const parameters = operation.parameters.filter((parameter) => parameter.in !== 'path');
  const response = main && toResponseView(main, read);
  return {
    id,
    method,
    path,
    shape: readPathShape(path),
    name: object.operationId,
    summary: object.summary ?? '',
    parameters: parameters.map((parameter) => {
      const { name, in: location, pointer } = parameter;
      return { name, in: location, shape: read(pointer), parameter };
    }),
    request: requestBody && {
      mediaType: requestBody.mediaType,
      shape: read(requestBody.pointer),
    },
    response,
    statuses: successes.map(({ status }) => status),
    pages: readDeclaredPages(document, operation, response?.shape, shapes),
    operation,
  };
}

function toResponseView(
  { status, mediaType, pointer, headers }: DocumentedResponse,
  read: (pointer: string) => Shape,
): ResponseView {
  return {
    status,
    shape: mediaType === undefined ? undefined : read(pointer),
    headers: headers.map(({ name }) => name.toLowerCase()),
  };
}

export function queryParameters(operation: OperationView): ParameterView[] {
  return operation.parameters.filter((parameter) => parameter.in === 'query');
}

/** The parameters of a list. Where POST asks for it, the fields of the body are parameters as well. */
export function listParameters(operation: OperationView, shapes: ShapeReader): ParameterView[] {
  const parameters = queryParameters(operation);
  const { method, request } = operation;
  if (method !== 'POST' || request === undefined) return parameters;
  for (const [name, property] of request.shape.properties) {
    const shape = shapes.read(property);
    const { schema, pointer } = property;
    const described = isRecord(schema) ? schema : {};
    const parameter: Parameter = {
      ...bodyField,
      name,
      pointer,
      schema: described,
      description: String(described['description'] ?? ''),
    };
    parameters.push({ name, in: 'body', shape, parameter });
  }
  return parameters;
}

/** What parameters of a query have, and fields of a body do not. */
const bodyField: Parameter = {
  name: '',
  in: 'query',
  required: false,
  description: '',
  deprecated: false,
  style: 'form',
  explode: true,
  allowReserved: false,
  allowEmptyValue: false,
  mediaType: undefined,
  schema: {},
  pointer: '',
  example: undefined,
  examples: [],
};
