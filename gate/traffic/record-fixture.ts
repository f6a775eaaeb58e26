import type { Contract, Schema } from '../../contract/index.ts';
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
export function createFixtureRecorder({ document, operations }: Contract) {
  const nodes = new Map<string, RecordedNode>();
  const leftOut = new Set<string>();
  const splitPath = (path: string) => {
    const segments = path.split('/');
    const at = segments.findLastIndex((segment) => segment.startsWith('{'));
    return { segments, at, collection: segments[at - 1] ?? '', child: segments[at + 1] };
  };
  /** The schema of a record, or of the items in a page of them. */
  const toRecordSchema = (given: Schema): Schema => {
    const schema = resolveReference(document, given);
    const { properties = {} } = schema;
    const list =
      'id' in properties ? undefined : Object.values(properties).find(({ items }) => items);
    return list?.items === undefined ? schema : resolveReference(document, list.items);
  };
  /** Schemas of the records that have a path of their own. The records of other collections are only known by their id. */
  const schemas = new Map(
    operations.flatMap(({ path, responses }) => {
      const { collection, child } = splitPath(path);
      const success = responses.find(({ status }) => status.startsWith('2'))?.schema;
      const isOwn = child === undefined && success !== undefined;
      return isOwn ? [[collection, toRecordSchema(success)] as const] : [];
    }),
  );

  /** Keeps what a fixture may contain. */
  const keepDocumented = (given: Schema, value: unknown): unknown => {
    const { properties, items } = resolveReference(document, given);
    if (Array.isArray(value))
      return items === undefined ? value : value.map((item) => keepDocumented(items, item));
    if (properties === undefined || !isRecord(value)) return value;
    const fields = Object.entries(value).flatMap(([name, inner]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const isSecret = redactor.header(name, 'value') !== 'value';
      if (schema !== undefined && !isSecret) return [[name, keepDocumented(schema, inner)]];
      leftOut.add(`the field "${name}", which is ${isSecret ? 'secret' : 'not documented'}`);
      return [];
    });
    return Object.fromEntries(fields);
  };

  const toCollections = (parent: RecordedNode | undefined): Record<string, object[]> => {
    // Names of collections are from the document.
    const groups: Record<string, object[]> = Object.create(null);
    for (const node of nodes.values()) {
      if (node.parent !== parent) continue;
      groups[node.collection] ??= [];
      groups[node.collection]?.push({ ...node.fields, ...toCollections(node) });
    }
    return groups;
  };

  return {
    add: ({ operation, path, documented, responseBody, violations }: JudgedExchange): void => {
      if (operation === undefined || violations.some(({ side }) => side === 'response')) {
        leftOut.add('responses that violate the contract or are outside it');
        return;
      }
      if (!documented?.status.startsWith('2')) return;
      const { at, segments, collection, child } = splitPath(operation.path);
      const id = path.split('/')[at]?.toLowerCase() ?? '';
      const schema = toRecordSchema(documented.schema);
      const isSibling = child === undefined || schema === schemas.get(collection);
      if (!isSibling && !nodes.has(id) && !schemas.has(collection))
        nodes.set(id, { collection, parent: undefined, fields: { id } });
      const parent = isSibling ? nodes.get(id)?.parent : nodes.get(id);
      const body = isRecord(responseBody) ? responseBody : {};
      const records = 'id' in body ? [body] : Object.values(body).find(Array.isArray);
      for (const record of records ?? []) {
        const kept = keepDocumented(schema, record);
        if (!isRecord(kept) || typeof kept['id'] !== 'string') continue;
        if (parent === undefined) {
          leftOut.add(`${child ?? collection} whose owner did not occur in the traffic`);
          continue;
        }
        // The id of the owner is where the record is.
        delete kept[segments[at]?.slice(1, -1) ?? ''];
        const key = kept['id'].toLowerCase();
        const place = { collection: (!isSibling && child) || collection, parent };
        const node = nodes.get(key) ?? { ...place, fields: {} };
        Object.assign(node.fields, kept);
        nodes.set(key, node);
      }
    },
    /** What the fixture does not contain, and why, one line for each reason. */
    listLeftOut: () => [...leftOut],
    /** Returns the fixture in the format of `spec/state.schema.json`. It keeps the ids of the service, but no keys. */
    toFixture: () => {
      const names = operations.map(({ path }) => splitPath(path).collection);
      const roots = names.filter((name) => !schemas.has(name)).map((name) => [name, []]);
      return { formatVersion: 1, ...Object.fromEntries(roots), ...toCollections(undefined) };
    },
  };
}
