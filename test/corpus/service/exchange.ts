import type { IncomingHttpHeaders } from 'node:http';
import type { OperationId } from '../../../contract/index.ts';
import { operationIds } from '../../../generated/names.ts';

export type { OperationId };
export { operationIds };

export const eventTypes = [
  'page.created',
  'page.deleted',
  'page.updated',
  'page.restored',
  'site.published',
] as const;

export interface LocalizedVariant {
  readonly locale: string;
  readonly pathname: string;
}

/** The request as it arrived, before it is parsed. */
export interface ServiceRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** The same object for all requests of a connection. */
  readonly connection: object;
}

export interface Query {
  readonly limit: number;
  readonly after: string | undefined;
  readonly skipValidation: boolean;
}

/** The fields of a valid body; undefined for missing ones. */
export interface Input {
  readonly name: string | undefined;
  readonly hostUrl: string | undefined;
  readonly locale: string | undefined;
  readonly pathname: string | undefined;
  readonly localizedVariants: readonly LocalizedVariant[] | undefined;
  readonly url: string | undefined;
  readonly eventType: string | undefined;
  /** Other fields of the operation, which the service stores and returns without any rule. */
  readonly further: Readonly<Record<string, unknown>>;
}

export type TextField = Exclude<keyof Input, 'localizedVariants' | 'further'>;

/** A request during its processing; later steps set the later fields. */
export interface Exchange {
  readonly request: ServiceRequest;
  readonly operationId: OperationId | 'unmatched';
  /** The first path parameter. */
  resourceId: string;
  /** The second path parameter, such as a route of a site. No operation has more. */
  partId: string | undefined;
  query: Query;
  body: unknown;
  input: Input;
}

/** A JSON object in a response. Its type is open, so that a deviation can add anything. */
export type Body = Record<string, unknown>;

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

export type MaybePromise<T> = T | Promise<T>;

export const emptyQuery: Query = { limit: 20, after: undefined, skipValidation: false };

export const emptyInput: Input = {
  name: undefined,
  hostUrl: undefined,
  locale: undefined,
  pathname: undefined,
  localizedVariants: undefined,
  url: undefined,
  eventType: undefined,
  further: {},
};

export type RefusalReason =
  | 'no-operation'
  | 'unauthorised'
  | 'bad-identifier'
  | 'not-found'
  | 'bad-query'
  | 'malformed'
  | 'invalid'
  | 'conflict'
  | 'too-large'
  | 'too-many';

const statuses: Record<RefusalReason, number> = {
  'no-operation': 404,
  unauthorised: 401,
  'bad-identifier': 400,
  'not-found': 404,
  'bad-query': 400,
  malformed: 400,
  invalid: 422,
  conflict: 409,
  'too-large': 413,
  'too-many': 429,
};

/** Ends a request from any depth. It is thrown, so that a deviation can refuse in any step. */
export class Refusal extends Error {
  readonly reason: RefusalReason;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    reason: RefusalReason,
    message: string,
    status: number = statuses[reason],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.reason = reason;
    this.status = status;
    this.headers = headers;
  }
}
