import { isRecord } from '../resolve-reference.ts';
import type { ResourceModel } from '../resources/model.ts';

/** Writes a model as JSON. Maps and sets are objects with one key. */
export function writeModel(model: ResourceModel): string {
  return JSON.stringify(model, (_, value: unknown) => {
    if (value instanceof Map) return { map: [...value] };
    return value instanceof Set ? { set: [...value] } : value;
  });
}

/** Reads what `writeModel` wrote. */
export function readModelText(text: string): ResourceModel {
  return JSON.parse(text, (_, value: unknown) => {
    if (!isRecord(value) || Object.keys(value).length !== 1) return value;
    if (Array.isArray(value['map'])) return new Map(value['map']);
    return Array.isArray(value['set']) ? new Set(value['set']) : value;
  });
}
