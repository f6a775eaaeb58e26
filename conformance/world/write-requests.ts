import type { Operation } from '../../contract/index.ts';
import { createRandom } from '../../contract/random.ts';
import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import type { Resource } from '../../contract/resources/model.ts';
import { findInner, setAt } from '../../contract/values-at.ts';
import type { Step } from './step.ts';
import type { World } from './world.ts';

/** How the body of a creation is chosen. */
export type Recipe = 'sample' | 'examples' | 'required' | 'all';

/** What is tried, one after the other, until the service accepts a creation. */
export const recipes: readonly Recipe[] = ['sample', 'examples', 'required', 'all'];

/**
 * Writes a valid request body.
 * @param number differs for each record, so that its texts are unique where they are free
 * @returns undefined if the operation has no body, or the recipe has nothing to take it from
 */
export function writeBody(
  world: World,
  { operation, role }: Step,
  resource: Resource | undefined,
  recipe: Recipe,
  number: number,
): unknown {
  const { requestBody } = operation;
  if (requestBody === undefined) return recipe === 'required' ? {} : undefined;
  const unique = world.mark + number;
  const random = createRandom(world.settings.seed + number);
  const base = { random, direction: 'request', unique } as const;
  if (recipe === 'sample') {
    if (resource?.sample === undefined) return undefined;
    const item = makeUnique(world, operation, role.requestItem ?? '', resource.sample, number);
    if ((role.requestItem ?? '') === '') return item;
    const body: Record<string, unknown> = {};
    setAt(body, role.requestItem ?? '', item);
    return body;
  }
  if (recipe === 'examples') {
    const [example] = requestBody.examples.filter(({ value }) => isRecord(value));
    if (example === undefined) return undefined;
    return makeUnique(world, operation, '', example.value, number);
  }
  const optional = recipe === 'required' ? 'none' : 'all';
  return world.values.generate(requestBody.schema, { ...base, optional });
}

/** Fields whose text a person chooses freely, so that it can be made unique. */
const freeNames =
  /^(?:name|title|label|subject|display_?name|username|user_?name|slug|key|code|email)$/i;

/** Makes free texts of an example unique, so that a service with unique names accepts it more than once. */
function makeUnique(
  world: World,
  { requestBody }: Operation,
  pointer: string,
  example: unknown,
  number: number,
): unknown {
  const copy: unknown = structuredClone(example);
  const schema = findInner(world.contract.document, requestBody?.schema ?? {}, pointer) ?? {};
  if (!isRecord(copy)) return copy;
  const suffix = (world.mark + number).toString(36);
  for (const [name, value] of Object.entries(copy)) {
    if (typeof value !== 'string' || !freeNames.test(name)) continue;
    const candidate = value.includes('@')
      ? value.replace('@', `+${suffix}@`)
      : `${value} ${suffix}`;
    const options = [candidate, candidate.replaceAll(/\W/g, ''), `${value}${suffix}`];
    const field = findInner(world.contract.document, schema, `/${name}`) ?? {};
    const usable = options.find((text) => world.values.isValid(field, text, 'request'));
    if (usable !== undefined) copy[name] = usable;
  }
  return copy;
}

/** The query parameters that an operation requires, with valid values. */
export function writeRequiredQuery(world: World, operation: Operation): [string, string][] {
  const pairs: [string, string][] = [];
  for (const { name, in: place, required, schema, example } of operation.parameters) {
    if (place !== 'query' || !required) continue;
    const value = example ?? world.values.generate(schema, { direction: 'request', name });
    pairs.push([name, toText(value)]);
  }
  return pairs;
}

/** The header parameters that an operation requires, with valid values. */
export function writeRequiredHeaders(world: World, operation: Operation): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { name, in: place, required, schema, example } of operation.parameters) {
    if (place !== 'header' || !required) continue;
    headers[name] = toText(
      example ?? world.values.generate(schema, { direction: 'request', name }),
    );
  }
  return headers;
}

export const toText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.values(value).join(',') : String(value);

/** The record in a request body. */
export function readItem({ role }: Step, body: unknown): Readonly<Record<string, unknown>> {
  const item = readAt(body, role.requestItem ?? '');
  return isRecord(item) ? item : {};
}

/**
 * Writes the body of a change: fields with other values than before.
 * @param most the largest number of fields that are not required
 */
export function writeItem(
  world: World,
  step: Step,
  resource: Resource,
  most: number,
  before: unknown,
): { body: unknown; item: Record<string, unknown> } {
  const { role, operation } = step;
  const unique = world.mark + world.journal.length;
  const random = createRandom(world.settings.seed + world.journal.length);
  const schema = operation.requestBody?.schema ?? {};
  const options = { random, direction: 'request', unique, examples: false } as const;
  const whole = world.values.generate(schema, { ...options, optional: 'all' });
  const least = world.values.generate(schema, { ...options, optional: 'none' });
  const required = readItem(step, least);
  const item: Record<string, unknown> = {};
  let count = 0;
  for (const [name, value] of Object.entries(readItem(step, whole))) {
    const isRequired = Object.hasOwn(required, name);
    if (!isRequired && !isChangeable(resource, name, value, before)) continue;
    if (!isRequired && count >= most) continue;
    if (!isRequired) count += 1;
    item[name] = value;
  }
  if ((role.requestItem ?? '') === '') return { body: item, item };
  const body: Record<string, unknown> = isRecord(least) ? { ...least } : {};
  setAt(body, role.requestItem ?? '', item);
  return { body, item };
}

/** Whether a client may change a field to a value, and the change can be seen. */
function isChangeable(resource: Resource, name: string, value: unknown, before: unknown): boolean {
  const pointer = `/${name}`;
  if (resource.id.includes(pointer) || resource.references.has(pointer)) return false;
  if (value === null || value === undefined) return false;
  const old = readAt(before, pointer);
  return before === undefined || JSON.stringify(old) !== JSON.stringify(value);
}
