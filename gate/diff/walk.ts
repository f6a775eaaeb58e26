import { isRecord } from '../../contract/resolve-reference.ts';
import type { Witness } from './change.ts';
import { type Instances, listFinite, longestList, none, set } from './instances.ts';
import { isSame } from './json.ts';
import { longestText, samplePattern } from './scalars.ts';
import { bits, listAffected, numeric, plainKeywords, type Schema, toListText } from './schemas.ts';
import {
  accepts,
  encode,
  isValidated,
  json,
  listFailures,
  toInner,
  type Wire,
} from './validator.ts';
import type { Union, View, Views } from './views.ts';

/**
 * A difference between two schemas. It is a break if the sender may send a value that the receiver refuses, a doubt if this
 * could not be decided, and otherwise a note.
 */
export interface Difference {
  kind: 'break' | 'doubt' | 'note';
  /** The schema that decides, and its keyword. */
  schema: Schema;
  keyword: string;
  /** The name of a property, or the listed values. */
  detail?: string | undefined;
  /** The pointer of the schema on the other side. */
  facing?: string;
  /** The value of a break. */
  value?: unknown;
  /** Whether the receiver refuses the value by a rule that does not depend on validation. */
  isRule?: boolean;
  /** The `oneOf` that has to match exactly once. */
  exact?: Schema;
  /** Why a doubt could not be decided. */
  reason?: string | undefined;
}

/** Two schemas to compare. */
export interface Pair {
  sender: View;
  receiver: View;
  wire: Wire;
  /** Whether the rules for requests apply: a property that is no longer described, and defaults. */
  hasRules: boolean;
}

/** What the comparison of two schemas found, and the comparisons of their parts. */
export interface Outcome extends Pair {
  differences: Difference[];
  parts: Part[];
}

export interface Part {
  outcome: Outcome;
  whole: Pair;
  /** The name of a property or item. An alternative has none. */
  name?: string;
  /** Puts a value of the part into whole values that the sender may send. */
  embed(value: unknown): Iterable<unknown>;
}

/** A part of a request or response that both documents describe. */
export interface Place extends Pair {
  /** Its name in messages. */
  what: string;
  way: 'request' | 'response';
  /** Whether the sender follows the old document. */
  isForward: boolean;
  /** Shows a value within a whole request or response. */
  show(value: unknown, reason: string, provenBy: Witness['provenBy']): Witness;
}

interface Constraint {
  schema: Schema;
  keyword: string;
  detail?: string | undefined;
}

export class TimeOver extends Error {}

/**
 * Compares schemas of a sender and a receiver. Everything serves one question: is there a value that the sender may send and
 * the receiver refuses?
 * @param isOver whether the time for the comparison is over
 */
