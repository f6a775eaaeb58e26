/**
 * The parts of an OpenAPI document that this package reads, in the form of OpenAPI 3.1. Older documents are converted to it.
 * All other parts stay unchanged. Most parts are optional, because documents of others are incomplete. The types of
 * `openapi-types` (12.1) do not fit: they require what may be missing, and lack most keywords of JSON Schema 2020-12, such as
 * `prefixItems`, `patternProperties`, `dependentSchemas` and `$defs`.
 */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; summary?: string; description?: string };
  servers?: ServerObject[];
  paths: Record<string, PathItem>;
  webhooks?: Record<string, PathItem | Reference>;
  components?: {
    schemas?: Record<string, Schema>;
    parameters?: Record<string, ParameterObject | Reference>;
    responses?: Record<string, ResponseObject | Reference>;
    requestBodies?: Record<string, RequestBodyObject | Reference>;
    headers?: Record<string, HeaderObject | Reference>;
    examples?: Record<string, ExampleObject | Reference>;
    links?: Record<string, LinkObject | Reference>;
    callbacks?: Record<string, Record<string, PathItem> | Reference>;
    pathItems?: Record<string, PathItem>;
    securitySchemes?: Record<string, SecuritySchemeObject | Reference>;
  };
  security?: Record<string, readonly string[]>[];
  tags?: { name: string; description?: string }[];
  /** What the document declares about its resources. */
  'x-resources'?: unknown;
  /** The laws of the conformance suite that it lowers. */
  'x-laws'?: unknown;
  /** Completed when a document is loaded. */
  'x-assumptions': Record<string, AssumptionObject>;
  /** Completed when a document is loaded. */
  'x-problems': Record<string, ProblemObject>;
}

export interface Reference {
  $ref: string;
}

export type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';

export type PathItem = {
  $ref?: string;
  summary?: string;
  description?: string;
  servers?: ServerObject[];
  parameters?: (ParameterObject | Reference)[];
} & {
  [method in Method]?: OperationObject;
};

export interface OperationObject {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  deprecated?: boolean;
  servers?: ServerObject[];
  parameters?: (ParameterObject | Reference)[];
  requestBody?: RequestBodyObject | Reference;
  responses?: Record<string, ResponseObject | Reference>;
  callbacks?: Record<string, Record<string, PathItem> | Reference>;
  security?: Record<string, readonly string[]>[];
  'x-assumptions'?: string[];
  /** What the operation declares about its resource. */
  'x-resource'?: unknown;
}

export interface ServerObject {
  url: string;
  description?: string;
  variables?: Record<string, { default: string; enum?: string[]; description?: string }>;
}

export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie';

export type ParameterStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  /** Only in converted documents of Swagger 2.0. */
  | 'tabDelimited'
  | 'deepObject';

/** How a value is written as text: the common part of parameters and response headers. */
interface SerialisedObject {
  required?: boolean;
  description?: string;
  deprecated?: boolean;
  style?: ParameterStyle;
  explode?: boolean;
  schema?: Schema;
  content?: Record<string, MediaType>;
  example?: unknown;
  examples?: Record<string, ExampleObject | Reference>;
}

export interface ParameterObject extends SerialisedObject {
  name: string;
  in: ParameterLocation;
  allowReserved?: boolean;
  allowEmptyValue?: boolean;
}

export type HeaderObject = SerialisedObject;

export interface RequestBodyObject {
  description?: string;
  required?: boolean;
  content?: Record<string, MediaType>;
}

export interface ResponseObject {
  description?: string;
  headers?: Record<string, HeaderObject | Reference>;
  content?: Record<string, MediaType>;
  links?: Record<string, LinkObject | Reference>;
}

export interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, ExampleObject | Reference>;
  encoding?: Record<string, EncodingObject>;
}

export interface ExampleObject {
  summary?: string;
  description?: string;
  value?: unknown;
}

/** How a field of a form is written. */
export interface EncodingObject {
  contentType?: string;
  headers?: Record<string, HeaderObject | Reference>;
  style?: ParameterStyle;
  explode?: boolean;
  allowReserved?: boolean;
}

/** Says which operation accepts a value of a response. */
export interface LinkObject {
  operationId?: string;
  operationRef?: string;
  parameters?: Record<string, unknown>;
  requestBody?: unknown;
  description?: string;
}

export interface SecuritySchemeObject {
  type: string;
  description?: string;
  /** For `http`: bearer, basic, … */
  scheme?: string;
  bearerFormat?: string;
  /** For `apiKey`. */
  name?: string;
  in?: string;
}

/** The parts of a JSON Schema (2020-12) that this package reads. A schema `true` is read as `{}`, and `false` as `{ not: {} }`. */
export interface Schema {
  $ref?: string;
  $id?: string;
  $anchor?: string;
  $dynamicRef?: string;
  $dynamicAnchor?: string;
  $defs?: Record<string, Schema>;
  title?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  readOnly?: boolean;
  writeOnly?: boolean;
  deprecated?: boolean;
  contentEncoding?: string;
  contentMediaType?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  unevaluatedProperties?: Schema | boolean;
  propertyNames?: Schema;
  dependentRequired?: Record<string, string[]>;
  dependentSchemas?: Record<string, Schema>;
  items?: Schema;
  prefixItems?: Schema[];
  unevaluatedItems?: Schema | boolean;
  contains?: Schema;
  minContains?: number;
  maxContains?: number;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  not?: Schema;
  if?: Schema;
  then?: Schema;
  else?: Schema;
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
  /** Ids of the assumptions about these values. */
  'x-assumptions'?: string[];
}

/** A value that an assumption can have. */
export type AssumptionValue = string | number | boolean | null;

export interface AssumptionObject {
  /** The question that the interface leaves open. */
  question: string;
  /** The section of the interface that it is about. */
  section: string;
  /** The chosen value. */
  value: AssumptionValue;
  /** The values that the mock supports. */
  known: { value: AssumptionValue; meaning: string }[];
  /** Describes further values that are accepted. Default: only the known ones. */
  open?: string;
  /** Inclusive bounds of an open number. Default minimum: 1. */
  minimum?: number;
  /** Inclusive. Default: none. */
  maximum?: number;
  /** Why this value was chosen. */
  reason: string;
}

export interface ProblemObject {
  title: string;
  /** A status, or the id of the assumption that determines it. */
  status: number | string;
}
