import type {
  AssumptionValues,
  Contract,
  OperationId,
  Parameters,
  Reply,
  RequestBody,
  Schemas,
  Validators,
} from '../../contract/index.ts';
import type { OpenApiDocument, Schema } from '../../contract/openapi-document.ts';
import { isRecord, resolveReference } from '../../contract/resolve-reference.ts';
import { ContractBreach } from '../http/problems.ts';
import { Refusal } from '../refusal.ts';
import type { Records } from '../store/store.ts';

/** A validated request. */
export interface BehaviourRequest<Id extends OperationId> {
  /** Path and query parameters, defaults filled in. */
  parameters: Parameters<Id>;
  /** The request body, defaults filled in. Undefined if there is none. */
  body: RequestBody<Id>;
}

/** A success response. */
export interface BehaviourReply<Id extends OperationId> {
  /** Undefined if the documented response has no body. */
  body: Reply<Id>['body'];
  /** The status. Default: the documented one. Required if the document shows only a range. */
  status?: Reply<Id>['status'];
}

/** The values that the resources of a session are created from. */
export interface ResourceContext {
  /** The values of the assumptions, for what the interface leaves open. */
  assumptions: AssumptionValues;
  /** Creates a new id, in the form that the mock uses. */
  createUuid: () => string;
  /** Converts an id to the case that the mock uses. */
  writeUuid: (id: string) => string;
  /** Creates a site, a route or a webhook. */
  createResource: CreateResource;
}

/** Everything that a behaviour can use. */
export interface BehaviourContext extends ResourceContext {
  /** The resources of the session. */
  store: Records;
}

/** Runs an operation after its request was validated. Returns a refusal for a client's mistake. */
export type Behaviour<Id extends OperationId> = (
  request: BehaviourRequest<Id>,
  context: BehaviourContext,
) => BehaviourReply<Id> | Refusal | Promise<BehaviourReply<Id> | Refusal>;

type Resource<Name extends keyof Schemas> = Schemas[Name] & object;

/** The fields that are always present. */
type Present<Fields> = keyof {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: true;
};

/**
 * Creates a resource from fields that the service decides, then changes from the request, then a base: a request body
 * or an existing resource. Each field in the schema comes from the first of them that has it, so optional fields need
 * no code. The resource is immutable.
 * @throws ContractBreach when it does not match its schema
 */
type CreateResource = <
  Name extends keyof Schemas,
  Base extends Partial<Resource<Name>> | undefined,
>(
  schema: Name,
  decided: Partial<Resource<Name>> & Omit<Resource<Name>, Present<Base>>,
  base: Base,
  changes?: Partial<Resource<Name>>,
) => Resource<Name>;

type Pick = (value: unknown) => unknown;

interface Field {
  name: string;
  /** Copies the properties that the schema defines; undefined if any value is copied as it is. */
  pick: Pick | undefined;
}

/** The last resource that was created, and the schema that it matches. */
let newest: { resource: object; schema: Schema | undefined; validators: Validators } | undefined;

/** Whether a value was just created from a schema. Its reply then need not validate it once more. */
export function isNewResource(value: unknown, schema: Schema, validators: Validators): boolean {
  if (newest === undefined || newest.resource !== value) return false;
  return newest.schema === schema && newest.validators === validators;
}

export function createResourceFactory({ document, validators }: Contract): CreateResource {
  const known = new Map<string, readonly Field[]>();
  const schemas = document.components?.schemas ?? {};
  return (name, decided, base, changes) => {
    let fields = known.get(name);
    if (fields === undefined) {
      fields = readFields(document, schemas[name]?.properties ?? {});
      known.set(name, fields);
    }
    const resource = pickFields(fields, decided, changes, base);
    assertResource(validators, name, resource);
    Object.freeze(resource);
    newest = { resource, schema: schemas[name], validators };
    return resource;
  };
}

function pickFields(fields: readonly Field[], ...sources: readonly (object | undefined)[]): object {
  // Resource types have no index signature.
  const [first = {}, second = {}, third = {}] = sources as Readonly<Record<string, unknown>>[];
  const picked: Record<string, unknown> = {};
  for (const { name, pick } of fields) {
    // Null counts as a value.
    let value = first[name];
    if (value === undefined) value = second[name];
    if (value === undefined) value = third[name];
    if (value !== undefined) picked[name] = pick === undefined ? value : pick(value);
  }
  return picked;
}

function assertResource<Name extends keyof Schemas>(
  validators: Validators,
  name: Name,
  resource: unknown,
): asserts resource is Resource<Name> {
  const faults = validators.schema(name, resource);
  if (faults.length > 0) throw new ContractBreach(`a new ${name}`, faults);
}

function readFields(document: OpenApiDocument, properties: Record<string, Schema>): Field[] {
  return Object.entries(properties).map(([name, property]) => ({
    name,
    pick: toPick(document, property),
  }));
}

function toPick(document: OpenApiDocument, unresolved: Schema): Pick | undefined {
  const { properties, items } = resolveReference<Schema>(document, unresolved);
  if (properties !== undefined) {
    const fields = readFields(document, properties);
    return (value) => (isRecord(value) ? pickFields(fields, value) : value);
  }
  const pickItem = items === undefined ? undefined : toPick(document, items);
  return pickItem && ((value) => (Array.isArray(value) ? value.map(pickItem) : value));
}

/** @param kind the schema of the resource, such as `Site` */
export function refuseUnknown(kind: keyof Schemas, id: string): Refusal {
  return new Refusal('not-found', `${kind} ${id} not found. Create it first.`);
}

/** @param pointer the field with the taken value */
export function refuseConflict(pointer: string, detail: string): Refusal {
  return new Refusal('conflict', detail, { faults: [{ pointer, detail: 'is already taken' }] });
}
