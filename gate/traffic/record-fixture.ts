import type { Contract, Schema } from '../../contract/index.ts';
import { isSuccess } from '../../contract/operation.ts';
import { isRecord, resolveReference } from '../../contract/resolve-reference.ts';
import { createRedactor } from '../../writers/redact.ts';
import type { JudgedExchange } from './judge-exchange.ts';

/** A record in a collection, such as `sites`. The records of the outermost collection have no parent. */
interface RecordedNode {
  collection: string;
  parent: RecordedNode | undefined;
  fields: Record<string, unknown>;
}

/** Collects what recorded exchanges show into a fixture for the mock. */
export interface FixtureRecorder {
  add(exchange: JudgedExchange): void;
  /** What the fixture does not contain, and why, one line for each reason. */
  listLeftOut(): string[];
  toFixture(): object;
}

const redactor = createRedactor();

/**
 * Collects recorded exchanges into a fixture for the mock. The paths of the contract show which record contains which:
 * `/sites/{siteId}/routes` are the routes of a site, and a path that returns another site is a sibling of it.
 */
export class ServiceFixtureRecorder implements FixtureRecorder {
  readonly #contract: Contract;
  readonly #nodes = new Map<string, RecordedNode>();
  readonly #leftOut = new Set<string>();
  /** Schemas of the records that have a path of their own. The records of other collections are only known by their id. */
  readonly #schemas = new Map<string, Schema>();

  constructor(contract: Contract) {
    this.#contract = contract;
    for (const { path, responses } of contract.operations) {
      const { collection, child } = splitPath(path);
      const success = responses.find(isSuccess);
      if (child === undefined && success?.schema !== undefined)
        this.#schemas.set(collection, this.#toRecordSchema(success.schema));
    }
  }

  add({ operation, path, documented, responseBody, violations }: JudgedExchange): void {
    if (operation === undefined || violations.some(({ side }) => side === 'response')) {
      this.#leftOut.add('responses that violate the contract or are outside it');
      return;
    }
    if (documented === undefined || !isSuccess(documented)) return;
    const { position, segments, collection, child } = splitPath(operation.path);
    const id = path.split('/')[position]?.toLowerCase() ?? '';
    const schema = this.#toRecordSchema(documented.schema);
    const isSibling = child === undefined || schema === this.#schemas.get(collection);
    if (!isSibling && !this.#nodes.has(id) && !this.#schemas.has(collection))
      this.#nodes.set(id, { collection, parent: undefined, fields: { id } });
    const container = this.#nodes.get(id);
    const parent = isSibling ? container?.parent : container;
    // The id of the owner is where the record is.
    const ownerField = segments[position]?.slice(1, -1) ?? '';
    const target = { collection: (!isSibling && child) || collection, ownerField, schema };
    for (const record of listRecords(responseBody)) {
      const isSaved = this.#save(record, parent, target);
      if (!isSaved)
        this.#leftOut.add(`${child ?? collection} whose owner did not occur in the traffic`);
    }
  }

  /** @returns whether the record belongs somewhere */
  #save(
    record: unknown,
    parent: RecordedNode | undefined,
    { collection, ownerField, schema }: { collection: string; ownerField: string; schema: Schema },
  ): boolean {
    const kept = this.#keepDocumented(schema, record);
    if (!isRecord(kept) || typeof kept['id'] !== 'string') return true;
    if (parent === undefined) return false;
    delete kept[ownerField];
    const key = kept['id'].toLowerCase();
    const node = this.#nodes.get(key) ?? { collection, parent, fields: {} };
    Object.assign(node.fields, kept);
    this.#nodes.set(key, node);
    return true;
  }

  /** What the fixture does not contain, and why, one line for each reason. */
  listLeftOut(): string[] {
    return [...this.#leftOut];
  }

  /** Returns the fixture in the format of `spec/state.schema.json`. It keeps the ids of the service, but no keys. */
  toFixture(): object {
    const roots: Record<string, object[]> = Object.create(null);
    for (const { path } of this.#contract.operations) {
      const { collection } = splitPath(path);
      if (!this.#schemas.has(collection)) roots[collection] = [];
    }
    return { formatVersion: 1, ...roots, ...this.#toCollections(undefined) };
  }

  #toCollections(parent: RecordedNode | undefined): Record<string, object[]> {
    // Names of collections are from the document.
    const groups: Record<string, object[]> = Object.create(null);
    for (const node of this.#nodes.values()) {
      if (node.parent !== parent) continue;
      groups[node.collection] ??= [];
      groups[node.collection]?.push({ ...node.fields, ...this.#toCollections(node) });
    }
    return groups;
  }

  /** The schema of a record, or of the items in a page of them. */
  #toRecordSchema(written: Schema): Schema {
    const { document } = this.#contract;
    const schema = resolveReference(document, written);
    const { properties = {} } = schema;
    if ('id' in properties) return schema;
    const list = Object.values(properties).find(({ items }) => items !== undefined);
    return list?.items === undefined ? schema : resolveReference(document, list.items);
  }

  /** Keeps what a fixture may contain. */
  #keepDocumented(schema: Schema, value: unknown): unknown {
    const { properties, items } = resolveReference(this.#contract.document, schema);
    if (Array.isArray(value)) {
      if (items === undefined) return value;
      return value.map((item) => this.#keepDocumented(items, item));
    }
    if (properties === undefined || !isRecord(value)) return value;
    const fields: [string, unknown][] = [];
    for (const [name, inner] of Object.entries(value)) {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const isSecret = redactor.header(name, 'value') !== 'value';
      if (property !== undefined && !isSecret)
        fields.push([name, this.#keepDocumented(property, inner)]);
      else
        this.#leftOut.add(
          `the field "${name}", which is ${isSecret ? 'secret' : 'not documented'}`,
        );
    }
    return Object.fromEntries(fields);
  }
}

/** The collection of a path and what follows its last parameter: `/sites/{siteId}/routes` → `sites` and `routes`. */
function splitPath(path: string) {
  const segments = path.split('/');
  const position = segments.findLastIndex((segment) => segment.startsWith('{'));
  const collection = segments[position - 1] ?? '';
  return { segments, position, collection, child: segments[position + 1] };
}

/** The records of a response: its body, or the list in a page. */
function listRecords(body: unknown): readonly unknown[] {
  if (!isRecord(body)) return [];
  if ('id' in body) return [body];
  return Object.values(body).find(Array.isArray) ?? [];
}
