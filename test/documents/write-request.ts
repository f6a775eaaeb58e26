import type { Contract, Operation } from '../../contract/index.ts';
import type { Schema } from '../../contract/openapi-document.ts';
import type { Parameter } from '../../contract/operation.ts';
import { formType, writeForm, writeParts } from '../../contract/parameters/form.ts';
import { writeParameters } from '../../contract/parameters/write-parameters.ts';
import { createRandom } from '../../contract/random.ts';
import { isRecord, readAt, resolveReference } from '../../contract/resolve-reference.ts';
import type { OperationRole, RequestValue, Resource } from '../../contract/resources/model.ts';
import { createValues, type Values } from '../../contract/values/index.ts';
import { findInner, removeAt, setAt } from '../../contract/values-at.ts';
import { isIdOf } from '../../mock/behaviours/same-id.ts';

/** A request that the document allows. */
export interface ValidRequest {
  method: string;
  /** The path and the query. */
  target: string;
  headers: Headers;
  body: BodyInit | undefined;
  /** The body as a value. */
  sent: unknown;
  /** The values of all path parameters. */
  path: ReadonlyMap<string, unknown>;
}

/** Which properties a body has that are not required. */
export type Optional = 'all' | 'none';

/** What a request is about. */
interface RequestPlan {
  role: OperationRole;
  /** The values of path parameters that identify existing records. */
  ids: ReadonlyMap<string, unknown>;
  /** Ids of existing records, by the place in the body or the name of the query parameter that names them. */
  named: readonly (readonly [place: RequestValue, id: unknown])[];
  /** The resource of the new record, if one is created: its ids are new, not those of an example. */
  created: Resource | undefined;
  optional: Optional;
}

/** Writes valid requests for the operations of a contract. */
export class RequestWriter {
  readonly #contract: Contract;
  readonly #values: Values;
  readonly #key: string;
  #number = 0;

  /** Values of path parameters, by what they identify. */
  readonly #chosen = new Map<string, unknown>();

  constructor(contract: Contract, key: string) {
    this.#contract = contract;
    this.#values = createValues(contract.document);
    this.#key = key;
  }

  /** @throws Error if no valid request was found */
  write(operation: Operation, plan: RequestPlan): ValidRequest {
    this.#number += 1;
    const path = new Map<string, unknown>();
    const written = writeParameters(operation, (parameter) => {
      const value = this.#find(parameter, plan);
      if (parameter.in === 'path') path.set(parameter.name, value);
      return value;
    });
    if ('unwritable' in written)
      throw new Error(`driver: ${written.unwritable.name} cannot be written`);
    const headers = new Headers(Object.entries(written.headers).map(toAscii));
    const query = new URLSearchParams();
    this.#addCredentials(operation, headers, query);
    const queries = [written.query, String(query)].filter((text) => text !== '');
    const search = queries.length === 0 ? '' : `?${queries.join('&')}`;
    const { body, sent } = this.#writeBody(operation, headers, plan);
    const { method } = operation;
    return { method, target: written.path + search, headers, body, sent, path };
  }

  #find(parameter: Parameter, plan: RequestPlan): unknown {
    const { name, in: location, required, schema, example } = parameter;
    if (location === 'path') return plan.ids.get(name) ?? this.#choose(parameter, plan);
    for (const [place, id] of plan.named)
      if (place.in === 'query' && place.name === name && location === 'query') return id;
    return required ? (example ?? this.#generate(schema, { name })) : undefined;
  }

  /**
   * What nothing creates has the same name in all requests: a record is found below the parent that it was created in. A new
   * record has a new name.
   */
  #choose({ name, schema, example }: Parameter, { role, created }: RequestPlan): unknown {
    const position = role.bindings.findIndex(({ parameter }) => parameter === name);
    const resource = role.bindings[position]?.resource;
    if (resource !== undefined && resource === created?.name)
      return this.#generate(schema, { name });
    const first = role.bindings.findIndex((binding) => binding.resource === resource);
    const key = resource === undefined ? name : `${resource}#${position - first}`;
    const earlier = this.#chosen.get(key);
    const isUsable = earlier !== undefined && this.#values.isValid(schema, earlier);
    const chosen = isUsable ? earlier : (example ?? this.#generate(schema, { name }));
    this.#chosen.set(key, chosen);
    return chosen;
  }

