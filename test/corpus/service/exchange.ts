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

/** What arrived, before anything is understood. */
export interface ServiceRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** The same object for every request of one connection. */
  readonly connection: object;
}

export interface Query {
  readonly limit: number;
  readonly after: string | undefined;
  readonly skipValidation: boolean;
}

/** The fields that a checked body sent; undefined where it left them out. */
export interface Input {
  readonly name: string | undefined;
  readonly hostUrl: string | undefined;
  readonly locale: string | undefined;
  readonly pathname: string | undefined;
  readonly localizedVariants: readonly LocalizedVariant[] | undefined;
  readonly url: string | undefined;
  readonly eventType: string | undefined;
  /** Other fields of the operation, which the service keeps and returns without a rule of its own. */
  readonly further: Readonly<Record<string, unknown>>;
}

export type TextField = Exclude<keyof Input, 'localizedVariants' | 'further'>;

/** One request on its way through the service; the later fields are filled step by step. */
export interface Exchange {
  readonly request: ServiceRequest;
  readonly operationId: OperationId | 'unmatched';
  /** The one path parameter that every operation has. */
  resourceId: string;
  query: Query;
  body: unknown;
  input: Input;
}

/** A JSON object on its way out. Open, so that a deviation can put anything into it. */
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
