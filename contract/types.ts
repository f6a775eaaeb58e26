import type { OperationId, ParameterDefaults } from '../generated/names.ts';
import type { components, operations } from '../generated/types.ts';

export type Schemas = components['schemas'];
export type Site = Schemas['Site'];
export type SitePage = Schemas['SitePage'];
export type Route = Schemas['Route'];
export type LocalizedVariant = Schemas['LocalizedVariant'];
export type Webhook = Schemas['Webhook'];
export type EventType = Schemas['EventType'];
export type Problem = Schemas['Problem'];

type Sent<Id extends OperationId> = Given<operations[Id]['parameters'], 'path'> &
  Given<operations[Id]['parameters'], 'query'>;
type Given<Places, Place extends string> = Places extends { [place in Place]?: infer Values }
  ? NonNullable<Values> extends never
    ? unknown
    : NonNullable<Values>
  : unknown;
type Defaulted<Id extends OperationId> = Id extends keyof ParameterDefaults
  ? ParameterDefaults[Id]
  : never;

/** The path and query parameters of an operation, by name, once defaults have been filled in. */
export type Parameters<Id extends OperationId> = Simplify<
  Sent<Id> & Required<Pick<Sent<Id>, Extract<keyof Sent<Id>, Defaulted<Id>>>>
>;

/** The JSON body that an operation takes, once defaults have been filled in; undefined where it may be left out. */
export type RequestBody<Id extends OperationId> =
  | Json<NonNullable<operations[Id]['requestBody']>>
  | (undefined extends operations[Id]['requestBody'] ? undefined : never);

type Success<Id extends OperationId> = Exclude<keyof operations[Id]['responses'], '4XX'>;

/** A reply of success: its status (a number for a documented range) and its JSON body. */
export type Reply<Id extends OperationId> = {
  [Status in Success<Id>]: {
    status: Status extends number ? Status : number;
    body: Json<operations[Id]['responses'][Status]>;
  };
}[Success<Id>];

type Json<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : never;
type Simplify<Type> = { [Key in keyof Type]: Type[Key] };
