import type { Schema } from '../../contract/openapi-document.ts';
import type { DocumentedRequestBody, Operation } from '../../contract/operation.ts';
import { writeParameters } from '../../contract/parameters/write-parameters.ts';
import { createRandom } from '../../contract/random.ts';
import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import type { Resource } from '../../contract/resources/model.ts';
import { readFields } from '../../contract/schema-fields.ts';
import { define, findInner, setAt } from '../../contract/values-at.ts';
import { Inconclusive } from '../outcomes.ts';
import { readRequestSchema } from './request-schema.ts';
import type { Step } from './step.ts';
import type { World } from './world.ts';

/** How the body of a creation is chosen. */
export type Recipe = 'sample' | 'completed' | 'examples' | 'all' | 'required';

/**
 * What is tried, one after the other, until the service accepts a creation. A field that is never sent cannot be lost, so an
 * example is first completed with the fields that it lacks, and all fields come before the required ones.
 */
export const recipes: readonly Recipe[] = ['sample', 'completed', 'examples', 'all', 'required'];

/**
 * Writes a valid request body.
 * @param number differs for each record, so that its texts are unique where they are free
 * @returns undefined if the operation has no body, or the recipe has nothing to take it from
 */
export function writeBody(
  world: World,
  step: Step,
  resource: Resource | undefined,
  recipe: Recipe,
  number: number,
): unknown {
  const { operation, role } = step;
  const { requestBody } = operation;
  if (requestBody === undefined) return recipe === 'required' ? {} : undefined;
  if (recipe === 'sample') {
    if (resource?.sample === undefined) return undefined;
    const item = makeUnique(world, operation, role.requestItem ?? '', resource.sample, number);
    return isRecord(item) ? toWhole(step, item) : item;
  }
  if (recipe === 'required') return generateBody(world, requestBody, 'none', number);
  if (recipe === 'all') return generateBody(world, requestBody, 'all', number);
  const [example] = requestBody.examples.filter(({ value }) => isRecord(value));
  if (example === undefined) return undefined;
  const body = makeUnique(world, operation, '', example.value, number);
  if (recipe === 'examples') return body;
  return completeBody(world, step, body, generateBody(world, requestBody, 'all', number));
}

function generateBody(
  world: World,
  { schema }: DocumentedRequestBody,
  optional: 'all' | 'none',
  number: number,
): unknown {
  return world.values.generate(schema, {
    random: createRandom(world.settings.seed + number),
    direction: 'request',
    unique: world.mark + number,
    optional,
  });
}

/**
 * The body of an example with the optional fields of its record that it lacks.
 * @returns undefined if it lacks none, or if they do not go with the others
 */
function completeBody(world: World, step: Step, example: unknown, generated: unknown): unknown {
  const item = readItem(step, example);
  const schema = readRequestSchema(world, step);
  const { fields } = readFields(world.contract.document, schema, item);
  const lacking = Object.entries(readItem(step, generated)).filter(
    ([name]) => fields.has(name) && !Object.hasOwn(item, name),
  );
  if (lacking.length === 0) return undefined;
  const completed = { ...Object.fromEntries(lacking), ...item };
  if (!world.values.isValid(schema, completed, 'request')) return undefined;
  return toWhole(step, completed, example);
}

/** Fields whose text a person chooses freely, so that it can be made unique. */
const freeNames =
  /^(?:name|title|label|subject|display_?name|username|user_?name|slug|key|code|email)$/i;

/** Whether a text is a host name, such as `zone.example.`: it is not free, even if its schema says nothing. */
export function isHostName(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+\.?$/.test(value);
}

/** A text like another one, with a suffix where texts of its form can have one. */
function toUniqueText(value: string, suffix: string): string {
  if (value.includes('@')) return value.replace('@', `+${suffix}@`);
  if (isHostName(value)) return value.replace('.', `-${suffix}.`);
  if (/^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(value)) return `${value}-${suffix}`;
  return `${value} ${suffix}`;
}

/** Makes free texts of an example unique, so that a service with unique names accepts it more than once. */
export function makeUnique(
  world: World,
  { requestBody }: Operation,
  pointer: string,
  example: unknown,
  number: number,
): unknown {
  const copy: unknown = structuredClone(example);
  const body = requestBody?.schema ?? {};
  const schema = findInner(world.contract.document, body, pointer) ?? {};
  if (!isRecord(copy)) return copy;
  const suffix = (world.mark + number).toString(36);
  for (const [name, value] of Object.entries(copy)) {
    if (typeof value !== 'string' || !freeNames.test(name)) continue;
    const candidate = toUniqueText(value, suffix);
    const options = [candidate, candidate.replaceAll(/\W/g, ''), `${value}${suffix}`];
    const field = findInner(world.contract.document, schema, `/${name}`) ?? {};
    const usable = options.find((text) => world.values.isValid(field, text, 'request'));
    if (usable !== undefined) define(copy, name, usable);
  }
  return copy;
}

