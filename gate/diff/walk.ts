import { isRecord } from '../../contract/resolve-reference.ts';
import { type Instances, listFinite, none } from './instances.ts';
import { isSame, toStableText } from './json.ts';
import { samplePattern } from './scalars.ts';
import { anyType, bits, numeric, type Schema } from './schemas.ts';
import { accepts, encode, isValidated, json, listFailures, type Wire } from './validator.ts';
import type { Union, View, Views } from './views.ts';

/** A value that the sender may send and the receiver refuses, or a rule that does not depend on validation. */
export interface Break {
  /** Equal for one cause at several places. */
  origin: string;
  /** The schema that decides, and its keyword. */
  schema: Schema;
  keyword: string;
  /** The name of a property, or the listed values. */
  detail?: string;
  value: unknown;
  isRule?: boolean;
  /** The `oneOf` that has to match exactly once. */
  exact?: Schema;
  /** The pointer of the schema on the other side. */
  facing?: string;
}

/** A difference that is not a break, or not proven to be one. */
export interface Remark {
  origin: string;
  schema: Schema;
  keyword: string;
  detail?: string;
  /** Why it could not be decided. */
  reason?: string;
  /** The pointer of the schema on the other side. */
  facing?: string;
}

/** What the comparison of two schemas found, and the comparisons of their parts. */
export interface Outcome {
  breaks: Break[];
  doubts: Remark[];
  /** Differences that cannot break the receiver. */
  notes: Remark[];
  parts: Part[];
}

export interface Part {
  outcome: Outcome;
  /** The name of a property or item. */
  name?: string;
  sender: View;
  receiver: View;
  wire: Wire;
  /** Puts a value of the part into whole values that the sender may send. */
  embed(value: unknown): Iterable<unknown>;
}

export interface Mode {
  wire: Wire;
  /** Whether the rules for requests apply: a property that is no longer described, and defaults. */
  hasRules: boolean;
}

export class TimeOver extends Error {}

export type Walk = ReturnType<typeof createWalk>;

/**
 * Compares schemas of a sender and a receiver. Everything serves one question: is there a value that the sender may send and
 * the receiver refuses?
 * @param isOver whether the time for the comparison is over
 */
