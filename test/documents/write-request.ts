import type { Contract, Operation } from '../../contract/index.ts';
import type { Parameter } from '../../contract/operation.ts';
import { formType, writeForm, writeParts } from '../../contract/parameters/form.ts';
import { writeParameters } from '../../contract/parameters/write-parameters.ts';
import { createRandom } from '../../contract/random.ts';
import { resolveReference } from '../../contract/resolve-reference.ts';
import { createValues, type Values } from '../../contract/values/index.ts';

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

/** Writes valid requests for the operations of a contract. */
export class RequestWriter {
  readonly #contract: Contract;
  readonly #values: Values;
  readonly #key: string;
  #number = 0;

  /** Values of path parameters, by their name. */
  readonly #chosen = new Map<string, unknown>();

  constructor(contract: Contract, key: string) {
    this.#contract = contract;
    this.#values = createValues(contract.document);
    this.#key = key;
  }

  /**
   * @param ids the values of path parameters that identify existing records
   * @throws Error if no valid request was found
   */
  write(operation: Operation, ids: ReadonlyMap<string, unknown>, optional: Optional): ValidRequest {
    this.#number += 1;
    const path = new Map<string, unknown>();
    const written = writeParameters(operation, (parameter) => {
      const value = this.#find(parameter, ids);
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
    const { body, sent } = this.#writeBody(operation, headers, optional);
    const { method } = operation;
    return { method, target: written.path + search, headers, body, sent, path };
  }

  #find(parameter: Parameter, ids: ReadonlyMap<string, unknown>): unknown {
    const { name, in: location, required, schema, example } = parameter;
    if (location !== 'path' && !required) return undefined;
    const id = location === 'path' ? ids.get(name) : undefined;
    if (id !== undefined || example !== undefined) return id ?? example;
    return location === 'path' ? this.#choose(parameter) : this.#generate(schema, { name });
  }

  /** What nothing creates has the same name in all requests: a record is found below the parent that it was created in. */
  #choose({ name, schema }: Parameter): unknown {
    const chosen = this.#chosen.get(name) ?? this.#generate(schema, { name });
    this.#chosen.set(name, chosen);
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

  #writeBody(operation: Operation, headers: Headers, optional: Optional) {
    const { requestBody } = operation;
    // The Fetch API sends no body with GET.
    const isUsed = operation.method !== 'GET' && operation.method !== 'HEAD';
    if (requestBody === undefined || !isUsed) return { body: undefined, sent: undefined };
    const { schema, mediaType, examples } = requestBody;
    const samples = optional === 'all' ? examples.map(({ value }) => value) : [];
    const sent = this.#generate(schema, { optional, samples });
    if (mediaType.startsWith('multipart/')) return { body: writeParts(sent), sent };
    headers.set('Content-Type', mediaType.includes('*') ? 'application/json' : mediaType);
    if (mediaType === formType) return { body: writeForm(requestBody, sent), sent };
    const isText = typeof sent === 'string' && !/[/+]json|\*/.test(mediaType);
    return { body: isText ? sent : JSON.stringify(sent), sent };
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

/** Headers of the Fetch API contain only Latin characters. */
function toAscii([name, text]: [string, string]): [string, string] {
  return [name, text.replaceAll(/[^\x20-\x7e]/g, '')];
}
