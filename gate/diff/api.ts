import type { JsonObject } from './json.ts';

/** The operations of a document, with references resolved and the place of each part. */
export interface Api {
  document: JsonObject;
  operations: readonly ApiOperation[];
  /** Requests that the service makes: `webhooks` and `callbacks`. */
  outgoing: readonly ApiOperation[];
  servers: readonly ApiServer[];
}

export interface ApiOperation {
  /** For example `GET /v1/sites/{}`. It does not depend on the names of path parameters. */
  key: string;
  /** The operationId, or method and path. */
  name: string;
  /** Distinguishes operations with one key: the path as written, or the name of a callback. */
  label: string;
  id: string | undefined;
  method: string;
  path: string;
  pointer: string;
  isDeprecated: boolean;
  parameters: readonly ApiParameter[];
  body: ApiBody | undefined;
  responses: readonly ApiResponse[];
  /** Alternatives. Each is a list of schemes that are required together. */
  security: readonly (readonly ApiScheme[])[];
  securityPointer: string;
  /** The servers of the operation, otherwise those of its path, otherwise those of the document. */
  servers: readonly ApiServer[];
}

export interface ApiParameter {
  /** The name. For a path parameter it is the position, because its name is not sent. */
  key: string;
  name: string;
  in: string;
  isRequired: boolean;
  isDeprecated: boolean;
  style: string;
  allowsEmpty: boolean;
  allowsReserved: boolean;
  pointer: string;
  /** Undefined if the parameter has no schema. */
  schemaPointer: string | undefined;
  /** Only for a parameter that is described by `content`. */
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
  /** Undefined if the document does not describe the values; `anyText` for plain bytes or text. */
  schemaPointer: string | undefined;
  known: readonly unknown[];
  /** How each property is encoded, with defaults filled in. Only for forms and multipart bodies. */
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
  /** The details of the scheme that a client needs. */
  terms: JsonObject;
}

export interface ApiServer {
  /** The URL as written. In `key`, each variable is `{}`, because the names of variables are not sent. */
  url: string;
  key: string;
  pointer: string;
  /** Whether the document has no servers. It then describes the server that provides it. */
  isImplied: boolean;
  /** The allowed values of each variable, in the order of the URL. Undefined allows any value. */
  choices: readonly (readonly string[] | undefined)[];
}

/** The response for a status: itself, its range, or the default (OpenAPI, "Responses Object"). */
export function findResponse(
  responses: readonly ApiResponse[],
  status: string,
): ApiResponse | undefined {
  return (
    responses.find((each) => each.status === status) ??
    responses.find((each) => each.status === `${status[0]}XX`) ??
    (isByDefault(status, responses)
      ? responses.find((each) => each.status === 'default')
      : undefined)
  );
}

/** If a success status is listed, `default` describes errors: clients do not expect further success statuses. */
function isByDefault(status: string, responses: readonly ApiResponse[]): boolean {
  return !/^[123]/.test(status) || !responses.some((each) => each.status.startsWith('2'));
}

/** Every status that either document lists, and for each range a status that neither lists. */
export function listStatuses(a: readonly ApiResponse[], b: readonly ApiResponse[]): string[] {
  const named = [...a, ...b].map(({ status }) => status);
  const codes = named.filter((status) => /^\d{3}$/.test(status));
  const classes = [...new Set(named.filter((status) => /^\dXX$/.test(status)))];
  const ranged = classes.flatMap((range) => {
    const free = Array.from(
      { length: 100 },
      (_, index) => `${range[0]}${String(index).padStart(2, '0')}`,
    ).find((code) => !codes.includes(code));
    return free === undefined ? [] : [free];
  });
  const others = named.includes('default')
    ? ['599', '499'].filter((code) => !codes.includes(code)).slice(0, 1)
    : [];
  return [...new Set([...codes, ...ranged, ...others])];
}

/** Whether a response is documented for a status, or for any status of a range. */
export function isCovered(status: string, responses: readonly ApiResponse[]): boolean {
  return responses.some(
    (each) =>
      (each.status === 'default' && isByDefault(status, responses)) ||
      each.status === status ||
      (each.status[0] === status[0] && (each.status.endsWith('XX') || status.endsWith('XX'))),
  );
}

export function toExampleStatus(status: string): string {
  if (/^\dXX$/.test(status)) return `${status[0]}00`;
  return status === 'default' ? '500' : status;
}

export function listSuccesses(responses: readonly ApiResponse[]): readonly ApiResponse[] {
  return responses.filter(
    ({ status }) =>
      status.startsWith('2') || (status === 'default' && isByDefault('200', responses)),
  );
}

/** Used instead of a pointer for bytes or text without a further description. */
export const anyText = '(text)';
