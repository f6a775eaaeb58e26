import { toExactJson } from '../../contract/exact-numbers.ts';
import { isSame } from '../../contract/json.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import { TimeOver } from '../../contract/time-limit.ts';
import { type Instances, listFinite, mostParts, none, set, take } from './instances.ts';
import { samplePattern } from './patterns.ts';
import { bits, listAffected, numeric, plainKeywords, type Schema, toListText } from './schemas.ts';
import {
  accepts,
  encode,
  isRefused,
  isValidated,
  json,
  listFailures,
  toInner,
  type Wire,
} from './validator.ts';
import type { Union, View, Views } from './views.ts';

/** Two schemas to compare. */
export interface Pair {
  sender: View;
  receiver: View;
  wire: Wire;
  /** Whether the rules for requests apply: a property that is no longer described, and defaults. */
  hasRules: boolean;
}

/** What the comparison of two schemas found, and the comparisons of their parts. */
export interface PairResult extends Pair {
  differences: Difference[];
  /** An alternative has no name: its values are values of the whole. A property or an item has one. */
  parts: { result: PairResult; name?: string }[];
}

/**
 * A difference between two schemas. It is a break if the sender may send a value that the receiver refuses, a doubt if this
 * could not be decided, and otherwise a note.
 */
export interface Difference {
  kind: 'break' | 'doubt' | 'note';
  /** The schema that decides. */
  schema: Schema;
  /**
   * Its keyword, or another kind of difference: `property-removed` is ignored by the receiver, `property-optional` is only
   * described by one side, an `alternative` only by the receiver; `not-compared`, and `rewritten` without any effect.
   */
  keyword: string;
  /** The name of a property, or the listed values. */
  detail?: string | undefined;
  /** The value of a break. */
  value?: unknown;
  /** Whether the receiver refuses the value by a rule that does not depend on validation. */
  isRule?: boolean;
  /** The `oneOf` that has to match exactly once. */
  exact?: Schema;
  /** Why a doubt could not be decided. */
  reason?: string | undefined;
}

/** A demand of a schema, and a value that shows it to be broken. */
type Demand = Pick<Difference, 'schema' | 'keyword' | 'detail' | 'value'>;

/** How many whole values a value of a part is put into. */
const mostEmbeddings = 40;

const noEffect = 'no value was found that shows an effect';

/**
 * Compares schemas of a sender and a receiver. Everything serves one question: is there a value that the sender may send and
 * the receiver refuses?
 * @param isOver whether the time for the comparison is over
 */
