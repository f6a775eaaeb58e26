import type { Schema } from '../../contract/openapi-document.ts';
import { readTypes } from '../../contract/schema-fields.ts';
import { Refusal } from '../refusal.ts';
import type { RecordStore } from '../store/records.ts';
import type { RoleContext, ValueSource } from './behaviour.ts';

/** The form of the ids of a resource. */
export type IdForm =
  | { kind: 'uuid' }
  /** Whole numbers that count. */
  | { kind: 'number'; isText: boolean; first: number }
  /** Texts with the characters of an example: a constant prefix, then letters and digits. */
  | { kind: 'example'; prefix: string; suffix: string }
  /** Any other schema. */
  | { kind: 'schema' };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A prefix such as `cus_`, and letters and digits behind it. */
const prefixed = /^([A-Za-z]+[_:-](?:[a-z]+[_:-])?)([A-Za-z0-9]{2,})$/;

/** Reads the form of ids from their schema and its examples. */
export function readIdForm(schema: Schema, examples: readonly unknown[]): IdForm {
  const types = readTypes(schema);
  const [example] = examples;
  if (types.includes('integer') || types.includes('number'))
    return { kind: 'number', isText: false, first: Math.max(1, Math.ceil(schema.minimum ?? 1)) };
  if (schema.format === 'uuid') return { kind: 'uuid' };
  if (schema.enum !== undefined || schema.format !== undefined) return { kind: 'schema' };
  if (typeof example !== 'string')
    return schema.pattern === undefined ? { kind: 'uuid' } : { kind: 'schema' };
  if (uuid.test(example)) return { kind: 'uuid' };
  if (/^\d+$/.test(example)) return { kind: 'number', isText: true, first: 1 };
  const [, prefix, suffix] = prefixed.exec(example) ?? [];
  if (prefix !== undefined && suffix !== undefined) return { kind: 'example', prefix, suffix };
  if (schema.pattern !== undefined) return { kind: 'schema' };
  return /^[A-Za-z0-9]+$/.test(example)
    ? { kind: 'example', prefix: '', suffix: example }
    : { kind: 'uuid' };
}

/** How often another id is tried before the schema is said to have no free one. */
const mostAttempts = 50;

export interface IdSource {
  /** The name of the resource. */
  resource: string;
  form: IdForm;
  schema: Schema;
  values: ValueSource;
}

/**
 * Creates an id that no record has.
 * @param isTaken whether a record has an id
 * @throws Refusal
 */
export async function createId(
  source: IdSource,
  context: RoleContext,
  isTaken: (id: unknown) => Promise<boolean>,
): Promise<unknown> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const id = await createCandidate(source, context, attempt);
    if (id !== undefined && !(await isTaken(id))) return id;
  }
  const detail = `No free id was found for ${source.resource}: records have all that its schema allows. Delete one first.`;
  throw new Refusal('conflict', detail);
}

/** Creates an id in the form of the resource, or any that its schema accepts. */
async function createCandidate(
  { resource, form, schema, values }: IdSource,
  context: RoleContext,
  attempt: number,
): Promise<unknown> {
  const formed =
    form.kind === 'number'
      ? await countOn(resource, form, context, attempt)
      : createText(form, context);
  if (formed !== undefined && values.isValid(schema, formed)) return formed;
  // The example of the schema is free only once.
  const options = { name: 'id', examples: attempt === 0 };
  return values.generate(schema, String(context.random()), options);
}

/** Creates an id that is a text. Undefined for other forms. */
export function createText(
  form: IdForm,
  context: Pick<RoleContext, 'createUuid' | 'random'>,
): string | undefined {
  if (form.kind === 'uuid') return context.createUuid();
  return form.kind === 'example'
    ? form.prefix + replaceCharacters(form.suffix, context)
    : undefined;
}

/** The kind of the records that keep the last number of each resource, so that the id of a deleted record is not used again. */
const sequenceKind = '$sequence';

/** Returns the next number. Records that were brought in, or whose ids clients chose, may have numbers beyond the last one. */
async function countOn(
  resource: string,
  { first, isText }: Extract<IdForm, { kind: 'number' }>,
  { records }: RoleContext,
  attempt: number,
): Promise<number | string> {
  const stored = await records.find(sequenceKind, resource);
  const last = stored?.value['last'];
  const next = typeof last === 'number' ? last + 1 : first;
  const looksUp = stored === undefined || attempt > 0;
  const number = looksUp ? Math.max(next, (await findHighest(resource, records)) + 1) : next;
  const sequence = {
    kind: sequenceKind,
    id: resource,
    parent: undefined,
    value: { last: number },
    hidden: {},
  };
  if (stored === undefined) await records.insert(sequence);
  else await records.replace(sequence);
  return isText ? String(number) : number;
}

/** Returns the highest number among the ids of a resource, 0 without any. */
async function findHighest(resource: string, records: RecordStore): Promise<number> {
  let highest = 0;
  for (const { id } of await records.list(resource)) {
    const number = Number(id.slice(id.lastIndexOf('/') + 1));
    if (Number.isSafeInteger(number) && number > highest) highest = number;
  }
  return highest;
}

const alphabets = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Replaces each letter and digit by a random one of the same class. */
function replaceCharacters(text: string, { random }: Pick<RoleContext, 'random'>): string {
  return text.replaceAll(/[A-Za-z0-9]/g, (character) => {
    const alphabet = alphabets.find((letters) => letters.includes(character));
    if (alphabet === undefined) return character;
    return alphabet.charAt(Math.floor(random() * alphabet.length));
  });
}
