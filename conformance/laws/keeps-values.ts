import type { Schema } from '../../contract/openapi-document.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import { readFields } from '../../contract/schema-fields.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Handle } from '../world/handle.ts';
import { readRecord } from '../world/read-records.ts';
import { isDone } from '../world/world.ts';
import type { Law, LawScope } from './law.ts';
import { assertNothingLost } from './nothing-lost.ts';
import { readRequestFields } from './resource-schemas.ts';
import { tryToCreate } from './try-to-create.ts';

interface Variant {
  texts: readonly string[];
  numbers: readonly number[];
  flag: boolean;
}

/** Valid values that careless services lose. Each list is sent in one creation. */
const variants: readonly Variant[] = [
  {
    texts: [`Zoë "O'Neil" & <b>漢字</b> 🙂`, 'Zoë Ünal', 'ZoeUnal'],
    numbers: [0, 0.1, 1],
    flag: false,
  },
  { texts: ['00123', '007'], numbers: [1234.56, 123_456_789, -1, 7], flag: true },
  {
    texts: [`long ${'text '.repeat(38)}end`, 'x'.repeat(60)],
    numbers: [2_147_483_648, 40],
    flag: false,
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
    const flags = new Map<string, unknown[]>();
    let judged = 0;
    for (const [index] of variants.entries()) {
      const changes = chooseValues(scope, index);
      if (Object.keys(changes).length === 0) continue;
      const handle = await tryToCreate(scope, changes, model.parent);
      if (handle?.creation === undefined) continue;
      const { item, sent } = await readRecord(world, check, handle);
      if (!isDone(sent)) continue;
      judged += 1;
      assertNothingLost(scope, {
        expected: handle.creation.item,
        received: item,
        sent,
        write: handle.creation.sent,
      });
      for (const [name, value] of Object.entries(changes))
        if (typeof value === 'boolean' && isRecord(item))
          flags.set(name, [...(flags.get(name) ?? []), item[name]]);
    }
    if (judged === 0) throw new Inconclusive('no creation with other values was accepted');
    judgeFlags(scope, flags, model);
  },
};

/** Other values for the fields of a creation, where their schemas allow them. */
function chooseValues(scope: LawScope, index: number): Record<string, unknown> {
  const { world, resource } = scope;
  const changes: Record<string, unknown> = {};
  const variant = variants[index];
  if (variant === undefined) return changes;
  for (const [name, field] of readRequestFields(world, scope.step('create', 'upsert'))) {
    const pointer = `/${name}`;
    const isOwn = !resource.id.includes(pointer) && !resource.references.has(pointer);
    if (!isOwn || resource.parent?.field === pointer) continue;
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

function listCandidates(
  { world }: LawScope,
  { type, format }: Schema,
  { texts, numbers, flag }: Variant,
  name: string,
): unknown[] {
  const types = [type].flat();
  if (types.includes('boolean')) return [flag];
  if (types.includes('integer')) return numbers.filter(Number.isInteger);
  if (types.includes('number')) return [...numbers];
  if (!types.includes('string') || format !== undefined) return [];
  // Names, addresses and codes have rules of their own in many services.
  if (
    /mail|url|uri|host|phone|slug|code|currency|country|locale|language|zone|date|time|colou?r|key/i.test(
      name,
    )
  )
    return [];
  const suffix = (world.mark + world.nextNumber()).toString(36);
  return texts.flatMap((text) => [`${text} ${suffix}`, text]);
}

/** A flag that comes back the same for both values is lost. Nothing is known if neither came back as it was sent. */
function judgeFlags(
  { world, fail, find }: LawScope,
  flags: ReadonlyMap<string, readonly unknown[]>,
  { creation }: Handle,
): void {
  for (const [name, [first, second]] of flags) {
    if (second !== true || first === false || first === undefined) continue;
    fail({
      message: `${name} was sent as false, and is ${JSON.stringify(first)}`,
      expected: 'false',
      received: JSON.stringify(first),
      pointer: `${find('read')?.role.responseItem ?? ''}/${name}`,
      ...(creation && { exchange: world.show(creation.sent) }),
    });
  }
}
