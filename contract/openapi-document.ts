/** The parts of an OpenAPI 3.1 document that this package reads. All other parts stay unchanged. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description?: string };
  paths: Record<string, PathItem>;
  webhooks?: Record<string, PathItem>;
  components?: {
    schemas?: Record<string, Schema>;
    parameters?: Record<string, ParameterObject>;
    responses?: Record<string, ResponseObject>;
    securitySchemes?: Record<string, { type: string; scheme?: string; description?: string }>;
  };
  security?: Record<string, readonly string[]>[];
  'x-assumptions': Record<string, AssumptionObject>;
  'x-problems': Record<string, ProblemObject>;
}

export interface Reference {
  $ref: string;
}

export type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';

export type PathItem = { parameters?: (ParameterObject | Reference)[] } & {
  [method in Method]?: OperationObject;
};

export interface OperationObject {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: (ParameterObject | Reference)[];
  requestBody?: RequestBodyObject | Reference;
  responses: Record<string, ResponseObject | Reference>;
  security?: Record<string, readonly string[]>[];
  'x-assumptions'?: string[];
}

export interface ParameterObject {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema: Schema | Reference;
  example?: unknown;
}

export interface RequestBodyObject {
  required?: boolean;
  content: Record<string, MediaType>;
}

export interface ResponseObject {
  description: string;
  content?: Record<string, MediaType>;
}

export interface MediaType {
  schema: Schema | Reference;
  example?: unknown;
  examples?: Record<string, { summary?: string; value?: unknown }>;
}

/** The parts of a JSON Schema (2020-12) that this package reads. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
  description?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  oneOf?: Schema[];
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
