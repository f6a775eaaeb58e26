import type { JsonObject } from './json.ts';

/** What a document says of its operations, with every reference followed, and where each part stands. */
export interface Api {
  document: JsonObject;
  operations: readonly ApiOperation[];
  /** Requests that the service makes: `webhooks` and `callbacks`. */
  outgoing: readonly ApiOperation[];
  servers: readonly ApiServer[];
}

export interface ApiOperation {
  /** `GET /v1/sites/{}`: the same however the document calls its path parameters. */
  key: string;
  /** The operationId, or method and path. */
  name: string;
  id: string | undefined;
  method: string;
  path: string;
  pointer: string;
  isDeprecated: boolean;
  parameters: readonly ApiParameter[];
  body: ApiBody | undefined;
  responses: readonly ApiResponse[];
  /** Alternatives, each a list of schemes that are needed together. Undefined: the document does not say. */
  security: readonly (readonly ApiScheme[])[];
  securityPointer: string;
  /** Where it is served: its own servers, those of its path, or those of the document. */
  servers: readonly ApiServer[];
}

export interface ApiParameter {
  /** The name; of a path parameter its number, since its name is not seen on the wire. */
  key: string;
  name: string;
  in: string;
  isRequired: boolean;
  isDeprecated: boolean;
  style: string;
  allowsEmpty: boolean;
  allowsReserved: boolean;
  pointer: string;
  /** Undefined where it has none. */
  schemaPointer: string | undefined;
  /** Of a parameter that is described by `content`. */
  mediaType: string | undefined;
  fallback: unknown;
  known: readonly unknown[];
}

export interface ApiBody {
  pointer: string;
  isRequired: boolean;
  content: readonly ApiContent[];
}

export interface ApiContent {
  mediaType: string;
  pointer: string;
  /** Undefined where nothing is said of the values; `anyText` for plain bytes or text. */
  schemaPointer: string | undefined;
  known: readonly unknown[];
  /** How each property is written, with defaults filled in; of forms and multipart bodies only. */
  encodings: ReadonlyMap<string, ApiEncoding>;
}

export interface ApiEncoding {
  pointer: string;
  contentTypes: readonly string[];
  style: string;
  allowsReserved: boolean;
  requiredHeaders: readonly string[];
}

export interface ApiResponse {
  /** `200`, `4XX` or `default`. */
  status: string;
  pointer: string;
  content: readonly ApiContent[];
  headers: readonly ApiParameter[];
}

export interface ApiScheme {
  name: string;
  scopes: readonly string[];
  /** What a client needs to know of the scheme to use it. */
  terms: JsonObject;
}

export interface ApiServer {
  /** As it is written; for comparison, each variable is `{}` in `key`, since its name is not seen on the wire. */
  url: string;
  key: string;
  pointer: string;
  /** What each variable may be, in the order of the URL; undefined: anything. */
  choices: readonly (readonly string[] | undefined)[];
}
