import type { Schema } from '../contract/openapi-document.ts';

/** A value in a form, and where it is. */
export interface Field {
  name: string;
  schema: Schema;
  value: unknown;
  /** Its initial value. */
  initial?: unknown;
  /** Its JSON Pointer in the value of the form. */
  pointer: string;
  isRequired: boolean;
  /** Returns what is wrong at a JSON Pointer, which is then shown there. */
  takeFaults(pointer: string): string;
  set(value: unknown): void;
  /** Suggests values of a property. */
  suggest?: (name: string, schema: Schema) => readonly string[];
}

/** Whether a schema allows a type, possibly among others. */
export function hasType({ type }: Schema, wanted: string): boolean {
  return type === wanted || (Array.isArray(type) && type.includes(wanted));
}
