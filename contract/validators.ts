import { type SchemaError, toFault } from './to-fault.ts';

/** One fault of a request or a reply, and where it stands. */
export interface Fault {
  /** JSON Pointer (RFC 6901) into the body. */
  pointer?: string;
  /** Name of a path or query parameter. */
  parameter?: string;
  /** Name of a header. */
  header?: string;
  detail: string;
}

/** A schema as ajv compiles it: true for a valid value; else false, with all errors in `errors`. */
export interface CompiledSchema {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/** The schemas of a document by place: `createSite/body`, `listSites/parameter/limit`, `listSites/reply/201`, `schema/Site`. */
export type CompiledSchemas = Readonly<Record<string, CompiledSchema>>;

/** Validators by operation and place. Each answers every fault that it finds, and none for a valid value. */
export interface Validators {
  /** @param value a number for a numeric parameter, else the decoded text */
  parameter(operationId: string, name: string, value: unknown): readonly Fault[];
  /** Fills in the defaults of fields that are left out. */
  body(operationId: string, value: unknown): readonly Fault[];
  /** @param status as the document spells it, for example `201` or `2XX` */
  reply(operationId: string, status: string, value: unknown): readonly Fault[];
  /** @param name of a schema under `components` */
  schema(name: string, value: unknown): readonly Fault[];
}

type Validate = (value: unknown) => readonly Fault[];

const none: readonly Fault[] = [];

export function createValidators(schemas: CompiledSchemas): Validators {
  // Two maps deep, so that no request has to put a place together first.
  const owners = new Map<string, Map<string, Validate>>();
  for (const [place, compiled] of Object.entries(schemas)) {
    const slash = place.indexOf('/');
    const owner = place.slice(0, slash);
    const places = owners.get(owner) ?? new Map<string, Validate>();
    owners.set(owner, places.set(place.slice(slash + 1), toValidate(compiled)));
  }
  const placesOf = (owner: string, kind: string) => {
    const places = new Map<string, Validate>();
    for (const [place, validate] of owners.get(owner) ?? []) {
      if (place.startsWith(kind)) places.set(place.slice(kind.length), validate);
    }
    return places;
  };
  const parameters = new Map([...owners.keys()].map((id) => [id, placesOf(id, 'parameter/')]));
  const replies = new Map([...owners.keys()].map((id) => [id, placesOf(id, 'reply/')]));
  const find = (places: Map<string, Validate> | undefined, owner: string, name: string) => {
    const validate = places?.get(name);
    if (validate === undefined) throw new Error(`the contract has no schema at ${owner}/${name}`);
    return validate;
  };
  return {
    parameter: (id, name, value) => find(parameters.get(id), id, name)(value),
    body: (id, value) => find(owners.get(id), id, 'body')(value),
    reply: (id, status, value) => find(replies.get(id), id, status)(value),
    schema: (name, value) => find(owners.get('schema'), 'schema', name)(value),
  };
}

function toValidate(compiled: CompiledSchema): Validate {
  return (value) => (compiled(value) ? none : (compiled.errors ?? []).map(toFault));
}
