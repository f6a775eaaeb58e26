import { selectMain } from './media-types.ts';
import type {
  ExampleObject,
  HeaderObject,
  LinkObject,
  MediaType,
  Method,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ParameterStyle,
  PathItem,
  Reference,
  RequestBodyObject,
  ResponseObject,
} from './openapi-document.ts';
import type {
  DocumentedContent,
  DocumentedExample,
  DocumentedHeader,
  DocumentedRequestBody,
  DocumentedResponse,
  Operation,
  Parameter,
  SecurityAlternative,
} from './operation.ts';
import { escapePointer, inlineReference, locate } from './resolve-reference.ts';

/** In lower case, like the keys of path items. */
const methods: readonly Method[] = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
];

/**
 * Lists every operation under `paths`, in the order of the document, with all references resolved.
 * @throws Error if a reference leads nowhere
 */
export function readOperations(document: OpenApiDocument): Operation[] {
  return listPlaces(document).map((source) => readOperation(document, source));
}

/** Lists where the operations of a document are. */
export function listPlaces(document: OpenApiDocument): OperationPlace[] {
  const places: OperationPlace[] = [];
  for (const [path, written] of Object.entries(document.paths)) {
    if (path.startsWith('x-')) continue;
    const at = `/paths/${escapePointer(path)}`;
    const { target: item, pointer } = locate<PathItem>(document, written, at);
    for (const method of methods) {
      const object = item[method];
      if (object !== undefined) places.push({ path, method, item, object, pointer });
    }
  }
  return places;
}

/** Where an operation is in its document. */
interface OperationPlace {
  path: string;
  method: Method;
  item: PathItem;
  object: OperationObject;
  /** JSON Pointer of the path item. */
  pointer: string;
}

function readOperation(document: OpenApiDocument, source: OperationPlace): Operation {
  const { path, method, item, object } = source;
  const pointer = `${source.pointer}/${method}`;
  const servers = object.servers ?? item.servers;
  const id = nameOperation(source);
  const security = readSecurity(document, object);
  return {
    id,
    method: method.toUpperCase(),
    path,
    pointer,
    summary: object.summary ?? item.summary ?? id,
    description: object.description ?? item.description ?? '',
    tags: object.tags ?? [],
    deprecated: object.deprecated === true,
    parameters: readParameters(document, source),
    requestBody: readRequestBody(document, object.requestBody, `${pointer}/requestBody`),
    responses: readResponses(document, object.responses, `${pointer}/responses`),
    security,
    secured: security.length > 0 && security.every((alternative) => alternative.length > 0),
    servers: servers ?? document.servers ?? [],
    assumptions: object['x-assumptions'] ?? [],
    object,
  };
}

/** The id of an operation: its `operationId`, or its method and path. */
export function nameOperation({
  path,
  method,
  object: { operationId },
}: Pick<OperationPlace, 'path' | 'method' | 'object'>): string {
  if (operationId === undefined || operationId === '') return `${method.toUpperCase()} ${path}`;
  return String(operationId);
}

function readSecurity(
  document: OpenApiDocument,
  operation: OperationObject,
): SecurityAlternative[] {
  const alternatives = operation.security ?? document.security ?? [];
  return alternatives.map((alternative) =>
    Object.entries(alternative).map(([scheme, scopes]) => ({ scheme, scopes })),
  );
}

/** Headers that OpenAPI describes elsewhere, so that parameters with these names are ignored. */
const reservedHeaders = new Set(['accept', 'content-type', 'authorization']);

