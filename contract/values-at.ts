import type { OpenApiDocument, Schema } from './openapi-document.ts';
import { isRecord, readAt, splitPointer } from './resolve-reference.ts';
import type { Pointer } from './resources/model.ts';
import { readFields, resolveSchema } from './schema-fields.ts';

/** The schema at a JSON Pointer into the values of a schema. */
export function findInner(
  document: OpenApiDocument,
  schema: Schema,
  pointer: Pointer,
): Schema | undefined {
  let inner: Schema | undefined = resolveSchema(document, schema);
  for (const key of splitPointer(pointer)) {
    if (inner === undefined) return undefined;
    inner =
      /^\d+$/.test(key) && inner.items !== undefined
        ? resolveSchema(document, inner.items)
        : readFields(document, inner).fields.get(key);
  }
  return inner;
}

/** Sets a field of an object; also `__proto__`, which an assignment would not store. */
export function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** Sets the value at a JSON Pointer of an object, creating the objects on the way. */
export function setAt(target: Record<string, unknown>, pointer: Pointer, value: unknown): void {
  const keys = splitPointer(pointer);
  const last = keys.pop();
  if (last === undefined) return;
  let object = target;
  for (const key of keys) {
    const existing = readAt(object, [key]);
    const inner = isRecord(existing) ? { ...existing } : {};
    define(object, key, inner);
    object = inner;
  }
  define(object, last, value);
}

/** Removes the field at a JSON Pointer. */
export function removeAt(target: Record<string, unknown>, pointer: Pointer): void {
  const keys = splitPointer(pointer);
  const last = keys.pop();
  const parent = keys.length === 0 ? target : readAt(target, keys);
  if (last !== undefined && isRecord(parent)) delete parent[last];
}
