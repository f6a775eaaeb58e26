import type { Parameters, Reply, RequestBody } from '../contract/types.ts';
import type { BodyDefaults } from '../generated/endpoints.ts';
import type { OperationId, ParameterDefaults } from '../generated/names.ts';

/** What a call of an operation is given: path and query parameters by name, and where there is one, the body. */
export type Sent<Id extends OperationId> = Simplify<
  Optional<Parameters<Id>, DefaultsOf<ParameterDefaults, Id>> & SentBody<Id>
>;

/** What a call of an operation comes back with: the JSON body of its documented success. */
export type Answered<Id extends OperationId> = Reply<Id>['body'];

type SentBody<Id extends OperationId> = [RequestBody<Id>] extends [undefined]
  ? unknown
  : undefined extends RequestBody<Id>
    ? { body?: Fields<Id> }
    : { body: Fields<Id> };

type Fields<Id extends OperationId> = Optional<
  NonNullable<RequestBody<Id>>,
  DefaultsOf<BodyDefaults, Id>
>;

/** The contract's types stand for values with their defaults filled in; a client may leave those out. */
type Optional<Type, Key extends PropertyKey> = Simplify<
  Omit<Type, Key> & Partial<Pick<Type, Extract<keyof Type, Key>>>
>;
type DefaultsOf<Defaults, Id> = Id extends keyof Defaults
  ? Extract<Defaults[Id], PropertyKey>
  : never;
type Simplify<Type> = { [Key in keyof Type]: Type[Key] };
