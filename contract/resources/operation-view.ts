import { escapePointer, isRecord } from '../resolve-reference.ts';
import { type PathShape, readPathShape } from './path-shape.ts';
import type { LocatedSchema, Shape, ShapeReader } from './shapes.ts';

/** An operation to infer the role of. The rest is read from the document. */
export interface OperationName {
  /** The `operationId`, or `GET /path`. */
  id: string;
  /** In upper case. */
  method: string;
  path: string;
}

/** What the inference reads of an operation. */
export interface OperationView extends OperationName {
  shape: PathShape;
  /** The `operationId` of the document; undefined if it has none. */
  name: string | undefined;
  tags: readonly string[];
  /** The summary and the description. */
  text: string;
  parameters: readonly ParameterView[];
  request: BodyView | undefined;
  /** The success response that has a body, or the first one. */
  response: ResponseView | undefined;
  /** The documented success statuses. */
  statuses: readonly string[];
  /** The operation with its extensions, as it is in the document. */
  source: Readonly<Record<string, unknown>>;
}

export interface ParameterView {
  name: string;
  in: string;
  required: boolean;
  shape: Shape;
  description: string;
  source: Readonly<Record<string, unknown>>;
}

export interface BodyView {
  mediaType: string;
  shape: Shape;
  required: boolean;
}

export interface ResponseView {
  status: string;
  /** Undefined if the response has no body. */
  shape: Shape | undefined;
  mediaType: string | undefined;
  /** The names of documented headers in lower case. */
  headers: readonly string[];
}

/** Reads what the inference needs of each operation. */
export function readOperationViews(
  document: unknown,
  operations: readonly OperationName[],
  shapes: ShapeReader,
): OperationView[] {
  const paths = isRecord(document) && isRecord(document['paths']) ? document['paths'] : {};
  return operations.map((operation) => {
    const pathPointer = `/paths/${escapePointer(operation.path)}`;
    const item = shapes.follow(paths[operation.path], pathPointer);
    const method = operation.method.toLowerCase();
    const pathItem = isRecord(item.schema) ? item.schema : {};
    const own = shapes.follow(pathItem[method], `${item.pointer}/${method}`);
    const source = isRecord(own.schema) ? own.schema : {};
    const ownParameters = readParameters(source['parameters'], `${own.pointer}/parameters`, shapes);
    const pathParameters = readParameters(
      pathItem['parameters'],
      `${item.pointer}/parameters`,
      shapes,
    );
    const responses = readResponses(source['responses'], `${own.pointer}/responses`, shapes);
    const successes = responses.filter(({ status }) => /^2/.test(status));
    const candidates = successes.length > 0 ? successes : responses.slice(0, 1);
    return {
      ...operation,
      shape: readPathShape(operation.path),
      name: typeof source['operationId'] === 'string' ? source['operationId'] : undefined,
      tags: Array.isArray(source['tags']) ? source['tags'].map(String) : [],
      text: `${toText(source['summary'])} ${toText(source['description'])}`,
      parameters: overrideParameters(pathParameters, ownParameters),
      request: readRequest(source['requestBody'], `${own.pointer}/requestBody`, shapes),
      response: candidates.find(({ shape }) => shape !== undefined) ?? candidates[0],
      statuses: successes.map(({ status }) => status),
      source,
    };
  });
}

export function queryParameters(operation: OperationView): ParameterView[] {
  return operation.parameters.filter((parameter) => parameter.in === 'query');
}

/** A parameter of the operation replaces the one of its path with the same name. */
function overrideParameters(
  shared: readonly ParameterView[],
  own: readonly ParameterView[],
): ParameterView[] {
  const names = new Set(own.map((parameter) => `${parameter.in} ${parameter.name}`));
  const kept = shared.filter((parameter) => !names.has(`${parameter.in} ${parameter.name}`));
  return [...kept, ...own];
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function readParameters(list: unknown, pointer: string, shapes: ShapeReader): ParameterView[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown, index) => {
    const { schema: source, pointer: at } = shapes.follow(entry, `${pointer}/${index}`);
    if (!isRecord(source) || typeof source['name'] !== 'string') return [];
    const located: LocatedSchema =
      source['schema'] === undefined && isRecord(source['content'])
        ? (selectContent(source['content'], `${at}/content`) ?? { schema: {}, pointer: at })
        : { schema: source['schema'], pointer: `${at}/schema` };
    const parameter: ParameterView = {
      name: source['name'],
      in: toText(source['in']),
      required: source['required'] === true,
      shape: shapes.read(located),
      description: toText(source['description']),
      source,
    };
    return [parameter];
  });
}

function readRequest(body: unknown, pointer: string, shapes: ShapeReader): BodyView | undefined {
  const { schema: source, pointer: at } = shapes.follow(body, pointer);
  if (!isRecord(source) || !isRecord(source['content'])) return undefined;
  const content = selectContent(source['content'], `${at}/content`);
  if (content === undefined) return undefined;
  const { mediaType } = content;
  return { mediaType, shape: shapes.read(content), required: source['required'] === true };
}

/** The success responses, or the default one if there are none. */
function readResponses(responses: unknown, pointer: string, shapes: ShapeReader): ResponseView[] {
  if (!isRecord(responses)) return [];
  const entries = Object.entries(responses);
  const successes = entries.filter(([status]) => /^2/.test(status));
  const fallbacks = entries.filter(([status]) => status === 'default');
  const selected = successes.length > 0 ? successes : fallbacks;
  return selected.map(([status, response]) => {
    const { schema: source, pointer: at } = shapes.follow(response, `${pointer}/${status}`);
    const record = isRecord(source) ? source : {};
    const content = isRecord(record['content']) ? record['content'] : {};
    const body = selectContent(content, `${at}/content`);
    const headers = isRecord(record['headers']) ? Object.keys(record['headers']) : [];
    return {
      status,
      shape: body === undefined ? undefined : shapes.read(body),
      mediaType: body?.mediaType,
      headers: headers.map((name) => name.toLowerCase()),
    };
  });
}

interface Content extends LocatedSchema {
  mediaType: string;
}

/** Selects among several media types: JSON first, then forms, then the first one. */
function selectContent(content: Record<string, unknown>, pointer: string): Content | undefined {
  const mediaTypes = Object.keys(content);
  const mediaType =
    mediaTypes.find((name) => /\bjson\b|\+json/i.test(name)) ??
    mediaTypes.find((name) => /form/i.test(name)) ??
    mediaTypes[0];
  if (mediaType === undefined) return undefined;
  const media = content[mediaType];
  if (!isRecord(media) || media['schema'] === undefined) return undefined;
  return {
    mediaType,
    schema: media['schema'],
    pointer: `${pointer}/${escapePointer(mediaType)}/schema`,
  };
}
