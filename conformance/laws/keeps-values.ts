import type { Schema } from '../../contract/openapi-document.ts';
import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import { readFields, surelyAllowsNull } from '../../contract/schema-fields.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Handle } from '../world/handle.ts';
import { readRecord } from '../world/read-records.ts';
import { readRequestFields, readRequestSchema } from '../world/request-schema.ts';
import { isDone } from '../world/world.ts';
import { isHostName, isOffered } from '../world/write-requests.ts';
import type { Law, LawScope } from './law.ts';
import { assertNothingLost } from './nothing-lost.ts';
import { createReferences } from './other-references.ts';
import { toReadPointer } from './read-pointer.ts';
import { tryToCreate } from './try-to-create.ts';

interface Variant {
  texts: readonly string[];
  numbers: readonly number[];
  flag: boolean;
}

/** A record as it was sent, and as it was read. */
interface Reading {
  written: Readonly<Record<string, unknown>>;
  item: Readonly<Record<string, unknown>>;
}

/** Valid values that careless services lose. Each list is sent in one creation. */
const variants: readonly Variant[] = [
  {
    texts: [`Zoë "O'Neil" & <b>漢字</b> 🙂`, 'Zoë Ünal', 'ZoeUnal'],
    numbers: [0, 0.1, 1],
    flag: false,
  },
  {
    texts: ['00123', '007', '1234567.89'],
    numbers: [1234.56, 123_456_789, -1, 7],
    flag: true,
  },
  {
    texts: [`long ${'text '.repeat(38)}end`, 'x'.repeat(60)],
    numbers: [4.37, 2_147_483_648, 40],
    flag: false,
  },
  {
    // What forms, URLs and templates escape, once and twice.
    texts: ['50% + 50%25 = a+b & c/d?e;f#g {h} \\i', 'a+b & 5%'],
    // Floats of 32 bits have no such number.
    numbers: [16_777_217, 0.37, 12],
    flag: true,
  },
];

export const keepsValues: Law = {
  slug: 'keeps-every-value',
  sentence: ({ a }) => `The texts, numbers, flags and lists of ${a} come back as they were sent.`,
  needs: [['create', 'upsert'], ['read']],
  blames: ['create', 'upsert'],
  async run(scope) {
    const { world, check, resource, records } = scope;
    const model = await records.create(check, resource);
    const readings: Reading[] = [];
    const sets = variants.map((variant) => chooseValues(scope, variant));
    for (const changes of [...sets, chooseNulls(scope), await createReferences(scope)])
      for (const handle of await createWith(scope, changes, model.parent)) {
        const { item, sent } = await readRecord(world, check, handle);
        if (!isDone(sent) || handle.creation === undefined) continue;
        assertNothingLost(scope, {
          expected: handle.creation.item,
          received: item,
          sent,
          write: handle.creation.sent,
        });
        if (isRecord(item)) readings.push({ written: handle.creation.item, item });
      }
    const bare = await tryToCreate(scope, {}, model.parent, listOptional(scope));
    if (bare?.creation !== undefined) {
      const { item } = await readRecord(world, check, bare);
      if (isRecord(item)) readings.push({ written: bare.creation.item, item });
    }
    if (readings.length === 0) throw new Inconclusive('no creation with other values was accepted');
    judgeFlags(scope, readings, model);
    judgeNulls(scope, readings, model);
  },
};

/** How many fields are tried alone, if a service refuses their values together. */
const mostAlone = 6;

/** Creates a record with other values; if the service refuses them, one for each value that it accepts alone. */
async function createWith(
  scope: LawScope,
  changes: Readonly<Record<string, unknown>>,
  parent: Handle | undefined,
): Promise<Handle[]> {
  const entries = Object.entries(changes);
  if (entries.length === 0) return [];
  const together = await tryToCreate(scope, changes, parent);
  if (together !== undefined) return [together];
  const alone: Handle[] = [];
  if (entries.length === 1) return alone;
  for (const [name, value] of entries.slice(0, mostAlone)) {
    const handle = await tryToCreate(scope, { [name]: value }, parent);
    if (handle !== undefined) alone.push(handle);
  }
  return alone;
}

/** Other values for the fields of a creation, where their schemas allow them. */
function chooseValues(scope: LawScope, variant: Variant): Record<string, unknown> {
  const { world, resource } = scope;
  const changes: Record<string, unknown> = {};
  for (const [name, field] of readRequestFields(world, scope.step('create', 'upsert'))) {
    const pointer = `/${name}`;
    const isOwn = !resource.id.includes(pointer) && !resource.references.has(pointer);
    if (!isOwn || resource.parent?.field === pointer) continue;
    if (!isOffered(resource, name) || isHostName(readAt(resource.sample, [name]))) continue;
    const value = chooseValue(scope, field, variant, name);
    if (value !== undefined) changes[name] = value;
  }
  return changes;
}