/** The parameters outside the path that an operation requires, with valid values. */
interface RequiredParameters {
  /** Names and texts, not encoded. */
  query: [name: string, text: string][];
  /** With `Cookie` if there are cookies. */
  headers: Record<string, string>;
}

/** @throws Inconclusive for a parameter whose style cannot carry its value */
export function writeRequired(
  world: Pick<World, 'values'>,
  operation: Operation,
): RequiredParameters {
  const written = writeParameters(
    operation,
    ({ name, in: location, required, schema, example }) => {
      if (!required || location === 'path') return undefined;
      return example ?? world.values.generate(schema, { direction: 'request', name });
    },
  );
  if ('unwritable' in written) {
    const { name } = written.unwritable;
    throw new Inconclusive(`not judged: the style of ${name} cannot carry its value`);
  }
  return { query: [...new URLSearchParams(written.query)], headers: written.headers };
}

/** The record in a request body. */
export function readItem({ role }: Step, body: unknown): Readonly<Record<string, unknown>> {
  const item = readAt(body, role.requestItem ?? '');
  return isRecord(item) ? item : {};
}

/** Which fields a change names. */
export interface ChangeOptions {
  /** The largest number of fields that are not required. Default: all of them. */
  most?: number;
  /** Whether states, which are enums and booleans, may change. Default: true. */
  states?: boolean;
  /** The record before the change. Its fields get other values, and its alternative of the schema stays. */
  before?: unknown;
}

/** Writes the body of a change: the fields that are required, and others with new values. */
export function writeItem(
  world: World,
  step: Step,
  resource: Resource,
  { most = Number.POSITIVE_INFINITY, states = true, before }: ChangeOptions,
): { body: unknown; item: Record<string, unknown> } {
  const schema = readRequestSchema(world, step);
  const { fields, required } = readFields(world.contract.document, schema, before);
  const item: Record<string, unknown> = {};
  let count = 0;
  for (const [name, field] of fields) {
    const old = readAt(before, [name]);
    const isRequired = required.has(name);
    const isLeftOut = !isRequired && world.refused.has(step, name);
    const isFixed = !isChangeable(resource, name, field) || (!states && isState(field));
    const value = isFixed || isLeftOut ? undefined : generateOther(world, name, field, old);
    if (value !== undefined && (isRequired || count < most)) {
      define(item, name, value);
      if (!isRequired) count += 1;
    } else if (isRequired) define(item, name, old ?? generateOther(world, name, field, undefined));
  }
  return { body: toWhole(step, item), item };
}

/**
 * The request body that contains a record.
 * @param around a body with other values beside the record
 */
export function toWhole(
  { role }: Step,
  item: Record<string, unknown>,
  around: unknown = {},
): unknown {
  const pointer = role.requestItem ?? '';
  if (pointer === '') return item;
  const whole: Record<string, unknown> = isRecord(around) ? { ...around } : {};
  setAt(whole, pointer, item);
  return whole;
}

/** Whether a field has one of few values that the service may have rules for. */
export function isState({ enum: values, type }: Schema): boolean {
  return values !== undefined || type === 'boolean';
}

/** Whether a client may choose a field. A declared sample names those; others may be the service's, as its prose says. */
export function isOffered({ sample }: Resource, name: string): boolean {
  return sample === undefined || readAt(sample, [name]) !== undefined;
}

function isChangeable(resource: Resource, name: string, field: Schema): boolean {
  const pointer = `/${name}`;
  if (!isOffered(resource, name)) return false;
  if (resource.id.includes(pointer) || resource.references.has(pointer)) return false;
  if (resource.parent?.field === pointer) return false;
  return field.readOnly !== true && field.const === undefined;
}

/** A valid value that differs from an old one; undefined if there is none. */
function generateOther(world: World, name: string, field: Schema, old: unknown): unknown {
  if (typeof old === 'boolean' && world.values.isValid(field, !old, 'request')) return !old;
  if (isHostName(old)) {
    const text = toUniqueText(old, (world.mark + world.nextNumber()).toString(36));
    if (world.values.isValid(field, text, 'request')) return text;
  }
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const number = world.nextNumber();
    const value = world.values.generate(field, {
      name,
      random: createRandom(world.settings.seed + number),
      direction: 'request',
      unique: world.mark + number,
      examples: false,
    });
    const isOther = JSON.stringify(value) !== JSON.stringify(old);
    if (value !== undefined && value !== null && isOther) return value;
  }
  return undefined;
}
