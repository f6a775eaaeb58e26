import { isRecord } from '../../contract/resolve-reference.ts';
import type { TestReply } from './test-client.ts';

/** Returns a field of a JSON response. */
export function fieldOf({ json, status }: TestReply, name: string): unknown {
  if (!isRecord(json)) throw new Error(`the response with status ${status} is not a JSON object`);
  return json[name];
}

/** Returns a string in a JSON response. */
export function textOf(reply: TestReply, name: string): string {
  const value = fieldOf(reply, name);
  if (typeof value !== 'string')
    throw new Error(`${name} is ${JSON.stringify(value)}, not a string`);
  return value;
}

/** Returns the names of the sites on a page. */
export function namesOf(reply: TestReply): unknown[] {
  const data = fieldOf(reply, 'data');
  if (!Array.isArray(data)) throw new Error('data is not an array');
  return data.map((site: unknown) => (isRecord(site) ? site['name'] : undefined));
}

/** Returns the places of the faults in a refusal: pointers, parameters and headers. */
export function placesOf(reply: TestReply): unknown[] {
  const errors = fieldOf(reply, 'errors');
  if (!Array.isArray(errors)) return [];
  return errors.map((fault: unknown) =>
    isRecord(fault) ? (fault['pointer'] ?? fault['parameter'] ?? fault['header']) : undefined,
  );
}

/** Returns the id of the problem in a refusal. */
export function problemOf(reply: TestReply): string | undefined {
  return textOf(reply, 'type').split(':').at(-1);
}