  #generate(
    schema: Operation['parameters'][number]['schema'],
    options: { name?: string; optional?: Optional; samples?: readonly unknown[] },
  ): unknown {
    const random = createRandom(this.#number);
    const unique = this.#number;
    const value = this.#values.generate(schema, {
      ...options,
      random,
      unique,
      direction: 'request',
    });
    if (value === undefined) throw new Error('driver: no valid value was found for a request');
    return value;
  }

  #writeBody(operation: Operation, headers: Headers, plan: RequestPlan) {
    const { requestBody } = operation;
    // The Fetch API sends no body with GET.
    const isUsed = operation.method !== 'GET' && operation.method !== 'HEAD';
    if (requestBody === undefined || !isUsed) return { body: undefined, sent: undefined };
    const { schema, mediaType, examples } = requestBody;
    const { optional } = plan;
    const samples = optional === 'all' ? examples.map(({ value }) => withoutIds(value, plan)) : [];
    const generated = this.#generate(schema, { optional, samples });
    const sent = this.#nameRecords(schema, this.#renewIds(schema, generated, plan), plan);
    if (mediaType.startsWith('multipart/')) return { body: writeParts(sent), sent };
    headers.set('Content-Type', mediaType.includes('*') ? 'application/json' : mediaType);
    if (mediaType === formType) return { body: writeForm(requestBody, sent), sent };
    const isText = typeof sent === 'string' && !/[/+]json|\*/.test(mediaType);
    return { body: isText ? sent : JSON.stringify(sent), sent };
  }

  /** Removes the id of a new record, or replaces it where it is required: that of an example may be in use. */
  #renewIds(schema: Schema, body: unknown, plan: RequestPlan): unknown {
    const { created, role } = plan;
    if (created === undefined || !isRecord(body)) return body;
    const without = withoutIds(body, plan);
    if (this.#values.isValid(schema, without, 'request')) return without;
    const renewed = structuredClone(body);
    const item = role.requestItem ?? '';
    const aliases = Object.keys(body).filter((name) => isIdOf(created, name));
    for (const pointer of [...created.id, ...aliases.map((name) => `/${name}`)]) {
      const inner = findInner(this.#contract.document, schema, item + pointer);
      const isSent = readAt(renewed, item + pointer) !== undefined;
      if (isSent && inner !== undefined)
        setAt(renewed, item + pointer, this.#generate(inner, { name: pointer.slice(1) }));
    }
    return this.#values.isValid(schema, renewed, 'request') ? renewed : body;
  }

  /** Puts the ids of existing records where the body names them. */
  #nameRecords(schema: Schema, body: unknown, { named }: RequestPlan): unknown {
    let sent = body;
    for (const [place, id] of named) {
      if (place.in !== 'body' || !isRecord(sent)) continue;
      const changed = structuredClone(sent);
      setAt(changed, place.pointer, Array.isArray(readAt(sent, place.pointer)) ? [id] : id);
      if (this.#values.isValid(schema, changed, 'request')) sent = changed;
    }
    return sent;
  }

  #addCredentials({ security }: Operation, headers: Headers, query: URLSearchParams): void {
    const key = this.#key;
    const schemes = this.#contract.document.components?.securitySchemes ?? {};
    for (const { scheme: name } of security[0] ?? []) {
      const written = schemes[name];
      if (written === undefined) continue;
      const scheme = resolveReference(this.#contract.document, written);
      if (scheme.type === 'apiKey' && scheme.in === 'query') query.set(scheme.name ?? '', key);
      else if (scheme.type === 'apiKey' && scheme.in === 'cookie')
        headers.append('Cookie', `${scheme.name}=${key}`);
      else if (scheme.type === 'apiKey') headers.set(scheme.name ?? '', key);
      else if (scheme.scheme?.toLowerCase() === 'basic')
        headers.set('Authorization', `Basic ${btoa(`user:${key}`)}`);
      else if (scheme.type !== 'mutualTLS') headers.set('Authorization', `Bearer ${key}`);
    }
  }
}

/** A body without the id of the new record: that of an example may be in use. */
function withoutIds(body: unknown, { created, role }: RequestPlan): unknown {
  if (created === undefined || !isRecord(body)) return body;
  const copy = structuredClone(body);
  for (const pointer of created.id) removeAt(copy, `${role.requestItem ?? ''}${pointer}`);
  return copy;
}

/** Headers of the Fetch API contain only Latin characters. */
function toAscii([name, text]: [string, string]): [string, string] {
  return [name, text.replaceAll(/[^\x20-\x7e]/g, '')];
}