/** Another valid value for a field, or for the fields in it. */
function chooseValue(scope: LawScope, field: Schema, variant: Variant, name: string): unknown {
  const { values, contract } = scope.world;
  const isFree = field.enum === undefined && field.const === undefined && field.readOnly !== true;
  if (!isFree) return undefined;
  const isValid = (value: unknown): boolean => values.isValid(field, value, 'request');
  const parts = [
    ...(field.properties === undefined ? [] : readFields(contract.document, field).fields),
  ];
  if (parts.length === 0) return listCandidates(scope, field, variant, name).find(isValid);
  const chosen = values.generate(field, { direction: 'request', name });
  if (!isRecord(chosen)) return undefined;
  for (const [part, inner] of parts) {
    const value = listCandidates(scope, inner, variant, part).find((candidate) =>
      values.isValid(inner, candidate, 'request'),
    );
    if (value !== undefined) chosen[part] = value;
  }
  return isValid(chosen) ? chosen : undefined;
}

/** The texts that a creation may leave out. */
function listOptional({ world, step }: LawScope): string[] {
  const { document } = world.contract;
  const schema = readRequestSchema(world, step('create', 'upsert'));
  const { fields, required } = readFields(document, schema);
  const isFree = ({ type, enum: values, default: preset }: Schema): boolean =>
    [type].flat().includes('string') && values === undefined && preset === undefined;
  const optional = [...fields].filter(([name, field]) => !required.has(name) && isFree(field));
  return optional.map(([name]) => name);
}

/** Null for each field that may be null. */
function chooseNulls(scope: LawScope): Record<string, unknown> {
  const { document } = scope.world.contract;
  const fields = [...readRequestFields(scope.world, scope.step('create', 'upsert'))];
  const nullable = fields.filter(([, field]) => surelyAllowsNull(document, field));
  return Object.fromEntries(nullable.map(([name]) => [name, null]));
}

/** Lists in an order of their own, and maps, whose keys a service does not know. */
function listParts({ type, additionalProperties }: Schema): unknown[] {
  const types = [type].flat();
  if (types.includes('array'))
    return [
      ['pear', 'apple', 'quince'],
      ['pear', 'apple'],
      [30, 10, 20],
    ];
  const isMap = types.includes('object') && additionalProperties !== undefined;
  return isMap
    ? [{ colour: 'red', 'Size-2': 'XL' }, { colour: 'red' }, { colour: 2, 'Size-2': 3 }]
    : [];
}

/** Names of fields that have room for several lines. */
const longNames = /note|description|body|text|comment|message|content|bio|summary|blurb/i;

const longTexts = ['one line\nanother line\n\nthe "last" line', `long ${'text '.repeat(60)}end`];

function listCandidates(
  { world }: LawScope,
  field: Schema,
  { texts, numbers, flag }: Variant,
  name: string,
): unknown[] {
  const { type, format } = field;
  const types = [type].flat();
  if (types.includes('array') || types.includes('object')) return listParts(field);
  if (types.includes('boolean')) return [flag];
  if (types.includes('integer')) return numbers.filter(Number.isInteger);
  if (types.includes('number'))
    return numbers.filter((number) => format !== 'float' || Math.abs(number) < 1_000_000);
  if (!types.includes('string') || format !== undefined) return [];
  // Names, addresses and codes have rules of their own in many services.
  if (
    /mail|url|uri|host|phone|slug|code|currency|country|locale|language|zone|date|time|colou?r|key/i.test(
      name,
    )
  )
    return [];
  const suffix = (world.mark + world.nextNumber()).toString(36);
  const isLong = longNames.test(name);
  const long = longTexts[flag ? 0 : 1] ?? '';
  const usual = texts.flatMap((text) => [`${text} ${suffix}`, text]);
  // Each variant has a flag; those without odd characters get the texts that need room.
  return isLong && /^[\w .]*$/.test(texts[0] ?? '') ? [`${long} ${suffix}`, ...usual] : usual;
}

/** Words that languages write for a value that is missing. */
const missing = new Set(['null', 'None', 'undefined', 'nil']);

function judgeNulls(scope: LawScope, readings: readonly Reading[], { creation }: Handle): void {
  const { world, fail } = scope;
  const names = [...readRequestFields(world, scope.step('create', 'upsert')).keys()];
  for (const { written, item } of readings)
    for (const name of names) {
      const value = written[name];
      const received = item[name];
      const isSent = value !== null && value !== undefined;
      if (isSent || typeof received !== 'string' || !missing.has(received)) continue;
      const sent = value === null ? 'sent as null' : 'not sent';
      fail({
        message: `${name} was ${sent}, and is the text ${JSON.stringify(received)}`,
        expected: 'null, or no field',
        received: JSON.stringify(received),
        pointer: toReadPointer(scope, `/${name}`),
        ...(creation && { exchange: world.show(creation.sent) }),
      });
    }
}

/** A flag that comes back the same for both values is lost. Nothing is known if neither came back as it was sent. */
function judgeFlags(scope: LawScope, readings: readonly Reading[], { creation }: Handle): void {
  const { world, fail } = scope;
  const isKept = (name: string): boolean =>
    readings.some(({ written, item }) => written[name] === true && item[name] === true);
  const judged = new Set<string>();
  for (const { written, item } of readings)
    for (const [name, value] of Object.entries(written)) {
      const received = item[name];
      const isLost = value === false && received !== false && received !== undefined;
      if (!isLost || judged.has(name) || !isKept(name)) continue;
      judged.add(name);
      fail({
        message: `${name} was sent as false, and is ${JSON.stringify(received)}`,
        expected: 'false',
        received: JSON.stringify(received),
        pointer: toReadPointer(scope, `/${name}`),
        ...(creation && { exchange: world.show(creation.sent) }),
      });
    }
}
