import type { JsonObject } from './json.ts';

/** The operations of a document, with every reference resolved and the place of each part. */
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
  /** Alternatives, each a list of schemes that are needed together. */
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

/** Beside a success that is named, `default` means errors: nobody takes another success for one. */
function isByDefault(status: string, responses: readonly ApiResponse[]): boolean {
  return !/^[123]/.test(status) || !responses.some((each) => each.status.startsWith('2'));
}

/** Every status that either names, and for a range one that neither names. */
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

/** Whether some response is told for a status or for any of a range. */
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

/** The successes that an operation tells of. */
export function listSuccesses(responses: readonly ApiResponse[]): readonly ApiResponse[] {
  return responses.filter(
    ({ status }) =>
      status.startsWith('2') || (status === 'default' && isByDefault('200', responses)),
  );
}
