import type { OperationDefaults, OperationId } from '../generated/names.ts';
import type { operations } from '../generated/types.ts';

/** The types of single operations, taken from those that openapi-typescript generates for a whole document. */

type Given<Places, Place extends string> = Places extends { [place in Place]?: infer Values }
  ? NonNullable<Values> extends never
    ? unknown
    : NonNullable<Values>
  : unknown;

/** The path and query parameters of a described operation, as a client sends them. */
type SentParameters<Described> = Described extends { parameters: infer Places }
  ? Given<Places, 'path'> & Given<Places, 'query'>
  : unknown;

/** The path and query parameters of a described operation, with `Defaults` filled in. */
export type FilledParameters<Described, Defaults> = SentParameters<Described> &
  Required<Pick<SentParameters<Described>, Extract<keyof SentParameters<Described>, Defaults>>>;

/** The JSON body of a described message. */
export type Json<Message> = Message extends { content: { 'application/json': infer Body } }
  ? Body
  : never;

/** The JSON request body of a described operation; undefined where it is optional. */
export type JsonBody<Described> = Described extends { requestBody: infer Body }
  ? Json<Body>
  : Described extends { requestBody?: infer Body }
    ? Json<NonNullable<Body>> | undefined
    : never;

type Filled<Body, Defaults> = Body extends object
  ? Body & Required<Pick<Body, Extract<keyof Body, Defaults>>>
  : Body;

type Responses<Id extends OperationId> = operations[Id]['responses'];

/** The keys of successful responses: numbers, or the range `2XX`. */
type Success<Id extends OperationId> = {
  [Key in keyof Responses<Id>]: `${Key & (string | number)}` extends `2${string}` ? Key : never;
}[keyof Responses<Id>];

/** The path and query parameters of an operation by name, with defaults filled in. */
export type Parameters<Id extends OperationId> = FilledParameters<
  operations[Id],
  OperationDefaults[Id]['parameters']
>;

/** The JSON body of a request, with defaults filled in. Includes undefined if the body is optional. */
export type RequestBody<Id extends OperationId> = Filled<
  JsonBody<operations[Id]>,
  OperationDefaults[Id]['body']
>;

/** A successful response: its status and its JSON body. */
export interface Reply<Id extends OperationId> {
  /** The documented status. */
  status: Success<Id> extends infer Key ? (Key extends number ? Key : number) : never;
  /** The JSON body. */
  body: OperationResponse<Id>;
}

/** The input of a call: the parameters by name, and the body. */
export type OperationRequest<Id extends OperationId> = SentParameters<operations[Id]> &
  (operations[Id] extends { requestBody: infer Body }
    ? { body: Json<Body> }
    : operations[Id] extends { requestBody?: never }
      ? unknown
      : { body?: Exclude<JsonBody<operations[Id]>, undefined> });

/** The JSON body of a success; undefined if it has none. */
export type OperationResponse<Id extends OperationId> = [Json<Responses<Id>[Success<Id>]>] extends [
  never,
]
  ? undefined
  : Json<Responses<Id>[Success<Id>]>;

/** One function for each operation. `Options` are those of a single call. */
export type OperationCalls<Options> = {
  [Id in keyof Pick<operations, OperationId>]: (
    request: OperationRequest<Id>,
    options?: Options,
  ) => Promise<OperationResponse<Id>>;
};
