import { isRecord } from '../resolve-reference.ts';
import type { ResourceModel } from '../resources/model.ts';

/** Writes a model as JSON. Maps and sets are objects with one key, and so are records that would look like them. */
export function writeModel(model: ResourceModel): string {
  return JSON.stringify(model, (_, value: unknown) => {
    if (value instanceof Map) return { map: [...value] };
    if (value instanceof Set) return { set: [...value] };
    return isRecord(value) && isMarked(value) ? { record: Object.entries(value) } : value;
  });
}

/** Reads what `writeModel` wrote. */
export function readModelText(text: string): ResourceModel {
  return JSON.parse(text, (_, value: unknown) => {
    if (!isRecord(value) || !isMarked(value)) return value;
    if (Array.isArray(value['map'])) return new Map(value['map']);
    if (Array.isArray(value['set'])) return new Set(value['set']);
    return Array.isArray(value['record']) ? Object.fromEntries(value['record']) : value;
  });
}

function isMarked(value: Readonly<Record<string, unknown>>): boolean {
  const [name = '', ...furtherNames] = Object.keys(value);
  return furtherNames.length === 0 && ['map', 'set', 'record'].includes(name);
}
