import { createClasses } from '../../gate/diff/equality.ts';
import { Instances } from '../../gate/diff/instances.ts';
import { SchemaReader } from '../../gate/diff/schema-reader.ts';
import { SchemaTable } from '../../gate/diff/schema-table.ts';
import type { Schema } from '../../gate/diff/schemas.ts';
import { Views } from '../../gate/diff/views.ts';

/** Reads named schemas as those of a request in OpenAPI 3.1, for tests of a part of the comparison. */
export function readTestSchemas(written: Readonly<Record<string, unknown>>) {
  const table = new SchemaTable();
  const document = { openapi: '3.1.0', components: { schemas: written } };
  const reader = new SchemaReader(table, document, 'old', 'request');
  const schemas = new Map<string, Schema>();
  for (const name of Object.keys(written))
    schemas.set(name, reader.read(`/components/schemas/${name}`));
  table.settle();
  const views = new Views(table, createClasses(table.all));
  const find = (name: string): Schema => {
    const schema = schemas.get(name);
    if (schema === undefined) throw new Error(`the test has no schema ${name}`);
    return schema;
  };
  return { views, instances: new Instances(views), find };
}