function readParameters(document: OpenApiDocument, source: OperationPlace): Parameter[] {
  const { path, method, item, object, pointer } = source;
  const inPath = new Set(listPathParameters(path));
  const parameters = new Map<string, Parameter>();
  const lists = [
    { parameters: item.parameters ?? [], at: `${pointer}/parameters` },
    { parameters: object.parameters ?? [], at: `${pointer}/${method}/parameters` },
  ];
  for (const list of lists) {
    for (const [index, written] of list.parameters.entries()) {
      const parameter = readParameter(document, written, `${list.at}/${index}`);
      if (isIgnored(parameter, inPath)) continue;
      parameters.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  for (const name of inPath) {
    if (parameters.has(`path ${name}`)) continue;
    const undeclared: ParameterObject = { name, in: 'path', schema: { type: 'string' } };
    parameters.set(`path ${name}`, readParameter(document, undeclared, `${pointer}/parameters`));
  }
  return [...parameters.values()];
}

/** The names of the parameters in a path template. */
export function listPathParameters(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
}

/** Whether a parameter can have no effect. */
function isIgnored(parameter: Parameter, inPath: ReadonlySet<string>): boolean {
  if (parameter.in === 'path') return !inPath.has(parameter.name);
  return parameter.in === 'header' && reservedHeaders.has(parameter.name.toLowerCase());
}

function readParameter(
  document: OpenApiDocument,
  written: ParameterObject | Reference,
  at: string,
): Parameter {
  const { target, pointer } = locate<ParameterObject>(document, written, at);
  const isInPath = target.in === 'path';
  const { style, explode, ...value } = readSerialised(
    document,
    target,
    pointer,
    isInPath || target.in === 'header' ? 'simple' : 'form',
  );
  return {
    name: target.name,
    in: target.in,
    ...value,
    required: isInPath || target.required === true,
    style,
    explode,
    allowReserved: target.allowReserved === true,
    allowEmptyValue: target.allowEmptyValue === true,
  };
}

/** Reads what parameters and headers have in common. */
function readSerialised(
  document: OpenApiDocument,
  object: HeaderObject,
  at: string,
  defaultStyle: ParameterStyle,
) {
  const [content] = readContent(document, object.content, at);
  const schema = content?.schema ?? inlineReference(document, object.schema);
  const style = object.style ?? defaultStyle;
  const examples = content?.examples ?? readExamples(document, object);
  return {
    required: object.required === true,
    description: object.description ?? '',
    deprecated: object.deprecated === true,
    style,
    explode: object.explode ?? style === 'form',
    mediaType: content?.mediaType,
    schema,
    pointer: content?.pointer ?? `${at}/schema`,
    example: examples[0]?.value,
    examples,
  };
}

function readRequestBody(
  document: OpenApiDocument,
  written: RequestBodyObject | Reference | undefined,
  at: string,
): DocumentedRequestBody | undefined {
  if (written === undefined) return undefined;
  const { target, pointer } = locate<RequestBodyObject>(document, written, at);
  const content = readContent(document, target.content, pointer);
  const main = selectMain(content);
  if (main === undefined) return undefined;
  const { required = false, description = '' } = target;
  return { ...main, required, description, content };
}

function readResponses(
  document: OpenApiDocument,
  responses: Record<string, ResponseObject | Reference> = {},
  at: string,
): DocumentedResponse[] {
  return Object.entries(responses)
    .filter(([status]) => !status.startsWith('x-'))
    .map(([status, written]) => {
      const { target, pointer } = locate<ResponseObject>(document, written, `${at}/${status}`);
      const content = readContent(document, target.content, pointer);
      const main = selectMain(content) ?? withoutBody(pointer);
      return {
        ...main,
        status: status === 'default' ? status : status.toUpperCase(),
        description: target.description ?? '',
        content,
        headers: readHeaders(document, target, pointer),
        links: readLinks(document, target, pointer),
      };
    });
}

function withoutBody(pointer: string) {
  return { mediaType: undefined, schema: {}, pointer, examples: [], encoding: {} };
}

function readHeaders(
  document: OpenApiDocument,
  { headers = {} }: ResponseObject,
  at: string,
): DocumentedHeader[] {
  return Object.entries(headers)
    .filter(([name]) => name.toLowerCase() !== 'content-type')
    .map(([name, written]) => {
      const headerAt = `${at}/headers/${escapePointer(name)}`;
      const { target, pointer } = locate<HeaderObject>(document, written, headerAt);
      const { style: _, ...header } = readSerialised(document, target, pointer, 'simple');
      return { name, ...header };
    });
}

function readLinks(
  document: OpenApiDocument,
  { links = {} }: ResponseObject,
  at: string,
): Record<string, LinkObject> {
  const entries = Object.entries(links).map(([name, written]) => {
    const linkAt = `${at}/links/${escapePointer(name)}`;
    return [name, locate<LinkObject>(document, written, linkAt).target];
  });
  return Object.fromEntries(entries);
}

function readContent(
  document: OpenApiDocument,
  content: Record<string, MediaType> = {},
  at: string,
): DocumentedContent[] {
  return Object.entries(content).map(([mediaType, written]) => {
    return {
      mediaType,
      schema: inlineReference(document, written.schema),
      pointer: `${at}/content/${escapePointer(mediaType)}/schema`,
      examples: readExamples(document, written),
      encoding: written.encoding ?? {},
    };
  });
}

function readExamples(
  document: OpenApiDocument,
  { example, examples = {} }: Pick<MediaType, 'example' | 'examples'>,
): DocumentedExample[] {
  const named = Object.entries(examples).map(([name, written]) => {
    const { target } = locate<ExampleObject>(document, written, name);
    return { name, ...target };
  });
  return example === undefined ? named : [{ name: 'example', value: example }, ...named];
}