export function createWalk(
  views: Views,
  { sample, candidates, probes, listInner }: Instances,
  isOver: () => boolean,
) {
  const known = new Map<string, PairResult>();
  return { compare, embed };

  /** @throws TimeOver */
  function compare(pair: Pair): PairResult {
    const { sender, receiver, wire, hasRules } = pair;
    const result: PairResult = { ...pair, differences: [], parts: [] };
    if (sender.meaning === receiver.meaning || sender.types === 0) return result;
    if (isOver()) throw new TimeOver('the time is over');
    const key = `${sender.key};${receiver.key};${JSON.stringify(wire)};${hasRules}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    // Schemas that contain themselves find this one.
    known.set(key, result);
    try {
      fill(result);
    } catch (error) {
      known.delete(key);
      throw error;
    }
    return result;
  }

  /** Compares alternatives first, then, within each of them, what is left: keywords, properties and items. */
  function fill(pair: PairResult): void {
    const { sender, receiver } = pair;
    const opaque = [...sender.atoms, ...receiver.atoms].filter((atom) => atom.opaque !== undefined);
    for (const schema of opaque)
      report(pair, 'doubt', schema, 'not-compared', { reason: schema.opaque });
    if (opaque.length > 0) return;
    const [unions, others] = [views.unions(sender), views.unions(receiver)];
    const isIn = (list: readonly Union[], { meaning }: Union): boolean =>
      list.some((each) => each.meaning === meaning);
    // Alternatives that both have need no comparison. Others disappear one by one: `views.choose` puts a part in their place.
    const union = unions.find((each) => !isIn(others, each));
    const other = others.find((each) => !isIn(unions, each));
    const values = listAll(sender);
    compareDiscriminators(pair);
    if (values === undefined && other !== undefined) compareOverlaps(pair, other);
    if (values === undefined && union === undefined && other?.atom.isParent)
      compareToParent(pair, other);
    else if (values === undefined && (union !== undefined || other !== undefined))
      compareAlternatives(pair, union, other);
    else {
      compareKeywords(pair, values);
      const types = values === undefined ? sender.types & receiver.types : 0;
      if (types & bits.object) compareProperties(pair);
      if (types & bits.array) compareItems(pair);
      if (types !== 0 && pair.wire.isXml === true) compareXml(pair);
    }
  }

  /** Every value of a view, if there are few enough to try. */
  function listAll(view: View): readonly unknown[] | undefined {
    if (view.atoms.some((atom) => atom.enum !== undefined)) return listFinite(view);
    return (view.types & ~(bits.null | bits.boolean)) === 0 ? [true, false, null] : undefined;
  }

  /** The values that the sender may send and the receiver refuses: those that are given, or some near the limits of both. */
  function* listRefused(pair: Pair, given?: readonly unknown[]): Generator<unknown> {
    const { sender, receiver } = pair;
    for (const value of given ?? probes(sender, receiver))
      if (refuses(pair, value) && accepts(sender.atoms, value) && isFair(pair, value)) yield value;
  }

  function refuses({ receiver, wire }: Pair, value: unknown): boolean {
    const sent = encode(value, wire);
    return sent !== undefined && isRefused(receiver.atoms, sent, wire);
  }

  /** A value that uses a property which only the receiver describes is not a fair example if the sender is merely open. */
  function isFair({ sender, receiver }: Pair, value: unknown): boolean {
    if (!isRecord(value) || views.additional(sender).atoms.length > 0) return true;
    const names = (view: View) =>
      new Set([view, ...listInner(view)].flatMap((each) => [...views.names(each)]));
    const [ours, theirs] = [names(sender), names(receiver)];
    return Object.keys(value).every(
      (name) =>
        !theirs.has(name) ||
        ours.has(name) ||
        views.required(sender).has(name) ||
        views.declares(sender, name) ||
        views.property(receiver, name).types === 0,
    );
  }

  /**
   * Reports what the receiver refuses, what it demands without a value that shows the effect, and what only the sender
   * demands: `maxLength` 20 → 10 is a break for a request and a note for a response.
   * @param values all that the sender may send, if there are few
   */
  function compareKeywords(pair: PairResult, values: readonly unknown[] | undefined): void {
    const { sender, receiver, wire } = pair;
    const ours = listConstraints(sender, sender.types);
    const theirs = listConstraints(receiver, sender.types);
    const stricter = [...theirs].flatMap(([key, each]) => (ours.has(key) ? [] : [each]));
    const looser = [...ours].flatMap(([key, each]) => (theirs.has(key) ? [] : [each]));
    const lost = sender.types & ~receiver.types;
    const isClosed = views.additional(receiver).types === 0;
    const isSearched = values !== undefined || stricter.length > 0 || lost !== 0 || isClosed;
    const refused = isSearched ? [...listRefused(pair, values)] : [];
    const found = findClearest(pair, refused, values !== undefined);
    const types = found.filter(({ keyword }) => keyword === 'type');
    // If no type is left, the other keywords follow from that.
    const isOther = (sender.types & receiver.types) === 0 && types.length > 0;
    const listed = values && toJsonList(refused);
    for (const { schema, keyword, value, detail } of isOther ? types : found)
      report(pair, 'break', schema, keyword, { value, detail: listed ?? detail });
    for (const each of values === undefined && !isOther ? stricter : []) {
      const { schema, keyword, detail } = each;
      const same = ['then', 'else'].includes(keyword) ? ['then', 'else'] : [keyword];
      if (found.some((one) => one.schema === schema && same.includes(one.keyword))) continue;
      if (!isDecided(sender, each))
        report(pair, 'doubt', schema, keyword, { reason: toDoubt(schema, keyword), detail });
    }
    if (values === undefined && found.length === 0 && !wire.isText)
      report(pair, 'doubt', findTyped(receiver, lost), 'type', { reason: noEffect });
    addNotes(pair, looser);
  }

  /** For each keyword that refuses values, the one that breaks the fewest others. */
  function findClearest(pair: Pair, refused: readonly unknown[], isInnerToo: boolean): Demand[] {
    const { sender, receiver, wire } = pair;
    const best = new Map<string, { count: number } & Demand>();
    for (const value of refused) {
      const failures = listFailures(receiver.atoms, encode(value, wire), wire);
      for (const { schema, keyword, isInner, detail } of failures) {
        const isNamed = keyword === 'required' || views.names(sender).has(detail ?? '');
        const name = isNamed ? detail : undefined;
        const key = `${schema.id} ${keyword} ${name ?? ''}`;
        const { count = Infinity } = best.get(key) ?? {};
        if ((isInnerToo || !isInner) && failures.length < count)
          best.set(key, { count: failures.length, value, schema, keyword, detail: name });
      }
    }
    return [...best.values()];
  }

  function addNotes(pair: PairResult, looser: readonly Demand[]): void {
    const { sender, receiver } = pair;
    const told = new Set(pair.differences.map(({ keyword }) => keyword));
    const listed = listFinite(receiver).filter((each) => !accepts(sender.atoms, each));
    for (const { schema, keyword, detail } of looser)
      if (keyword === 'enum' && listed.length > 0)
        report(pair, 'note', schema, keyword, { detail: toJsonList(listed) });
      else if (detail !== undefined || !told.has(keyword))
        report(pair, 'note', schema, keyword, { detail });
    const typed = findTyped(sender, receiver.types & ~sender.types);
    if (typed?.enum === undefined) report(pair, 'note', typed, 'type');
  }

  /** What a view demands of values of some types, apart from properties and items. Equal demands have equal keys. */
  function listConstraints(view: View, types: number): Map<string, Demand> {
    const found = new Map<string, Demand>();
    const meaning = (part: Schema | undefined) => (part === undefined ? '' : views.meaningOf(part));
    for (const schema of view.atoms) {
      const add = (keyword: string, key: unknown, detail?: string): void => {
        if ((listAffected(schema, keyword) & types) !== 0)
          found.set(`${keyword} ${String(key)}`, { schema, keyword, detail });
      };
      const { if: condition, then: yes, else: no } = schema;
      for (const keyword of plainKeywords)
        if (keyword !== 'minContains' && schema[keyword] !== undefined)
          add(keyword, schema[keyword]);
      for (const name of schema.required ?? []) add('required', name, name);
      if (schema.enum !== undefined) add('enum', toListText(schema.enum));
      for (const keyword of ['not', 'propertyNames'] as const)
        if (schema[keyword] !== undefined) add(keyword, meaning(schema[keyword]));
      if (schema.contains !== undefined && schema.minContains !== 0)
        add('contains', `${meaning(schema.contains)} ${schema.minContains}`);
      if (condition !== undefined)
        add(yes === undefined ? 'else' : 'then', [condition, yes, no].map(meaning));
    }
    for (const { atom, keyword, meaning } of views.unions(view))
      found.set(meaning, { schema: atom, keyword });
    return found;
  }

  /** Compares the properties that are named, one for each pattern of names, and one for all others. */
  function compareProperties(pair: PairResult): void {
    const { sender, receiver } = pair;
    const names = [...views.names(sender), ...views.names(receiver)];
    const patterns = [...sender.atoms, ...receiver.atoms].flatMap(({ patternProperties }) => [
      ...(patternProperties?.keys() ?? []),
    ]);
    const samples = patterns.flatMap(
      (each) => samplePattern(each).find((name) => !names.includes(name)) ?? [],
    );
    const isOpen = views.additional(sender).atoms.length === 0;
    for (const name of new Set([...names, ...samples, 'extra'])) {
      const [from, to] = [views.property(sender, name), views.property(receiver, name)];
      // A required property is sent, even if nothing describes it.
      const isOurs = views.declares(sender, name) || views.required(sender).has(name);
      const isTheirs = views.declares(receiver, name);
      if (!isOurs && isTheirs && (from.types === 0 || (isOpen && to.types !== 0))) {
        const schema = findDescribed(receiver, name) ?? receiver.atoms[0];
        if (!views.required(receiver).has(name))
          report(pair, 'note', schema, 'property-optional', { detail: name });
      } else if (views.names(sender).has(name) && !isTheirs && to.atoms.length === 0)
        addLostProperty(pair, name);
      // Probes with another property have shown whether it is refused.
      else if (isTheirs || to.types !== 0) {
        const wire = pair.wire.isMultipart ? toInner(pair.wire, sample(from)) : pair.wire;
        comparePart({ ...pair, wire, sender: from, receiver: to }, pair, name);
      }
      if (isOurs && isTheirs) compareDefaults(pair, name);
    }
  }

  /** A property that only the sender describes: the service ignores what clients send. */
  function addLostProperty(pair: PairResult, name: string): void {
    const { sender, receiver, hasRules } = pair;
    const schema = findDescribed(sender, name);
    const part = sample(views.property(sender, name));
    const isPossible = (value: unknown) => part !== none && accepts(sender.atoms, value);
    const value = [...embed(pair, name, part)].find(isPossible);
    const reason = 'no value with it was found';
    if (!hasRules) report(pair, 'note', schema, 'property-optional', { detail: name });
    // A receiver without any description may read everything.
    else if (receiver.atoms.length > 0 && value !== undefined)
      report(pair, 'break', schema, 'property-removed', { value, isRule: true, detail: name });
    else if (receiver.atoms.length > 0)
      report(pair, 'doubt', schema, 'property-removed', { reason, detail: name });
  }

  /** Compares what applies to requests without a property. */
  function compareDefaults(pair: PairResult, name: string): void {
    const { sender, receiver, hasRules } = pair;
    const [was, is] = [sender, receiver].map((view) =>
      views.property(view, name).atoms.find((atom) => atom.default),
    );
    if (isSame(was?.default?.value, is?.default?.value)) return;
    if (hasRules && views.required(sender).has(name)) return;
    const isForward = was?.side === 'old' || is?.side === 'new';
    const [from, to] = (isForward ? [was, is] : [is, was]).map((each) =>
      each?.default === undefined ? 'none' : toExactJson(each.default.value),
    );
    const detail = `${name}: ${from} → ${to}`;
    const value = sample(sender, receiver);
    if (hasRules && was !== undefined && value !== none)
      report(pair, 'break', is ?? was, 'default', { value, isRule: true, detail });
    else report(pair, 'note', is ?? was, 'default', { detail });
  }

  function compareItems(pair: PairResult): void {
    const { sender, receiver } = pair;
    const atoms = [...sender.atoms, ...receiver.atoms];
    const positions = Math.max(0, ...atoms.map(({ prefixItems }) => prefixItems?.length ?? 0));
    for (let index = 0; index <= positions; index += 1) {
      const [from, to] = [views.item(sender, index), views.item(receiver, index)];
      comparePart({ ...pair, sender: from, receiver: to }, pair, String(index));
    }
  }

  function comparePart(part: Pair, whole: PairResult, name: string): void {
    if (part.sender.meaning !== part.receiver.meaning)
      whole.parts.push({ result: compare(part), name });
  }

  /** Puts the value of a property or an item into whole values. */
  function* embed({ sender, receiver }: Pair, name: string, value: unknown): Generator<unknown> {
    const index = Number(name);
    for (const whole of take(candidates(sender, receiver), mostEmbeddings))
      if (isRecord(whole)) yield set({ ...whole }, name, value);
      else if (Array.isArray(whole) && whole.length >= index)
        yield whole.toSpliced(index, 1, value);
  }

  /** Names and nesting of XML elements. */
  function compareXml(pair: PairResult): void {
    const { sender, receiver } = pair;
    const toXml = ({ atoms }: View) => atoms.flatMap(({ xml }) => xml ?? []).join();
    if (toXml(sender) === toXml(receiver)) return;
    const schema = [...receiver.atoms, ...sender.atoms].find(({ xml }) => xml !== undefined);
    const value = sample(sender, receiver);
    if (value !== none) report(pair, 'break', schema, 'xml', { value, isRule: true });
  }

  /**
   * Compares each alternative of the sender with the one of the receiver that corresponds to it, and with all others if that
   * one refuses something: from `oneOf: [Card, Cash]` to `oneOf: [Card, Cheque]`, Card with Card, and Cash with both.
   * A receiver without alternatives has to accept each: `oneOf: [string, integer]` → `string`. For a sender without
   * alternatives, each of its types is one.
   */
  function compareAlternatives(pair: PairResult, union?: Union, other?: Union): void {
    const aligned = align(union?.parts ?? [], other?.parts ?? []);
    const hasRules = pair.hasRules && isAssigned(union, other);
    const ours = union?.parts.map((part) => ({
      part,
      sender: views.choose(pair.sender, union, part),
    }));
    const types = () => splitTypes(pair.sender).map((sender) => ({ sender, part: undefined }));
    const addAlternative = (result: PairResult) => pair.parts.push({ result });
    for (const { sender, part } of ours ?? types()) {
      const inside: Pair = { ...pair, sender, hasRules };
      const facing = part && aligned.get(part);
      const receiver = facing && other ? views.choose(pair.receiver, other, facing) : pair.receiver;
      const found = facing || !other ? compare({ ...inside, receiver }) : undefined;
      const rest = other?.parts.filter((each) => each !== facing) ?? [];
      if (found && (!other || isClean(found))) addAlternative(found);
      else if (other && !isInOne(inside, other, rest))
        addAlternative(found ?? compareToAll(inside, other, part && toLabel(part)));
    }
    if (union === undefined && pair.parts.length === 0)
      report(pair, 'note', other?.atom, other?.keyword ?? '');
    const paired = new Set(aligned.values());
    for (const part of (union && other?.parts) ?? [])
      if (!paired.has(part)) report(pair, 'note', part, 'alternative', { detail: toLabel(part) });
  }

  /** The schemas that inherit from the receiver's restrict values of the sender, which may not name any of them. */
  function compareToParent(pair: PairResult, union: Union): void {
    const reason = 'only one document selects schemas that inherit from it';
    report(pair, 'doubt', union.atom, 'discriminator', { reason });
    const receiver = views.withoutUnion(pair.receiver, union);
    pair.parts.push({ result: compare({ ...pair, receiver }) });
  }

  function splitTypes(view: View): View[] {
    const types = Object.values(bits).filter((type) => (view.types & type) !== 0);
    return types.length === 1 ? [view] : types.map((type) => views.ofTypes(view, type));
  }

  /** Whether one of some alternatives accepts everything that the sender may send. */
  function isInOne(pair: Pair, union: Union, parts: readonly Schema[]): boolean {
    const value = sample(pair.sender);
    return parts.some((part) => {
      const inside = { ...pair, receiver: views.choose(pair.receiver, union, part) };
      return !(value !== none && refuses(inside, value)) && isClean(compare(inside));
    });
  }

  /** Looks for a value that none of the alternatives accepts. */
  function compareToAll(pair: Pair, { atom, keyword }: Union, detail?: string): PairResult {
    const result: PairResult = { ...pair, differences: [], parts: [] };
    const [value = none] = listRefused(pair);
    const reason = `the alternatives differ, and ${noEffect}`;
    if (value === none) report(result, 'doubt', atom, keyword, { reason, detail });
    else report(result, 'break', atom, keyword, { value, detail });
    return result;
  }

  /** Looks for values that match two alternatives of a `oneOf`. Not if the sender has one, because real ones overlap. */
  function compareOverlaps(pair: PairResult, { atom, keyword, parts }: Union): void {
    const { sender } = pair;
    if (pair.wire.isText || keyword !== 'oneOf' || atom.discriminator !== undefined) return;
    if (views.unions(sender).some((each) => each.keyword === 'oneOf')) return;
    const tried = parts.slice(0, 8);
    for (const [index, part] of tried.entries())
      for (const other of tried.slice(index + 1)) {
        const value = sample(views.join(sender, views.of(part), views.of(other)));
        if (value === none || !isFair(pair, value)) continue;
        if (!isRefused([atom], value, json, atom)) continue;
        const detail = 'matches two alternatives';
        report(pair, 'break', atom, 'oneOf', { value, exact: atom, detail });
        return;
      }
  }

  /** Pairs alternatives: by meaning, then by name, shared constants and common properties. */
  function align(parts: readonly Schema[], others: readonly Schema[]): Map<Schema, Schema> {
    const pairs = new Map<Schema, Schema>();
    const free = new Set(others);
    const constants = new Map([...parts, ...others].map((part) => [part, listConstants(part)]));
    const isTagged = (a: Schema, b: Schema): boolean => constants.get(a) === constants.get(b);
    const tests: readonly ((part: Schema, candidate: Schema) => boolean)[] = [
      (a, b) => views.meaningOf(a) === views.meaningOf(b),
      isNamesake,
      (a, b) => isTagged(a, b) && (constants.get(a) !== '' || isAlike(views.of(a), views.of(b))),
    ];
    for (const isSimilar of tests)
      for (const part of parts) {
        const found = pairs.has(part) ? undefined : [...free].find((each) => isSimilar(part, each));
        if (found === undefined) continue;
        pairs.set(part, found);
        free.delete(found);
      }
    return pairs;
  }

  /** The constants that distinguish an alternative from others. */
  function listConstants(part: Schema): string {
    const view = views.of(part);
    const constants = [...views.names(view)].flatMap((name) => {
      const values = listFinite(views.property(view, name));
      return values.length === 1 ? [`${name} ${toListText(values)}`] : [];
    });
    return constants.sort().join('\n');
  }

  function isAlike(a: View, b: View): boolean {
    if ((a.types & b.types) === 0) return false;
    if (((a.types | b.types) & bits.object) === 0) return true;
    const [names, others] = [views.names(a), views.names(b)];
    const common = [...names].filter((name) => others.has(name)).length;
    return 2 * common >= Math.max(names.size, others.size);
  }

  /** Validation does not cover which schema a value selects, but programs that read it depend on it. */
  function compareDiscriminators(pair: PairResult): void {
    const { sender, receiver } = pair;
    const [ours, theirs] = [sender, receiver].map(({ atoms }) =>
      atoms.find(({ discriminator }) => discriminator),
    );
    const [our, their] = [ours?.discriminator, theirs?.discriminator];
    if (our === undefined || their === undefined) {
      report(pair, 'note', ours ?? theirs, 'discriminator');
      return;
    }
    const refuse = (value: unknown, detail: string): void =>
      report(pair, 'break', theirs, 'discriminator', { value, isRule: true, detail });
    if (our.propertyName !== their.propertyName) {
      refuse(sample(sender, receiver), `"${our.propertyName}" and "${their.propertyName}"`);
      return;
    }
    const isAgreed = (a: Schema, b: Schema | undefined): boolean =>
      b !== undefined && (views.meaningOf(a) === views.meaningOf(b) || isNamesake(a, b));
    for (const [name, target] of our.mapping) {
      if (isAgreed(target, their.mapping.get(name) ?? their.implied.get(name))) continue;
      const branch = sample(views.join(sender, views.of(target)));
      const value = isRecord(branch) ? { ...branch, [our.propertyName]: name } : undefined;
      const doubt = { reason: 'no value selects it', detail: name };
      if (!accepts(sender.atoms, value)) report(pair, 'doubt', theirs, 'discriminator', doubt);
      // What validation refuses is reported with the alternatives.
      else if (!refuses(pair, value)) refuse(value, JSON.stringify(name));
    }
  }
}

/** Adds a difference, if the schema exists that it belongs to. */
function report(
  { differences }: PairResult,
  kind: Difference['kind'],
  schema: Schema | undefined,
  keyword: string,
  more: Partial<Difference> = {},
): void {
  if (schema !== undefined) differences.push({ kind, schema, keyword, ...more });
}

/** The schema that allows none of some types. */
function findTyped({ atoms }: View, types: number): Schema | undefined {
  return atoms.find((atom) => (types & ~atom.types) !== 0);
}

function findDescribed({ atoms }: View, name: string): Schema | undefined {
  return atoms.find(({ properties }) => properties?.has(name));
}

function toJsonList(values: readonly unknown[]): string {
  return values.map((value) => toExactJson(value)).join(', ');
}

/** Of these keywords, few values are known that satisfy them. */
const demanding = ['pattern', 'format', 'uniqueItems', 'propertyNames'] as const;

/** Whether a demand has no effect, because the values near the limits of both sides have shown none. */
function isDecided({ atoms }: View, { schema, keyword }: Demand): boolean {
  const affected = listAffected(schema, keyword);
  const { format = '' } = schema;
  // JSON has no exact numbers beyond the limits of int64, and the samples of a format include some that others refuse.
  if (keyword === 'format' && format !== 'double')
    return (
      isValidated(format) &&
      (affected === numeric || atoms.some((atom) => isValidated(atom.format ?? '')))
    );
  const limit = Number(Reflect.get(schema, keyword));
  const isImplied = (atom: Schema): boolean => {
    const own = Number(Reflect.get(atom, keyword));
    return keyword.startsWith('max') ? own <= limit : own >= limit;
  };
  const isFree = !atoms.some((atom) => demanding.some((name) => atom[name] !== undefined));
  return affected === numeric || atoms.some(isImplied) || (isFree && limit <= mostParts);
}

/** Why no value shows the effect of a keyword. */
function toDoubt({ pattern = '', format = '' }: Schema, keyword: string): string {
  if (keyword === 'pattern' && /\(\?<?[=!]/.test(pattern))
    return 'patterns with lookarounds are not compared';
  return keyword === 'format' && !isValidated(format)
    ? `the format "${format}" is not validated`
    : noEffect;
}

/** Whether nothing speaks against what a comparison shows. */
function isClean(result: PairResult, seen = new Set<PairResult>()): boolean {
  if (seen.has(result)) return true;
  seen.add(result);
  const isQuiet = result.differences.every(({ kind }) => kind === 'note');
  return isQuiet && result.parts.every((part) => isClean(part.result, seen));
}

/** The name of an alternative in messages. */
function toLabel(part: Schema): string {
  return toName(part) ?? `the alternative ${part.pointer.split('/').at(-1)}`;
}

/** The name of a schema in `components`. */
function toName({ pointer }: Schema): string | undefined {
  return /\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1];
}

function isNamesake(a: Schema, b: Schema): boolean {
  return toName(a) !== undefined && toName(a) === toName(b);
}

/** Whether the alternatives of both sides that accept a value are those that were compared: a discriminator selects them. */
function isAssigned(union: Union | undefined, other: Union | undefined): boolean {
  if (union?.atom.isParent) return other?.atom.isParent === true;
  return isOptional(union) && isOptional(other ?? union);
}

/** Whether the only alternative is null. */
function isOptional(union: Union | undefined): boolean {
  return union?.parts.filter(({ types }) => types !== bits.null).length === 1;
}
