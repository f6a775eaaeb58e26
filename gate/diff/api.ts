import type { JsonObject } from '../../contract/json.ts';
import type { Schema } from './schemas.ts';
import type { Wire } from './validator.ts';

// What the comparison needs of a document, with references resolved and the place of each part.

export interface Api {
  operations: readonly ApiOperation[];
  /** The requests that the service makes: webhooks and callbacks. */
  outgoing: readonly ApiOperation[];
}

export interface ApiOperation {
  /** `operationId`. */
  id: string | undefined;
  method: string;
  path: string;
  pointer: string;
  isDeprecated: boolean;
  /** For example `GET /v1/sites/{}`. It does not depend on the names of path parameters. */
  key: string;
  /** Distinguishes operations with one key: the path as written, or the name of a callback. */
  label: string;
  /** Its name in messages. */
  name: string;
  parameters: readonly ApiField[];
  body: ApiBody | undefined;
  responses: readonly ApiResponse[];
  /** Alternatives. Each is a list of schemes that are required together. */
  security: readonly (readonly ApiScheme[])[];
  securityPointer: string;
  servers: readonly ApiServer[];
}

/** A parameter or a response header. */
export interface ApiField {
  name: string;
  /** `path`, `query`, `header` or `cookie`. */
  in: string;
  pointer: string;
  style: string;
  /** Place and name. For a path parameter, the position replaces the name, which is not sent. */
  key: string;
  isRequired: boolean;
  isDeprecated: boolean;
  allowsEmpty: boolean;
  allowsReserved: boolean;
  schema: Schema | undefined;
  /** Only for a field that is described by `content`. */
  mediaType: string | undefined;
  /** How its values are sent. */
  wire: Wire;
}

export interface ApiBody {
  pointer: string;
  isRequired: boolean;
  content: readonly ApiContent[];
}

export interface ApiResponse {
  /** `200`, `4XX` or `default`. */
  status: string;
  pointer: string;
  content: readonly ApiContent[];
  headers: readonly ApiField[];
}

export interface ApiContent {
  mediaType: string;
  pointer: string;
  wire: Wire;
  schema: Schema | undefined;
  /** How each part of a form or multipart body is encoded, by its name. */
  encodings: ReadonlyMap<string, ApiEncoding>;
}

export interface ApiEncoding {
  pointer: string;
  terms: {
    /** Media types in lower case. */
    contentType: readonly string[];
    style: string;
    allowReserved: boolean;
    /** The names of required headers, in lower case. */
    headers: readonly string[];
  };
}

/** A security scheme that is required, with the details that a client needs. */
export interface ApiScheme {
  name: string;
  scopes: readonly string[];
  terms: JsonObject;
  /** Each flow as text. */
  flows: readonly string[];
}

export interface ApiServer {
  /** As written, without a slash at the end. */
  url: string;
  /** Equal for equal URLs. */
  key: string;
  pointer: string;
  /** Whether the document has no servers: it then describes the server that provides it. */
  isImplied: boolean;
}