export function createWalk(views: Views, instances: Instances, isOver: () => boolean) {
  const known = new Map<string, Outcome>();
  const { sample } = instances;
  return compare;

  /** @throws TimeOver */
  function compare(pair: Pair): Outcome {
    const { sender, receiver, wire, hasRules } = pair;
    const outcome: Outcome = { ...pair, differences: [], parts: [] };
    if (sender.meaning === receiver.meaning || sender.types === 0) return outcome;
    if (isOver()) throw new TimeOver();
    const key = `${sender.key};${receiver.key};${JSON.stringify(wire)};${hasRules}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    // Schemas that contain themselves find this one.
    known.set(key, outcome);
    try {
      fill(outcome);
    } catch (error) {
      known.delete(key);
      throw error;
    }
    for (const each of outcome.differences) {
      const { atoms } = sender.atoms.includes(each.schema) ? receiver : sender;
      const facing = atoms.find(({ pointer }) => pointer !== '')?.pointer;
      if (facing !== undefined) each.facing = facing;
    }
    return outcome;
  }

  function fill(pair: Outcome): void {
    const { sender, receiver } = pair;
    const opaque = [...sender.atoms, ...receiver.atoms].filter((atom) => atom.opaque !== undefined);
    for (const schema of opaque)
      report(pair, 'doubt', schema, 'not-compared', { reason: schema.opaque ?? '' });
    if (opaque.length > 0) return;
    const [unions, others] = [views.unions(sender), views.unions(receiver)];
    const isIn = (list: readonly Union[], { meaning }: Union): boolean =>
      list.some((each) => each.meaning === meaning);
    // Alternatives that both have need no comparison.
    const union = unions.find((each) => !isIn(others, each));
    const other = others.find((each) => !isIn(unions, each));
    const values = listAll(sender);
    compareDiscriminators(pair);
    if (values === undefined && other !== undefined && !pair.wire.isText) addOverlaps(pair, other);
    if (values === undefined && union !== undefined) compareAlternatives(pair, union, other);
    else if (values === undefined && other !== undefined) compareToUnion(pair, other);
    else compareKeywords(pair, values);
  }

  /** Every value of a view, if there are few enough to try. */
  function listAll(view: View): readonly unknown[] | undefined {
    if (view.atoms.some((atom) => atom.enum !== undefined)) return listFinite(view);
    return (view.types & ~(bits.null | bits.boolean)) === 0 ? [true, false, null] : undefined;
  }

  function refuses({ receiver, wire }: Pair, value: unknown): boolean {
    const sent = encode(value, wire);
    return sent !== undefined && accepts(receiver.atoms, sent, wire) === false;
  }

  /** The values that the sender may send and the receiver refuses: those that are given, or some near the limits of both. */
  function* listRefused(pair: Pair, given?: readonly unknown[]): Generator<unknown> {
    const { sender, receiver } = pair;
    for (const value of given ?? instances.probes(sender, receiver))
      if (refuses(pair, value) && accepts(sender.atoms, value) === true && isFair(pair, value))
        yield value;
  }

  /** Compares each alternative of the sender with the one of the receiver that corresponds to it. */
  function compareAlternatives(pair: Outcome, union: Union, other: Union | undefined): void {
    const aligned = other && align(union, other);
    const hasRules = pair.hasRules && [union, other ?? union].every(isOptional);
    for (const part of union.parts) {
      const sender = views.choose(pair.sender, union, part);
      const inside: Pair = { ...pair, sender, hasRules };
      if (other === undefined) {
        addPart(pair, compare(inside));
        continue;
      }
      const counterpart = aligned?.get(part);
      const receiver = counterpart && views.choose(pair.receiver, other, counterpart);
      const found = receiver && compare({ ...inside, receiver });
      const others = other.parts.filter((each) => each !== counterpart);
      if ((found !== undefined && isClean(found)) || !isInOne(inside, other, others))
        addPart(pair, found ?? compareToAll(inside, other, toLabel(part)));
    }
    const paired = new Set(aligned?.values());
    for (const part of other?.parts ?? [])
      if (!paired.has(part)) report(pair, 'note', part, 'alternative', { detail: toLabel(part) });
  }

  /** Whether one of some alternatives accepts everything that the sender may send. */
  function isInOne(pair: Pair, union: Union, parts: readonly Schema[]): boolean {
    const value = sample(pair.sender);
    return parts.some((part) => {
      const inside = { ...pair, receiver: views.choose(pair.receiver, union, part) };
      return !(value !== none && refuses(inside, value)) && isClean(compare(inside));
    });
  }

  /** Compares schemas without alternatives with those that have some. */
  function compareToUnion(pair: Outcome, union: Union): void {
    const { sender } = pair;
    const inner: Pair = { ...pair, hasRules: false };
    const types = [bits.null, bits.boolean, numeric, bits.string, bits.array, bits.object]
      .map((type) => sender.types & type)
      .filter((type) => type !== 0);
    if (isInOne(inner, union, union.parts)) report(pair, 'note', union.atom, union.keyword);
    else if (types.length === 1) addPart(pair, compareToAll(inner, union));
    else
      for (const type of types)
        addPart(pair, compare({ ...inner, sender: views.ofTypes(sender, type) }));
  }

  /** Looks for a value that none of the alternatives accepts. */
  function compareToAll(pair: Pair, union: Union, detail?: string): Outcome {
    const { atom, keyword } = union;
    const outcome: Outcome = { ...pair, differences: [], parts: [] };
    const [value = none] = listRefused(pair);
    const reason = `the alternatives differ, and ${noEffect}`;
    if (value === none && isUnselected(pair.sender, union))
      report(outcome, 'break', atom, keyword, { value: sample(pair.sender), isRule: true, detail });
    else if (value === none) report(outcome, 'doubt', atom, keyword, { reason, detail });
    else report(outcome, 'break', atom, keyword, { value, detail });
    return outcome;
  }

  /** Whether a discriminator selects none of its alternatives for the values of a sender. */
  function isUnselected(sender: View, { atom: { discriminator }, parts }: Union): boolean {
    if (discriminator === undefined) return false;
    const { propertyName, mapping, implied } = discriminator;
    const tags = listFinite(views.property(sender, propertyName)).map(String);
    const targets = [...mapping.values(), ...implied.values()];
    const isKnown = (tag: string): boolean => mapping.has(tag) || implied.has(tag);
    return tags.length > 0 && !tags.some(isKnown) && parts.every((part) => targets.includes(part));
  }

  /** Looks for values that match two alternatives of a `oneOf`. Not if the sender has one, because real ones overlap. */
  function addOverlaps(pair: Outcome, { atom, keyword, parts }: Union): void {
    const { sender } = pair;
    if (keyword !== 'oneOf' || atom.discriminator !== undefined) return;
    if (views.unions(sender).some((each) => each.keyword === 'oneOf')) return;
    const tried = parts.slice(0, 8);
    for (const [index, part] of tried.entries())
      for (const other of tried.slice(index + 1)) {
        const value = sample(views.join(sender, views.of(part), views.of(other)));
        if (value === none || !isFair(pair, value)) continue;
        if (accepts([atom], value, json, atom) !== false) continue;
        const detail = 'matches two alternatives';
        report(pair, 'break', atom, 'oneOf', { value, exact: atom, detail });
        return;
      }
  }

  /** Pairs alternatives: by meaning, then by name, shared constants and common properties. */
  function align(union: Union, other: Union): Map<Schema, Schema> {
    const pairs = new Map<Schema, Schema>();
    const free = new Set(other.parts);
    const constants = new Map(
      [...union.parts, ...other.parts].map((part) => [part, listConstants(part)]),
    );
    const isTagged = (a: Schema, b: Schema): boolean => constants.get(a) === constants.get(b);
    const tests: readonly ((part: Schema, candidate: Schema) => boolean)[] = [
      (a, b) => views.meaningOf(a) === views.meaningOf(b),
      isNamesake,
      (a, b) => isTagged(a, b) && (constants.get(a) !== '' || isAlike(views.of(a), views.of(b))),
    ];
    for (const isSimilar of tests)
      for (const part of union.parts) {
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

  /** @param values all that the sender may send, if there are few */
  function compareKeywords(pair: Outcome, values: readonly unknown[] | undefined): void {
    const { sender, receiver, wire } = pair;
    const ours = listConstraints(sender, sender.types);
    const theirs = listConstraints(receiver, sender.types);
    const stricter = [...theirs].flatMap(([key, each]) => (ours.has(key) ? [] : [each]));
    const lost = sender.types & ~receiver.types;
    const isClosed = views.additional(receiver).types === 0;
    if (values !== undefined || stricter.length > 0 || lost !== 0 || isClosed)
      addProven(pair, stricter, values);
    const told = new Set(pair.differences.map(({ keyword }) => keyword));
    const listed = listFinite(receiver).filter((each) => accepts(sender.atoms, each) === false);
    for (const [key, { schema, keyword, detail }] of ours)
      if (theirs.has(key)) continue;
      else if (keyword === 'enum' && listed.length > 0)
        report(pair, 'note', schema, keyword, { detail: toTexts(listed) });
      else if (detail !== undefined || !told.has(keyword))
        report(pair, 'note', schema, keyword, { detail });
    const gained = receiver.types & ~sender.types;
    const typed = sender.atoms.find((atom) => (gained & ~atom.types) !== 0);
    if (typed?.enum === undefined) report(pair, 'note', typed, 'type');
    if (values !== undefined) return;
    if (sender.types & receiver.types & bits.object) compareProperties(pair);
    if (sender.types & receiver.types & bits.array) compareItems(pair);
    if (wire.isXml === true) compareXml(pair);
  }

  /** Finds the clearest value for each keyword of the receiver that refuses some. */
  function addProven(
    pair: Outcome,
    stricter: readonly Constraint[],
    values: readonly unknown[] | undefined,
  ): void {
    const { sender, receiver, wire } = pair;
    const best = new Map<string, { count: number; value: unknown } & Constraint>();
    const refused = [...listRefused(pair, values)];
    for (const value of refused) {
      const failures = listFailures(receiver.atoms, encode(value, wire), wire);
      for (const { schema, keyword, isInner, detail } of failures) {
        const isNamed =
          keyword === 'required' || (detail !== undefined && views.declares(sender, detail));
        const name = isNamed ? detail : undefined;
        const key = `${schema.id} ${keyword} ${name ?? ''}`;
        const { count = Infinity } = best.get(key) ?? {};
        if ((values !== undefined || !isInner) && failures.length < count)
          best.set(key, { count: failures.length, value, schema, keyword, detail: name });
      }
    }
    const found = [...best.values()];
    // If no type is left, the other keywords follow from that.
    const types = found.filter(({ keyword }) => keyword === 'type');
    const isOther = (sender.types & receiver.types) === 0 && types.length > 0;
    for (const { schema, keyword, value, detail } of isOther ? types : found) {
      const shown = values === undefined ? detail : toTexts(refused);
      report(pair, 'break', schema, keyword, { value, detail: shown });
    }
    if (values !== undefined || isOther) return;
    for (const each of stricter) {
      const { schema, keyword, detail } = each;
      const same = ['then', 'else'].includes(keyword) ? ['then', 'else'] : [keyword];
      if (found.some((one) => one.schema === schema && same.includes(one.keyword))) continue;
      if (!isDecided(sender, each))
        report(pair, 'doubt', schema, keyword, { reason: toDoubt(schema, keyword), detail });
    }
    const lost = sender.types & ~receiver.types;
    const typed = receiver.atoms.find((atom) => (lost & ~atom.types) !== 0);
    if (!wire.isText && found.length === 0)
      report(pair, 'doubt', typed, 'type', { reason: noEffect });
  }

  /** A value that uses a property which only the receiver describes is not a fair example if the sender is merely open. */
  function isFair({ sender, receiver }: Pair, value: unknown): boolean {
    if (!isRecord(value) || views.additional(sender).atoms.length > 0) return true;
    const ours = new Set([...listAllNames(sender), ...views.required(sender)]);
    const theirs = listAllNames(receiver);
    const isOurs = (name: string): boolean => ours.has(name) || views.declares(sender, name);
    return Object.keys(value).every(
      (name) => isOurs(name) || !theirs.has(name) || views.property(receiver, name).types === 0,
    );
  }

  /** The names of properties, also of those in alternatives and conditions. */
  function listAllNames(view: View): ReadonlySet<string> {
    const parts = view.atoms.flatMap((atom) => [
      ...[...(atom.anyOf ?? []), ...(atom.oneOf ?? [])],
      ...[atom.if ?? [], atom.then ?? [], atom.else ?? []].flat(),
    ]);
    const inside = parts.flatMap((part) => [...views.names(views.of(part))]);
    return new Set([...views.names(view), ...inside]);
  }

  /** Compares the properties that are named, one for each pattern of names, and one for all others. */
  function compareProperties(pair: Outcome): void {
    const { sender, receiver } = pair;
    const names = [...views.names(sender), ...views.names(receiver)];
    const patterns = [...sender.atoms, ...receiver.atoms].flatMap(({ patternProperties }) => [
      ...(patternProperties?.keys() ?? []),
    ]);
    const samples = patterns.map((each) =>
      samplePattern(each).find((name) => !names.includes(name)),
    );
    const isOpen = views.additional(sender).atoms.length === 0;
    for (const name of new Set([...names, ...samples, 'extra'])) {
      if (name === undefined) continue;
      const [from, to] = [views.property(sender, name), views.property(receiver, name)];
      const isNamed = views.names(sender).has(name);
      // A required property is sent, even if nothing describes it.
      const isOurs = views.declares(sender, name) || views.required(sender).has(name);
      const isTheirs = views.declares(receiver, name);
      const { atoms } = receiver;
      if (!isOurs && isTheirs && (from.types === 0 || (isOpen && to.types !== 0))) {
        const schema = atoms.find(({ properties }) => properties?.has(name)) ?? atoms[0];
        if (!views.required(receiver).has(name))
          report(pair, 'note', schema, 'property-added', { detail: name });
      } else if (isNamed && !isTheirs && to.atoms.length === 0) addLostProperty(pair, name);
      // Probes with another property have shown whether it is refused.
      else if (from.meaning !== to.meaning && (isTheirs || to.types !== 0)) {
        const wire = pair.wire.isMultipart ? toInner(pair.wire, sample(from)) : pair.wire;
        const found = compare({ ...pair, wire, sender: from, receiver: to });
        addPart(pair, found, name, (value) => embedProperty(pair, name, value));
      }
      if (isOurs && isTheirs) compareDefaults(pair, name);
    }
  }

  /** A property that only the sender describes: the service ignores what clients send. */
  function addLostProperty(pair: Outcome, name: string): void {
    const { sender, receiver, hasRules } = pair;
    const schema = sender.atoms.find(({ properties }) => properties?.has(name));
    const value = instances.toObject(sender, receiver, [name], 0);
    // A receiver without any description may read everything.
    if (hasRules && receiver.atoms.length === 0) return;
    if (!hasRules) report(pair, 'note', schema, 'property-unknown', { detail: name });
    else if (value !== undefined && accepts(sender.atoms, value) === true && name in value)
      report(pair, 'break', schema, 'property-removed', { value, isRule: true, detail: name });
    else {
      const reason = 'no value with it was found';
      report(pair, 'doubt', schema, 'property-removed', { reason, detail: name });
    }
  }

  /** Compares what applies to requests without a property. */
  function compareDefaults(pair: Outcome, name: string): void {
    const { sender, receiver, hasRules } = pair;
    const [was, is] = [sender, receiver].map((view) =>
      views.property(view, name).atoms.find((atom) => atom.default),
    );
    if (isSame(was?.default?.value, is?.default?.value)) return;
    if (hasRules && views.required(sender).has(name)) return;
    const isForward = was?.side === 'old' || is?.side === 'new';
    const [from, to] = (isForward ? [was, is] : [is, was]).map((each) =>
      each?.default === undefined ? 'none' : JSON.stringify(each.default.value),
    );
    const detail = `${name}: ${from} → ${to}`;
    const value = sample(sender, receiver);
    if (hasRules && was !== undefined && value !== none)
      report(pair, 'break', is ?? was, 'default', { value, isRule: true, detail });
    else report(pair, 'note', is ?? was, 'default', { detail });
  }

  function* embedProperty({ sender, receiver }: Pair, name: string, value: unknown) {
    const names = [...views.names(sender)];
    const wanted = [name, ...views.required(receiver)].filter((each) => names.includes(each));
    const bases = [sample(sender, receiver), instances.toObject(sender, receiver, wanted, 0)];
    for (const base of [...bases, sample(sender), {}])
      if (isRecord(base)) yield set({ ...base }, name, value);
  }

  function compareItems(pair: Outcome): void {
    const { sender, receiver } = pair;
    const atoms = [...sender.atoms, ...receiver.atoms];
    const positions = Math.max(0, ...atoms.map(({ prefixItems }) => prefixItems?.length ?? 0));
    const most = Math.min(...sender.atoms.map(({ maxItems }) => maxItems ?? Infinity));
    for (let index = 0; index <= positions && index < most; index += 1) {
      const [from, to] = [views.item(sender, index), views.item(receiver, index)];
      if (from.meaning === to.meaning) continue;
      const found = compare({ ...pair, sender: from, receiver: to });
      addPart(pair, found, String(index), (value) => embedItem(pair, index, value));
    }
  }

  function* embedItem({ sender, receiver }: Pair, index: number, value: unknown) {
    const least = Math.max(index + 1, ...sender.atoms.map(({ minItems = 0 }) => minItems));
    const items = instances.toItems(sender, receiver, least, 0);
    if (items.length >= index) yield [...items.slice(0, index), value, ...items.slice(index + 1)];
    if (index === 0) yield [value];
  }

  /** Validation does not cover which schema a value selects, but programs that read it depend on it. */
  function compareDiscriminators(pair: Outcome): void {
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
    const others = [...(theirs?.anyOf ?? []), ...(theirs?.oneOf ?? [])];
    for (const [name, target] of our.mapping) {
      // An alternative that the receiver does not have is reported by itself.
      if (!others.some((part) => isAgreed(target, part))) continue;
      if (isAgreed(target, their.mapping.get(name) ?? their.implied.get(name))) continue;
      const branch = sample(views.join(sender, views.of(target)));
      const value = isRecord(branch) ? { ...branch, [our.propertyName]: name } : undefined;
      const doubt = { reason: 'no value selects it', detail: name };
      if (accepts(sender.atoms, value) === true) refuse(value, JSON.stringify(name));
      else report(pair, 'doubt', theirs, 'discriminator', doubt);
    }
  }

  /** Names and nesting of XML elements. */
  function compareXml(pair: Outcome): void {
    const { sender, receiver } = pair;
    const toXml = ({ atoms }: View) => atoms.flatMap(({ xml }) => xml ?? []).join();
    if (toXml(sender) === toXml(receiver)) return;
    const schema = [...receiver.atoms, ...sender.atoms].find(({ xml }) => xml !== undefined);
    const value = sample(sender, receiver);
    if (value !== none) report(pair, 'break', schema, 'xml', { value, isRule: true });
  }

  /** What a view demands of values of some types, apart from properties and items. Equal demands have equal keys. */
  function listConstraints(view: View, types: number): Map<string, Constraint> {
    const found = new Map<string, Constraint>();
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
}

/** Adds a difference, if the schema exists that it belongs to. */
function report(
  { differences }: Outcome,
  kind: Difference['kind'],
  schema: Schema | undefined,
  keyword: string,
  more: Partial<Difference> = {},
): void {
  if (schema !== undefined) differences.push({ kind, schema, keyword, ...more });
}

/** @param embed puts a value of the part into the whole. Default: the part is an alternative of the whole */
function addPart(
  whole: Outcome,
  outcome: Outcome,
  name?: string,
  embed: Part['embed'] = (value) => [value],
): void {
  whole.parts.push({ outcome, whole, embed, ...(name !== undefined && { name }) });
}

function toTexts(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ');
}

/** Whether nothing speaks against what a comparison shows. */
function isClean(outcome: Outcome, seen = new Set<Outcome>()): boolean {
  if (seen.has(outcome)) return true;
  seen.add(outcome);
  const isQuiet = outcome.differences.every(({ kind }) => kind === 'note');
  return isQuiet && outcome.parts.every((part) => isClean(part.outcome, seen));
}

/** The name of an alternative in messages. */
function toLabel(part: Schema): string {
  return toName(part) ?? `the alternative ${part.pointer.split('/').at(-1)}`;
}

/** The name of a schema in `components`. */
function toName({ pointer }: Schema): string | undefined {
  return /^(?:\/x-bundled\/\d+)?\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1];
}

function isNamesake(a: Schema, b: Schema): boolean {
  return toName(a) !== undefined && toName(a) === toName(b);
}

/** Whether the only alternative is null. */
function isOptional({ parts }: Union): boolean {
  return parts.filter(({ types }) => types !== bits.null).length === 1;
}

/** Formats whose values also have another format. */
const includedFormats: Readonly<Record<string, readonly string[]>> = {
  uri: ['uri-reference', 'iri', 'iri-reference'],
  int32: ['int64', 'float', 'double'],
  int64: ['double'],
  float: ['double'],
  hostname: ['idn-hostname'],
  email: ['idn-email'],
};

/** Whether a demand has no effect, because the values near the limits of both sides have shown none. */
function isDecided({ atoms }: View, { schema, keyword }: Constraint): boolean {
  const affected = listAffected(schema, keyword);
  const { format = '' } = schema;
  // JSON has no exact numbers beyond the limits of int64.
  if (keyword === 'format')
    return (
      (affected === numeric && isValidated(format)) ||
      atoms.some((atom) => includedFormats[atom.format ?? '']?.includes(format))
    );
  const limit = Number(Reflect.get(schema, keyword));
  const own = atoms.map((atom) => Number(Reflect.get(atom, keyword)));
  if (keyword.startsWith('max') && own.some((each) => each <= limit)) return true;
  // Few texts are known that match a pattern or have a format.
  const isFree = !atoms.some((atom) => (atom.pattern ?? atom.format) !== undefined);
  if (affected === bits.string) return isFree && limit <= longestText;
  // Few different values are known that have to be unique, or names that have a form.
  const isLimited = ({ uniqueItems, propertyNames, patternProperties }: Schema): boolean =>
    (uniqueItems ?? propertyNames ?? patternProperties) !== undefined;
  return affected === numeric || (limit <= longestList && !atoms.some(isLimited));
}

const noEffect = 'no value was found that shows an effect';

/** Why no value shows the effect of a keyword. */
function toDoubt({ pattern = '', format = '' }: Schema, keyword: string): string {
  if (keyword === 'pattern' && /\(\?<?[=!]/.test(pattern))
    return 'patterns with lookarounds are not compared';
  return keyword === 'format' && !isValidated(format)
    ? `the format "${format}" is not validated`
    : noEffect;
}