export function createWalk(views: Views, instances: Instances, isOver: () => boolean) {
  const known = new Map<string, Outcome>();
  const { sample } = instances;

  /** @throws TimeOver */
  function compare(sender: View, receiver: View, mode: Mode): Outcome {
    const outcome: Outcome = { breaks: [], doubts: [], notes: [], parts: [] };
    if (sender.meaning === receiver.meaning || sender.types === 0) return outcome;
    if (isOver()) throw new TimeOver();
    const { wire, hasRules } = mode;
    const key = `${sender.key};${receiver.key};${JSON.stringify(wire)};${hasRules}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    // Schemas that contain themselves find this one.
    known.set(key, outcome);
    try {
      fill(sender, receiver, mode, outcome);
    } catch (error) {
      known.delete(key);
      throw error;
    }
    for (const each of [...outcome.breaks, ...outcome.doubts, ...outcome.notes]) {
      const view = sender.atoms.includes(each.schema) ? receiver : sender;
      const facing = view.atoms.find(({ pointer }) => pointer !== '')?.pointer;
      if (facing !== undefined) each.facing = facing;
    }
    return outcome;
  }

  function fill(sender: View, receiver: View, mode: Mode, outcome: Outcome): void {
    const opaque = [...sender.atoms, ...receiver.atoms].filter((atom) => atom.opaque !== undefined);
    for (const schema of opaque) addDoubt(outcome, schema, 'not-compared', schema.opaque ?? '');
    if (opaque.length > 0) return;
    const values = listAll(sender);
    const unions = views.unions(sender);
    const others = views.unions(receiver);
    const isIn = (list: readonly Union[], { meaning }: Union): boolean =>
      list.some((each) => each.meaning === meaning);
    // Alternatives that both have need no comparison.
    const union = unions.find((each) => !isIn(others, each));
    const other = others.find((each) => !isIn(unions, each));
    compareDiscriminators(sender, receiver, outcome);
    if (values !== undefined) compareFinite(sender, receiver, values, mode, outcome);
    else if (union !== undefined)
      compareAlternatives(sender, union, receiver, other, mode, outcome);
    else if (other !== undefined) compareToUnion(sender, receiver, other, mode, outcome);
    else compareKeywords(sender, receiver, mode, outcome);
  }

  function refuses(receiver: View, value: unknown, wire: Wire, exact?: Schema): boolean {
    const sent = encode(value, wire);
    return sent !== undefined && accepts(receiver.atoms, sent, wire, exact) === false;
  }

  /** Every value of a view, if there are few enough to try. */
  function listAll(view: View): readonly unknown[] | undefined {
    const listed = view.atoms.find((atom) => atom.enum !== undefined)?.enum;
    if (listed !== undefined) return listed;
    if ((view.types & ~(bits.null | bits.boolean)) !== 0) return undefined;
    return [true, false, null];
  }

  function compareFinite(
    sender: View,
    receiver: View,
    values: readonly unknown[],
    { wire }: Mode,
    outcome: Outcome,
  ): void {
    const sent = values.filter((value) => accepts(sender.atoms, value) === true);
    const refused = sent.filter((value) => refuses(receiver, value, wire));
    const [first] = refused;
    if (refused.length > 0) {
      const failure = listFailures(receiver.atoms, encode(first, wire), wire).at(-1);
      const schema = failure?.schema ?? receiver.atoms[0];
      if (schema !== undefined)
        addBreak(outcome, schema, failure?.keyword ?? 'enum', first, {
          detail: refused.map((value) => JSON.stringify(value)).join(', '),
          origin: schema,
        });
    }
    const added = listFinite(receiver).filter((value) => accepts(sender.atoms, value) === false);
    const isListed = listFinite(receiver).length > 0;
    for (const schema of sender.atoms)
      if (added.length > 0 && schema.enum !== undefined)
        addNote(outcome, schema, 'enum', added.map((value) => JSON.stringify(value)).join(', '));
      else if (!isListed && refused.length === 0 && !receiver.atoms.includes(schema))
        addNote(outcome, schema, schema.enum === undefined ? 'type' : 'enum');
  }

  function addBreak(
    { breaks }: Outcome,
    schema: Schema,
    keyword: string,
    value: unknown,
    more: Pick<Break, 'isRule' | 'exact'> & { detail?: string; origin?: Schema } = {},
  ): void {
    const { origin: _, detail, ...rest } = more;
    const name = detail === undefined || keyword === 'enum' ? '' : ` ${detail}`;
    breaks.push({
      origin: `${schema.side} ${schema.pointer} ${keyword}${name}`,
      schema,
      keyword,
      value,
      ...(detail !== undefined && { detail }),
      ...rest,
    });
  }

  function addNote({ notes }: Outcome, schema: Schema, keyword: string, detail?: string): void {
    notes.push(toRemark(schema, keyword, detail));
  }

  function addDoubt(
    { doubts }: Outcome,
    schema: Schema,
    keyword: string,
    reason: string,
    detail?: string,
  ): void {
    doubts.push({ ...toRemark(schema, keyword, detail), reason });
  }

  /** Compares each alternative of the sender with the one of the receiver that corresponds to it. */
  function compareAlternatives(
    sender: View,
    union: Union,
    receiver: View,
    other: Union | undefined,
    { wire }: Mode,
    outcome: Outcome,
  ): void {
    const mode = { wire, hasRules: false };
    const unchanged = (value: unknown): Iterable<unknown> => [value];
    const aligned = other === undefined ? undefined : align(union, other);
    for (const part of union.parts) {
      const inside = views.choose(sender, union, part);
      const add = (to: Outcome): void => {
        outcome.parts.push({ outcome: to, sender, receiver, wire, embed: unchanged });
      };
      if (other === undefined) {
        add(compare(inside, receiver, mode));
        continue;
      }
      const counterpart = aligned?.get(part);
      if (counterpart !== undefined) {
        const found = compare(inside, views.choose(receiver, other, counterpart), mode);
        const others = other.parts.filter((each) => each !== counterpart).slice(0, 4);
        const isElsewhere = !isClean(found) && isInOne(inside, receiver, other, others, mode);
        if (!isElsewhere) add(found);
      } else if (!isInOne(inside, receiver, other, other.parts, mode))
        add(compareToUnionWhole(inside, receiver, other, mode, toLabel(part)));
    }
    const added = other?.parts.filter((part) => ![...(aligned?.values() ?? [])].includes(part));
    for (const part of added ?? []) addNote(outcome, part, 'alternative', toLabel(part));
  }

  /** Whether one of some alternatives accepts everything that the sender may send. */
  function isInOne(
    sender: View,
    receiver: View,
    union: Union,
    parts: readonly Schema[],
    mode: Mode,
  ): boolean {
    const value = sample(sender);
    return parts.some((part) => {
      const inside = views.choose(receiver, union, part);
      if (value !== none && refuses(inside, value, mode.wire)) return false;
      return isClean(compare(sender, inside, mode));
    });
  }

  /** Compares schemas without alternatives with those that have some. */
  function compareToUnion(
    sender: View,
    receiver: View,
    union: Union,
    { wire }: Mode,
    outcome: Outcome,
  ): void {
    const mode = { wire, hasRules: false };
    if (!wire.isText) addOverlaps(sender, receiver, union, outcome);
    if (isInOne(sender, receiver, union, union.parts, mode)) {
      addNote(outcome, union.atom, union.keyword);
      return;
    }
    const types = [bits.null, bits.boolean, numeric, bits.string, bits.array, bits.object].filter(
      (type) => (sender.types & type) !== 0,
    );
    const embed = (value: unknown): Iterable<unknown> => [value];
    if (types.length > 1)
      for (const type of types) {
        const inside = views.ofTypes(sender, sender.types & type);
        const part = compare(inside, receiver, mode);
        outcome.parts.push({ outcome: part, sender, receiver, wire, embed });
      }
    else {
      const part = compareToUnionWhole(sender, receiver, union, mode);
      outcome.parts.push({ outcome: part, sender, receiver, wire, embed });
    }
  }

  /** Looks for a value that none of the alternatives accepts. The cause is in the one that is most similar. */
  function compareToUnionWhole(
    sender: View,
    receiver: View,
    union: Union,
    mode: Mode,
    detail?: string,
  ): Outcome {
    const outcome: Outcome = { breaks: [], doubts: [], notes: [], parts: [] };
    for (const value of instances.probes(sender, receiver)) {
      if (accepts(sender.atoms, value) !== true || !refuses(receiver, value, mode.wire)) continue;
      if (!isFair(sender, receiver, value)) continue;
      addBreak(outcome, union.atom, union.keyword, value, detail === undefined ? {} : { detail });
      return outcome;
    }
    addDoubt(
      outcome,
      union.atom,
      union.keyword,
      'the alternatives differ, and no value was found that shows an effect',
      detail,
    );
    return outcome;
  }

  /** Looks for values that match two alternatives of a `oneOf`. Not if the sender has one, because real ones overlap. */
  function addOverlaps(sender: View, receiver: View, union: Union, outcome: Outcome): void {
    if (union.keyword !== 'oneOf' || union.atom.discriminator !== undefined) return;
    if (views.unions(sender).some(({ keyword }) => keyword === 'oneOf')) return;
    const parts = union.parts.slice(0, 8);
    for (const [index, part] of parts.entries())
      for (const other of parts.slice(index + 1)) {
        const both = views.join(views.join(sender, views.of(part)), views.of(other));
        const value = sample(both);
        if (value === none || !isFair(sender, receiver, value)) continue;
        const { atom } = union;
        if (accepts([atom], value, undefined, atom) !== false) continue;
        addBreak(outcome, atom, 'oneOf', value, {
          exact: atom,
          detail: 'matches two alternatives',
        });
        return;
      }
  }

  /** Pairs alternatives: by meaning, then by name, shared constants and common properties. */
  function align(union: Union, other: Union): Map<Schema, Schema> {
    const pairs = new Map<Schema, Schema>();
    const free = new Set(other.parts);
    const pair = (isSimilar: (part: Schema, candidate: Schema) => boolean): void => {
      for (const part of union.parts) {
        if (pairs.has(part)) continue;
        const found = [...free].find((candidate) => isSimilar(part, candidate));
        if (found === undefined) continue;
        pairs.set(part, found);
        free.delete(found);
      }
    };
    const constants = new Map(
      [...union.parts, ...other.parts].map((part) => [part, listConstants(part)]),
    );
    pair((a, b) => views.meaningOf(a) === views.meaningOf(b));
    pair((a, b) => toName(a) !== undefined && toName(a) === toName(b));
    pair((a, b) => constants.get(a) !== '' && constants.get(a) === constants.get(b));
    pair((a, b) => constants.get(a) === constants.get(b) && isAlike(a, b));
    return pairs;
  }

  /** The constants that distinguish an alternative from others. */
  function listConstants(part: Schema): string {
    const view = views.of(part);
    const constants = [...views.names(view)].flatMap((name) => {
      const values = listFinite(views.property(view, name));
      return values.length === 1 ? [`${name} ${toStableText(values[0])}`] : [];
    });
    return constants.sort().join('\n');
  }

  function isAlike(a: Schema, b: Schema): boolean {
    const [first, second] = [views.of(a), views.of(b)];
    if ((first.types & second.types) === 0) return false;
    if (((first.types | second.types) & bits.object) === 0) return true;
    const [names, others] = [views.names(first), views.names(second)];
    const common = [...names].filter((name) => others.has(name)).length;
    return 2 * common >= Math.max(names.size, others.size);
  }

  function compareKeywords(sender: View, receiver: View, mode: Mode, outcome: Outcome): void {
    const { wire } = mode;
    const theirs = listConstraints(receiver, views);
    const ours = listConstraints(sender, views);
    const stricter = [...theirs].flatMap(([key, each]) =>
      ours.has(key) || isImplied(sender, each) ? [] : [each],
    );
    const isStricter = (keyword: string): boolean =>
      stricter.some((each) => each.keyword === keyword && each.detail === undefined);
    for (const [key, { schema, keyword, detail }] of ours)
      if (!theirs.has(key) && !isStricter(keyword)) addNote(outcome, schema, keyword, detail);
    const lost = sender.types & ~receiver.types;
    const gained = receiver.types & ~sender.types;
    const typed = sender.atoms.find((atom) => (gained & ~atom.types) !== 0);
    if (gained !== 0 && typed !== undefined) addNote(outcome, typed, 'type');
    const isClosed = (view: View): boolean => views.additional(view).types === 0;
    const isClosing = isClosed(receiver) && !isClosed(sender);
    const drops = [...views.names(sender)].some((name) => isDropped(sender, receiver, name));
    if (stricter.length > 0 || lost !== 0 || isClosing || drops)
      addProven(sender, receiver, stricter, lost, wire, outcome);
    if (sender.types & receiver.types & bits.object)
      compareProperties(sender, receiver, mode, outcome);
    if (sender.types & receiver.types & bits.array) compareItems(sender, receiver, mode, outcome);
    for (const union of wire.isText ? [] : views.unions(receiver))
      addOverlaps(sender, receiver, union, outcome);
    if (wire.isXml === true) compareXml(sender, receiver, outcome);
  }

  /** Whether the receiver refuses a property that the sender describes, because it is not listed. */
  function isDropped(sender: View, receiver: View, name: string): boolean {
    return (
      views.declares(sender, name) &&
      !views.declares(receiver, name) &&
      views.property(receiver, name).types === 0
    );
  }

  /** Tries values near the limits of both schemas, and keeps the clearest one for each keyword that refuses some. */
  function addProven(
    sender: View,
    receiver: View,
    stricter: readonly Constraint[],
    lost: number,
    wire: Wire,
    outcome: Outcome,
  ): void {
    const best = new Map<
      string,
      { count: number; add: () => void; schema: Schema; keyword: string }
    >();
    for (const value of instances.probes(sender, receiver)) {
      const sent = encode(value, wire);
      if (sent === undefined || accepts(receiver.atoms, sent, wire) !== false) continue;
      if (accepts(sender.atoms, value) !== true || !isFair(sender, receiver, value)) continue;
      const failures = listFailures(receiver.atoms, sent, wire);
      for (const { schema, keyword, path, detail } of failures) {
        if (path.length > 0) continue;
        const isNamed = keyword === 'required' || keyword === 'dependentRequired';
        const isDropping = detail !== undefined && views.declares(sender, detail);
        const name = isNamed || isDropping ? detail : undefined;
        const key = `${schema.id} ${keyword} ${name ?? ''}`;
        if ((best.get(key)?.count ?? Number.POSITIVE_INFINITY) <= failures.length) continue;
        const add = (): void =>
          addBreak(outcome, schema, keyword, value, name === undefined ? {} : { detail: name });
        best.set(key, { count: failures.length, add, schema, keyword });
      }
    }
    // If no type is left, the other keywords follow from that.
    const found = [...best.values()];
    const isOther = (sender.types & receiver.types) === 0;
    const types = found.filter(({ keyword }) => keyword === 'type');
    for (const { add } of isOther && types.length > 0 ? types : found) add();
    for (const { schema, keyword, detail } of isOther && types.length > 0 ? [] : stricter)
      if (
        !outcome.breaks.some(
          (each) => each.schema === schema && isSameKeyword(each.keyword, keyword),
        )
      )
        addDoubt(outcome, schema, keyword, toDoubt(schema, keyword), detail);
    const typed = receiver.atoms.find((atom) => (lost & ~atom.types) !== 0);
    if (!wire.isText && typed !== undefined && found.length === 0)
      addDoubt(outcome, typed, 'type', 'no value was found that shows an effect');
  }

  /** A value that uses a property which only the receiver describes is not a fair example if the sender is merely open. */
  function isFair(sender: View, receiver: View, value: unknown): boolean {
    if (!isRecord(value) || views.additional(sender).atoms.length > 0) return true;
    const known = new Set([...listAllNames(sender), ...views.required(sender)]);
    const others = listAllNames(receiver);
    return Object.keys(value).every(
      (name) =>
        known.has(name) ||
        views.declares(sender, name) ||
        !others.has(name) ||
        views.property(receiver, name).types === 0,
    );
  }

  /** The names of properties, also of those in alternatives and conditions. */
  function listAllNames(view: View): ReadonlySet<string> {
    const found = new Set(views.names(view));
    const parts = view.atoms.flatMap((atom) => [
      ...[...(atom.anyOf ?? []), ...(atom.oneOf ?? []), ...(atom.dependentSchemas?.values() ?? [])],
      ...[atom.if, atom.then, atom.else].filter((part) => part !== undefined),
    ]);
    for (const part of parts) for (const name of views.names(views.of(part))) found.add(name);
    return found;
  }

  function compareProperties(sender: View, receiver: View, mode: Mode, outcome: Outcome): void {
    const { wire, hasRules } = mode;
    const add = (name: string, from: View, to: View): void => {
      if (from.meaning === to.meaning) return;
      const found = compare(from, to, { hasRules, wire: toPartWire(wire, from, to) });
      const embed = (value: unknown): Iterable<unknown> =>
        embedProperty(sender, receiver, name, value);
      outcome.parts.push({ outcome: found, name, sender, receiver, wire, embed });
    };
    const isOpen = views.additional(sender).atoms.length === 0;
    for (const name of new Set([...views.names(sender), ...views.names(receiver)])) {
      const [from, to] = [views.property(sender, name), views.property(receiver, name)];
      // A required property is sent, even if nothing describes it.
      const isOurs = views.declares(sender, name) || views.required(sender).has(name);
      const isTheirs = views.declares(receiver, name);
      if (!isOurs && (from.types === 0 || (isOpen && to.types !== 0)))
        addProperty(outcome, receiver, name, 'property-added');
      else if (isOurs && !isTheirs && to.atoms.length === 0)
        addLostProperty(sender, receiver, name, hasRules, outcome);
      else if (!isDropped(sender, receiver, name)) add(name, from, to);
      if (isOurs && isTheirs) compareDefaults(sender, receiver, name, hasRules, outcome);
    }
    const patterns = [...sender.atoms, ...receiver.atoms].flatMap(({ patternProperties }) => [
      ...(patternProperties?.keys() ?? []),
    ]);
    for (const pattern of new Set(patterns)) {
      const name = samplePattern(pattern).find((each) => !views.names(sender).has(each));
      if (name === undefined) continue;
      const [from, to] = [views.property(sender, name), views.property(receiver, name)];
      if (isOpen && !views.declares(sender, name) && to.types !== 0)
        addProperty(outcome, receiver, name, 'property-added');
      else add(name, from, to);
    }
    const to = views.additional(receiver);
    const from = views.additional(sender);
    // Probes with another property have shown whether it is refused.
    if (to.atoms.length > 0 && to.types !== 0) add('extra', from, to);
  }

  function addProperty(outcome: Outcome, { atoms }: View, name: string, keyword: string): void {
    const schema = atoms.find(({ properties }) => properties?.has(name)) ?? atoms[0];
    if (schema !== undefined) addNote(outcome, schema, keyword, name);
  }

  /** A property that only the sender describes: the service ignores what clients send. */
  function addLostProperty(
    sender: View,
    receiver: View,
    name: string,
    hasRules: boolean,
    outcome: Outcome,
  ): void {
    const schema = sender.atoms.find(({ properties }) => properties?.has(name)) ?? sender.atoms[0];
    if (schema === undefined) return;
    if (!hasRules) {
      addNote(outcome, schema, 'property-unknown', name);
      return;
    }
    const value = instances.toObject(sender, receiver, [name], 0);
    if (value === undefined || accepts(sender.atoms, value) !== true || !(name in value))
      addDoubt(outcome, schema, 'property-removed', 'no value with it was found', name);
    else addBreak(outcome, schema, 'property-removed', value, { isRule: true, detail: name });
  }

  /** Compares what applies to requests without a property. */
  function compareDefaults(
    sender: View,
    receiver: View,
    name: string,
    hasRules: boolean,
    outcome: Outcome,
  ): void {
    const find = (view: View) => views.property(view, name).atoms.find((atom) => atom.default);
    const [was, is] = [find(sender), find(receiver)];
    if (isSame(was?.default?.value, is?.default?.value)) return;
    const detail = `${showValue(was?.default)} → ${showValue(is?.default)}`;
    const schema = is ?? was;
    if (schema === undefined || (hasRules && views.required(sender).has(name))) return;
    const value = sample(sender, receiver);
    if (hasRules && was !== undefined && value !== none)
      addBreak(outcome, schema, 'default', value, { isRule: true, detail: `${name}: ${detail}` });
    else addNote(outcome, schema, 'default', detail);
  }

  function* embedProperty(
    sender: View,
    receiver: View,
    name: string,
    value: unknown,
  ): Generator<unknown> {
    const names = [...views.names(sender)];
    const { toObject } = instances;
    const bases: (() => unknown)[] = [
      () => sample(sender, receiver),
      () =>
        toObject(
          sender,
          receiver,
          [name, ...views.required(receiver)].filter((each) => names.includes(each)),
          0,
        ),
      () => sample(sender),
      () => toObject(sender, receiver, names, 0),
      () => ({}),
    ];
    for (const toBase of bases) {
      const base = toBase();
      if (!isRecord(base)) continue;
      const whole = { ...base };
      Object.defineProperty(whole, name, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
      yield whole;
    }
  }

  function compareItems(sender: View, receiver: View, mode: Mode, outcome: Outcome): void {
    const atoms = [...sender.atoms, ...receiver.atoms];
    const positions = Math.max(0, ...atoms.map(({ prefixItems }) => prefixItems?.length ?? 0));
    const most = Math.min(...sender.atoms.map(({ maxItems }) => maxItems ?? Infinity));
    for (let index = 0; index <= positions && index < most; index += 1) {
      const [from, to] = [views.item(sender, index), views.item(receiver, index)];
      if (from.meaning === to.meaning) continue;
      const found = compare(from, to, mode);
      const embed = (value: unknown): Iterable<unknown> =>
        embedItem(sender, receiver, index, value);
      outcome.parts.push({
        outcome: found,
        name: String(index),
        sender,
        receiver,
        wire: mode.wire,
        embed,
      });
    }
  }

  function* embedItem(
    sender: View,
    receiver: View,
    index: number,
    value: unknown,
  ): Generator<unknown> {
    const least = Math.max(0, ...sender.atoms.map(({ minItems = 0 }) => minItems));
    for (const count of new Set([Math.max(index + 1, least), Math.max(index + 1, least) + 1])) {
      const items = instances.toItems(sender, receiver, count, 0);
      if (items.length >= index) yield [...items.slice(0, index), value, ...items.slice(index + 1)];
    }
    if (index === 0) yield [value];
  }

  /** Validation does not cover which schema a value selects, but programs that read it depend on it. */
  function compareDiscriminators(sender: View, receiver: View, outcome: Outcome): void {
    const ours = sender.atoms.find(({ discriminator }) => discriminator);
    const theirs = receiver.atoms.find(({ discriminator }) => discriminator);
    const [our, their] = [ours?.discriminator, theirs?.discriminator];
    if (!ours || !theirs || !our || !their) {
      const only = ours ?? theirs;
      if (only !== undefined) addNote(outcome, only, 'discriminator');
      return;
    }
    if (our.propertyName !== their.propertyName) {
      const value = sample(sender, receiver);
      const detail = `"${our.propertyName}" and "${their.propertyName}"`;
      if (value !== none)
        addBreak(outcome, theirs, 'discriminator', value, { isRule: true, detail });
      return;
    }
    for (const [name, target] of our.mapping) {
      const other = their.mapping.get(name) ?? their.implied.get(name);
      const isAgreed =
        other !== undefined &&
        (views.meaningOf(other) === views.meaningOf(target) || toName(other) === toName(target));
      // An alternative that the receiver does not have is reported by itself.
      const others = [...(theirs.anyOf ?? []), ...(theirs.oneOf ?? [])];
      const isThere = others.some(
        (part) =>
          views.meaningOf(part) === views.meaningOf(target) ||
          (toName(part) !== undefined && toName(part) === toName(target)),
      );
      if (isAgreed || !isThere) continue;
      const branch = sample(views.join(sender, views.of(target)));
      const value = isRecord(branch) ? { ...branch, [our.propertyName]: name } : none;
      if (value !== none && accepts(sender.atoms, value) === true)
        addBreak(outcome, theirs, 'discriminator', value, {
          isRule: true,
          detail: JSON.stringify(name),
        });
      else addDoubt(outcome, theirs, 'discriminator', 'no value selects it', name);
    }
  }

  /** Names and nesting of XML elements. */
  function compareXml(sender: View, receiver: View, outcome: Outcome): void {
    const toXml = ({ atoms }: View) => atoms.flatMap(({ xml }) => xml ?? []).join();
    const schema = [...receiver.atoms, ...sender.atoms].find(({ xml }) => xml !== undefined);
    if (schema === undefined || toXml(sender) === toXml(receiver)) return;
    const value = sample(sender, receiver);
    if (value !== none) addBreak(outcome, schema, 'xml', value, { isRule: true });
  }

  return { compare, refuses };
}

function toRemark(schema: Schema, keyword: string, detail?: string): Remark {
  const name = detail === undefined || keyword === 'enum' ? '' : ` ${detail}`;
  return {
    origin: `${schema.side} ${schema.pointer} ${keyword}${name}`,
    schema,
    keyword,
    ...(detail !== undefined && { detail }),
  };
}

/** Whether nothing speaks against what a comparison shows. */
export function isClean(outcome: Outcome, seen = new Set<Outcome>()): boolean {
  if (seen.has(outcome)) return true;
  seen.add(outcome);
  if (outcome.breaks.length > 0 || outcome.doubts.length > 0) return false;
  return outcome.parts.every((part) => isClean(part.outcome, seen));
}

/** The name of an alternative in messages. */
function toLabel(part: Schema): string {
  const name = toName(part);
  return name === undefined ? `the alternative ${part.pointer.split('/').at(-1)}` : name;
}

/** In a multipart body, objects are sent as JSON, and everything else as text. */
function toPartWire(wire: Wire, sender: View, receiver: View): Wire {
  if (wire.isMultipart !== true) return wire;
  const hasObjects = [sender, receiver].some(
    ({ types, atoms }) =>
      types !== anyType &&
      ((types & bits.object) !== 0 ||
        atoms.some(({ items }) => items !== undefined && items.types === bits.object)),
  );
  return hasObjects ? json : { isText: true };
}

/** The name of a schema in `components`. */
function toName({ pointer }: Schema): string | undefined {
  const match = /^(?:\/x-bundled\/\d+)?\/components\/schemas\/([^/]+)$/.exec(pointer);
  return match?.[1];
}

function showValue(fallback: { value: unknown } | undefined): string {
  return fallback === undefined ? 'none' : JSON.stringify(fallback.value);
}

interface Constraint {
  schema: Schema;
  keyword: string;
  detail?: string;
}

const plain = [
  ...(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const),
  ...(['minLength', 'maxLength', 'pattern', 'format', 'minItems', 'maxItems'] as const),
  ...(['uniqueItems', 'minProperties', 'maxProperties'] as const),
];

/** What a view demands apart from types, properties and items. Equal demands have equal keys. */
function listConstraints(view: View, views: Views): Map<string, Constraint> {
  const found = new Map<string, Constraint>();
  for (const schema of view.atoms) {
    const add = (keyword: string, key: unknown, detail?: string): void => {
      found.set(`${keyword} ${String(key)}`, {
        schema,
        keyword,
        ...(detail !== undefined && { detail }),
      });
    };
    const meaning = (part: Schema | undefined) => (part === undefined ? '' : views.meaningOf(part));
    for (const keyword of plain) if (schema[keyword] !== undefined) add(keyword, schema[keyword]);
    for (const name of schema.required ?? []) add('required', name, name);
    for (const [name, needed] of schema.dependentRequired ?? [])
      for (const each of needed) add('dependentRequired', `${name} ${each}`, each);
    if (schema.enum !== undefined) add('enum', toStableText(schema.enum.map(toStableText).sort()));
    if (schema.not !== undefined) add('not', meaning(schema.not));
    if (schema.if !== undefined)
      add(
        schema.then === undefined ? 'else' : 'then',
        [schema.if, schema.then, schema.else].map(meaning),
      );
    const { contains, minContains, maxContains } = schema;
    if (contains !== undefined && minContains !== 0)
      add('contains', `${meaning(contains)} ${minContains}`);
    if (contains !== undefined && maxContains !== undefined)
      add('maxContains', `${meaning(contains)} ${maxContains}`);
    if (schema.propertyNames !== undefined) add('propertyNames', meaning(schema.propertyNames));
    for (const [name, part] of schema.dependentSchemas ?? [])
      add('dependentSchemas', `${name} ${meaning(part)}`, name);
    if (schema.unevaluatedItems !== undefined) add('unevaluatedItems', meaning(schema));
  }
  for (const { atom, keyword, meaning } of views.unions(view))
    found.set(`${keyword} ${meaning}`, { schema: atom, keyword });
  return found;
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

/** Whether a view demands at least as much as a constraint. */
function isImplied({ atoms, types }: View, { schema, keyword }: Constraint): boolean {
  const greatest = (...keys: (typeof plain)[number][]): number =>
    Math.max(...atoms.flatMap((atom) => keys.map((key) => Number(atom[key] ?? -Infinity))));
  const least = (...keys: (typeof plain)[number][]): number =>
    Math.min(...atoms.flatMap((atom) => keys.map((key) => Number(atom[key] ?? Infinity))));
  const limit = Number(Reflect.get(schema, keyword));
  const family = families.find(([names]) => names.includes(keyword))?.[1];
  const isNumberFormat =
    keyword === 'format' && ['int32', 'int64', 'float', 'double'].includes(schema.format ?? '');
  if (((isNumberFormat ? numeric : (family ?? types)) & types) === 0) return true;
  switch (keyword) {
    case 'minimum':
      return greatest('minimum', 'exclusiveMinimum') >= limit;
    case 'exclusiveMinimum':
      return greatest('exclusiveMinimum') >= limit || greatest('minimum') > limit;
    case 'maximum':
      return least('maximum', 'exclusiveMaximum') <= limit;
    case 'exclusiveMaximum':
      return least('exclusiveMaximum') <= limit || least('maximum') < limit;
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return greatest(keyword) >= limit;
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return least(keyword) <= limit;
    case 'multipleOf':
      return atoms.some(
        ({ multipleOf = 0 }) => multipleOf > 0 && Number.isInteger(multipleOf / limit),
      );
    case 'uniqueItems':
      return least('maxItems') <= 1;
    case 'format':
      // JSON has no exact numbers beyond these limits.
      if (schema.format === 'int64' && (types & bits.fraction) === 0) return true;
      if (schema.format === 'int32' && (types & bits.fraction) === 0)
        if (greatest('minimum') >= -(2 ** 31) && least('maximum') < 2 ** 31) return true;
      return atoms.some(({ format = '' }) =>
        includedFormats[format]?.includes(schema.format ?? ''),
      );
    default:
      return false;
  }
}

const families: readonly (readonly [readonly string[], number])[] = [
  [['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'], numeric],
  [['minLength', 'maxLength', 'pattern', 'format'], bits.string],
  [
    ['minItems', 'maxItems', 'uniqueItems', 'contains', 'maxContains', 'unevaluatedItems'],
    bits.array,
  ],
  [
    [
      'minProperties',
      'maxProperties',
      'required',
      'dependentRequired',
      'propertyNames',
      'dependentSchemas',
    ],
    bits.object,
  ],
];

function isSameKeyword(a: string, b: string): boolean {
  return a === b || (['then', 'else'].includes(a) && ['then', 'else'].includes(b));
}

/** Why no value shows the effect of a keyword. */
function toDoubt(schema: Schema, keyword: string): string {
  if (keyword === 'pattern' && /\(\?<?[=!]/.test(schema.pattern ?? ''))
    return 'patterns with lookarounds are not compared';
  if (keyword === 'format' && !isValidated(schema.format ?? ''))
    return `the format "${schema.format ?? ''}" is not validated`;
  return 'no value was found that shows an effect';
}
