import { toExactJson } from '../../contract/exact-numbers.ts';
import { type Demand, listDemands, listMissing } from './demands.ts';
import { listFinite, mostParts } from './instances.ts';
import { noEffect, type Pair, type PairResult, report } from './pairs.ts';
import { listRefused, type Tools } from './refusals.ts';
import { listAffected, numeric, type Schema } from './schemas.ts';
import { accepts, encode, isValidated, listFailures } from './validator.ts';
import type { View } from './views.ts';

/**
 * Reports what the receiver refuses, what it demands without a value that shows the effect, and what only the sender
 * demands: `maxLength` 20 → 10 is a break for a request and a note for a response.
 * @param values all that the sender may send, if there are few
 */
export function compareKeywords(
  tools: Tools,
  pair: PairResult,
  values: readonly unknown[] | undefined,
): void {
  const { views } = tools;
  const { sender, receiver, wire } = pair;
  const ours = listDemands(views, sender, sender.types);
  const theirs = listDemands(views, receiver, sender.types);
  const stricter = listMissing(theirs, ours);
  const lost = sender.types & ~receiver.types;
  const isClosed = views.additional(receiver).types === 0;
  const isSearched = values !== undefined || stricter.length > 0 || lost !== 0 || isClosed;
  const refused = isSearched ? [...listRefused(tools, pair, values)] : [];
  const broken = findClearest(tools, pair, refused, values !== undefined);
  const types = broken.filter(({ keyword }) => keyword === 'type');
  // If no type is left, the other keywords follow from that.
  const isOtherType = (sender.types & receiver.types) === 0 && types.length > 0;
  const listed = values && toJsonList(refused);
  for (const { schema, keyword, value, detail } of isOtherType ? types : broken)
    report(pair, 'break', schema, keyword, { value, detail: listed ?? detail });
  if (values === undefined && !isOtherType) addDoubts(pair, stricter, broken);
  if (values === undefined && broken.length === 0 && !wire.isText)
    report(pair, 'doubt', findTyped(receiver, lost), 'type', { reason: noEffect });
  addNotes(pair, listMissing(ours, theirs));
}

/** For each keyword that refuses values, the one that breaks the fewest others. */
function findClearest(
  { views }: Tools,
  { sender, receiver, wire }: Pair,
  refused: readonly unknown[],
  isInnerToo: boolean,
): Demand[] {
  const names = views.names(sender);
  const clearest = new Map<string, { count: number; demand: Demand }>();
  for (const value of refused) {
    const failures = listFailures(receiver.atoms, encode(value, wire), wire);
    for (const { schema, keyword, isInner, detail } of failures) {
      if (isInner && !isInnerToo) continue;
      const isNamed = keyword === 'required' || names.has(detail ?? '');
      const name = isNamed ? detail : undefined;
      const key = `${schema.id} ${keyword} ${name ?? ''}`;
      const best = clearest.get(key);
      if (best !== undefined && best.count <= failures.length) continue;
      const demand = { value, schema, keyword, detail: name };
      clearest.set(key, { count: failures.length, demand });
    }
  }
  return [...clearest.values()].map(({ demand }) => demand);
}

/** Reports demands of the receiver whose effect no value has shown. */
function addDoubts(pair: PairResult, stricter: readonly Demand[], broken: readonly Demand[]): void {
  for (const demand of stricter) {
    const { schema, keyword, detail } = demand;
    const isShown = broken.some(
      (demanded) => demanded.schema === schema && isSameCondition(demanded.keyword, keyword),
    );
    if (isShown || isDecided(pair.sender, demand)) continue;
    report(pair, 'doubt', schema, keyword, { reason: toDoubt(schema, keyword), detail });
  }
}

/** `then` and `else` belong to one condition. */
function isSameCondition(first: string, second: string): boolean {
  const toCondition = (keyword: string): string => (keyword === 'else' ? 'then' : keyword);
  return toCondition(first) === toCondition(second);
}

/** Reports what only the sender demands. */
function addNotes(pair: PairResult, looser: readonly Demand[]): void {
  const { sender, receiver } = pair;
  const keywords = new Set(pair.differences.map(({ keyword }) => keyword));
  const listed = listFinite(receiver).filter((value) => !accepts(sender.atoms, value));
  for (const { schema, keyword, detail } of looser)
    if (keyword === 'enum' && listed.length > 0)
      report(pair, 'note', schema, keyword, { detail: toJsonList(listed) });
    else if (detail !== undefined || !keywords.has(keyword))
      report(pair, 'note', schema, keyword, { detail });
  const typed = findTyped(sender, receiver.types & ~sender.types);
  if (typed?.enum === undefined) report(pair, 'note', typed, 'type');
}

/** The schema that allows none of some types. */
function findTyped({ atoms }: View, types: number): Schema | undefined {
  return atoms.find((atom) => (types & ~atom.types) !== 0);
}

function toJsonList(values: readonly unknown[]): string {
  return values.map((value) => toExactJson(value)).join(', ');
}

/** Of these keywords, few values are known that satisfy them. */
const demanding = ['pattern', 'format', 'uniqueItems', 'propertyNames'] as const;

function isDemanding(atom: Schema): boolean {
  return demanding.some((name) => atom[name] !== undefined);
}

/** Whether a demand has no effect, because the values near the limits of both sides have shown none. */
function isDecided({ atoms }: View, { schema, keyword }: Demand): boolean {
  const affected = listAffected(schema, keyword);
  const { format = '' } = schema;
  // JSON has no exact numbers beyond the limits of int64, and the samples of a format include some that others refuse.
  if (keyword === 'format' && format !== 'double') {
    const hasFormat = atoms.some((atom) => atom.format !== undefined && isValidated(atom.format));
    return isValidated(format) && (affected === numeric || hasFormat);
  }
  const limit = Number(Reflect.get(schema, keyword));
  const isImplied = (atom: Schema): boolean => {
    const bound = Number(Reflect.get(atom, keyword));
    return keyword.startsWith('max') ? bound <= limit : bound >= limit;
  };
  const isFree = !atoms.some(isDemanding);
  return affected === numeric || atoms.some(isImplied) || (isFree && limit <= mostParts);
}

/** Why no value shows the effect of a keyword. */
function toDoubt({ pattern = '', format = '' }: Schema, keyword: string): string {
  if (keyword === 'pattern' && /\(\?<?[=!]/.test(pattern))
    return 'patterns with lookarounds are not compared';
  const isUnknown = keyword === 'format' && !isValidated(format);
  return isUnknown ? `the format "${format}" is not validated` : noEffect;
}
