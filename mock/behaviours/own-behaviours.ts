import { matchNearest } from '../../contract/match-nearest.ts';
import type { JsonBody } from '../../contract/operation-types.ts';
import type { RoleBehaviour, RoleContext, RoleReply, RoleRequest } from './behaviour.ts';

/**
 * Own behaviours of operations of any contract. Each gets the behaviour of the mock, and returns the one to use instead, which
 * may call the first. Their types follow from the `operations` and `paths` that openapi-typescript generates.
 */

/** The parameters of a described operation in one place, such as `path`. */
type Place<Described, Name extends string> = Described extends { parameters: infer Places }
  ? Places extends { [place in Name]?: infer Values }
    ? [NonNullable<Values>] extends [never]
      ? unknown
      : NonNullable<Values>
    : unknown
  : unknown;

type SentParameters<Described> = Place<Described, 'path'> &
  Place<Described, 'query'> &
  Place<Described, 'header'> &
  Place<Described, 'cookie'>;

/** The bodies of the documented successes. */
type SuccessBody<Described> = Described extends { responses: infer Responses }
  ? {
      [Status in keyof Responses]: `${Status & (string | number)}` extends `2${string}` | 'default'
        ? Responses[Status] extends { content: { [mediaType: string]: infer Body } }
          ? Body
          : undefined
        : never;
    }[keyof Responses]
  : unknown;

/** A validated request for an operation. */
export interface OwnRequest<Described = unknown> extends Omit<RoleRequest, 'parameters' | 'body'> {
  /** The parameters of every place by name. */
  readonly parameters: unknown extends Described
    ? Readonly<Record<string, unknown>>
    : SentParameters<Described>;
  /** The parsed request body. Undefined if there is none. */
  readonly body: unknown extends Described ? unknown : JsonBody<Described>;
}

/** A success reply. */
export interface OwnReply<Described = unknown> extends Omit<RoleReply, 'body'> {
  /** The body of the response, as its schema in the document says. */
  body?: unknown extends Described ? unknown : SuccessBody<Described>;
}

/** What an operation does. @throws Refusal for a client's mistake */
export type OwnBehaviour<Described = unknown> = (
  request: OwnRequest<Described>,
  context: RoleContext,
) => Promise<OwnReply<Described>>;

/** Creates the behaviour to use from that of the mock. */
export type BehaviourWrapper<Described = unknown> = (
  base: OwnBehaviour<Described>,
) => OwnBehaviour<Described>;

type Method = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace';

/** The operations of `paths` by method and path, such as `GET /notes/{id}`. */
type OperationKey<Paths> = {
  [Path in keyof Paths & string]: {
    [Name in Method & keyof Paths[Path]]: [NonNullable<Paths[Path][Name]>] extends [never]
      ? never
      : `${Uppercase<Name>} ${Path}`;
  }[Method & keyof Paths[Path]];
}[keyof Paths & string];

type OperationAt<Paths, Key> = Key extends `${infer Name} ${infer Path}`
  ? Path extends keyof Paths
    ? Lowercase<Name> extends keyof Paths[Path]
      ? Paths[Path][Lowercase<Name>]
      : never
    : never
  : never;

/** Own behaviours by `operationId`, or by method and path. */
export type OwnBehaviours<Operations = Record<string, unknown>, Paths = Record<never, never>> = {
  readonly [Id in keyof Operations]?: BehaviourWrapper<Operations[Id]>;
} & {
  readonly [Key in OperationKey<Paths>]?: BehaviourWrapper<OperationAt<Paths, Key>>;
};

/** An operation, as far as own behaviours name it. */
interface NamedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

const toRequestName = ({ method, path }: NamedOperation): string => `${method} ${path}`;

/** @throws TypeError if a name is not an operation of the contract, naming the nearest one */
export function assertOwnBehaviours(
  behaviours: Readonly<Record<string, unknown>>,
  operations: readonly NamedOperation[],
): void {
  const ids = operations.map(({ id }) => id);
  const requests = operations.map(toRequestName);
  for (const [name, wrapper] of Object.entries(behaviours)) {
    if (!ids.includes(name) && !requests.includes(name)) {
      const nearest = matchNearest(name, [...ids, ...requests]);
      const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
      throw new TypeError(`behaviours: the contract has no operation ${name}${hint}`);
    }
    if (typeof wrapper !== 'function')
      throw new TypeError(`behaviours: ${name} must be a function of the behaviour of the mock`);
  }
}

/** The functions among given behaviours, which `assertOwnBehaviours` has accepted. */
export function toOwnBehaviours(behaviours: Readonly<Record<string, unknown>>): OwnBehaviours {
  // Operations may have any name.
  const wrappers: Record<string, BehaviourWrapper> = Object.create(null);
  for (const [name, wrapper] of Object.entries(behaviours))
    if (isWrapper(wrapper)) wrappers[name] = wrapper;
  return wrappers;
}

function isWrapper(value: unknown): value is BehaviourWrapper {
  return typeof value === 'function';
}

/** The own behaviour of an operation. Undefined if it has none. */
export function findOwnBehaviour(
  wrappers: OwnBehaviours,
  operation: NamedOperation,
  base: RoleBehaviour,
): RoleBehaviour | undefined {
  // An operation can be named like a property that every object inherits, such as `toString`.
  const name = [operation.id, toRequestName(operation)].find((key) => Object.hasOwn(wrappers, key));
  const wrapper = name === undefined ? undefined : wrappers[name];
  if (wrapper === undefined) return undefined;
  const behaviour: unknown = wrapper(base);
  if (isBehaviour(behaviour)) return behaviour;
  throw new TypeError(
    `behaviours: ${operation.id} must return a function of the request and the context`,
  );
}

function isBehaviour(value: unknown): value is RoleBehaviour {
  return typeof value === 'function';
}
