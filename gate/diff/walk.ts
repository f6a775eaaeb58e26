import { isRecord } from '../../contract/resolve-reference.ts';
import { type Instances, listFinite, none, set } from './instances.ts';
import { isSame, toStableText } from './json.ts';
import { samplePattern } from './scalars.ts';
import {
  anyType,
  bits,
  families,
  type NumberKeyword,
  numberFormats,
  numeric,
  type Schema,
} from './schemas.ts';
import { accepts, encode, isValidated, json, listFailures, type Wire } from './validator.ts';
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
  reason?: string;
}

/** What the comparison of two schemas found, and the comparisons of their parts. */
export type Outcome = ReturnType<typeof createOutcome>;

/** The value of a break, and what else is known about it. */
type Proof = Pick<Difference, 'detail' | 'isRule' | 'exact'> & { value: unknown };

export interface Part {
  outcome: Outcome;
  /** The name of a property or item. */
  name?: string;
  whole: Pair;
  /** Puts a value of the part into whole values that the sender may send. */
  embed(value: unknown): Iterable<unknown>;
}

/** Two schemas to compare. */
export interface Pair {
  sender: View;
  receiver: View;
  wire: Wire;
  /** Whether the rules for requests apply: a property that is no longer described, and defaults. */
  hasRules: boolean;
}

/** A part of a request or response that both documents describe. */
export interface Place extends Pair {
  /** Its name in messages. */
  what: string;
  way: 'request' | 'response';
  /** Whether the sender follows the old document. */
  isForward: boolean;
}

interface Comparing extends Pair {
  outcome: Outcome;
}

interface Constraint {
  schema: Schema;
  keyword: string;
  detail?: string | undefined;
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
  return compare;

  /** @throws TimeOver */
  function compare(pair: Pair): Outcome {
    const { sender, receiver, wire, hasRules } = pair;
    const outcome = createOutcome();
    if (sender.meaning === receiver.meaning || sender.types === 0) return outcome;
    if (isOver()) throw new TimeOver();
    const key = `${sender.key};${receiver.key};${JSON.stringify(wire)};${hasRules}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    // Schemas that contain themselves find this one.
    known.set(key, outcome);
    try {
      fill({ ...pair, outcome });
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

  function fill(pair: Comparing): void {
    const { sender, receiver, outcome } = pair;
    const opaque = [...sender.atoms, ...receiver.atoms].filter((atom) => atom.opaque !== undefined);
    for (const schema of opaque) outcome.addDoubt(schema, 'not-compared', schema.opaque ?? '');
    if (opaque.length > 0) return;
    const [unions, others] = [views.unions(sender), views.unions(receiver)];
    const isIn = (list: readonly Union[], { meaning }: Union): boolean =>
      list.some((each) => each.meaning === meaning);
    // Alternatives that both have need no comparison.
    const union = unions.find((each) => !isIn(others, each));
    const other = others.find((each) => !isIn(unions, each));
    const values = listAll(sender);
    compareDiscriminators(pair);
    if (values !== undefined) compareFinite(pair, values);
    else if (union !== undefined) compareAlternatives(pair, union, other);
    else if (other !== undefined) compareToUnion(pair, other);
    else compareKeywords(pair);
  }

  function refuses({ receiver, wire }: Pair, value: unknown): boolean {
    const sent = encode(value, wire);
    return sent !== undefined && accepts(receiver.atoms, sent, wire) === false;
  }

  /** Every value of a view, if there are few enough to try. */
  function listAll(view: View): readonly unknown[] | undefined {
    if (view.atoms.some((atom) => atom.enum !== undefined)) return listFinite(view);
    return (view.types & ~(bits.null | bits.boolean)) === 0 ? [true, false, null] : undefined;
  }

  function compareFinite(pair: Comparing, values: readonly unknown[]): void {
    const { sender, receiver, wire, outcome } = pair;
    const sent = values.filter((value) => accepts(sender.atoms, value) === true);
    const refused = sent.filter((value) => refuses(pair, value));
    const [value] = refused;
    if (refused.length > 0) {
      const failure = listFailures(receiver.atoms, encode(value, wire), wire).at(-1);
      const schema = failure?.schema ?? receiver.atoms[0];
      const detail = toTexts(refused);
      if (schema !== undefined)
        outcome.addBreak(schema, failure?.keyword ?? 'enum', { value, detail });
    }
    const listed = listFinite(receiver);
    const added = listed.filter((each) => accepts(sender.atoms, each) === false);
    for (const schema of sender.atoms)
      if (added.length > 0 && schema.enum !== undefined)
        outcome.addNote(schema, 'enum', toTexts(added));
      else if (listed.length + refused.length === 0 && !receiver.atoms.includes(schema))
        outcome.addNote(schema, schema.enum === undefined ? 'type' : 'enum');
  }

  /** Compares each alternative of the sender with the one of the receiver that corresponds to it. */
  function compareAlternatives(pair: Comparing, union: Union, other: Union | undefined): void {
    const { sender, receiver, outcome } = pair;
    const inner: Pair = { ...pair, hasRules: false };
    const aligned = other === undefined ? undefined : align(union, other);
    for (const part of union.parts) {
      const inside = { ...inner, sender: views.choose(sender, union, part) };
      if (other === undefined) {
        addPart(pair, compare(inside));
        continue;
      }
      const counterpart = aligned?.get(part);
      const others = other.parts.filter((each) => each !== counterpart);
      if (counterpart !== undefined) {
        const found = compare({ ...inside, receiver: views.choose(receiver, other, counterpart) });
        if (isClean(found) || !isInOne(inside, other, others.slice(0, 4))) addPart(pair, found);
      } else if (!isInOne(inside, other, others))
        addPart(pair, compareToAll(inside, other, toLabel(part)));
    }
    const paired = new Set(aligned?.values());
    for (const part of other?.parts ?? [])
      if (!paired.has(part)) outcome.addNote(part, 'alternative', toLabel(part));
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
  function compareToUnion(pair: Comparing, union: Union): void {
    const { sender, wire, outcome } = pair;
    const inner: Pair = { ...pair, hasRules: false };
    if (!wire.isText) addOverlaps(pair, union);
    if (isInOne(inner, union, union.parts)) {
      outcome.addNote(union.atom, union.keyword);
      return;
    }
    const types = [bits.null, bits.boolean, numeric, bits.string, bits.array, bits.object]
      .map((type) => sender.types & type)
      .filter((type) => type !== 0);
    if (types.length === 1) addPart(pair, compareToAll(inner, union));
    else
      for (const type of types)
        addPart(pair, compare({ ...inner, sender: views.ofTypes(sender, type) }));
  }

  /** Looks for a value that none of the alternatives accepts. */
  function compareToAll(pair: Pair, { atom, keyword }: Union, detail?: string): Outcome {
    const outcome = createOutcome();
    for (const value of instances.probes(pair.sender, pair.receiver))
      if (
        accepts(pair.sender.atoms, value) === true &&
        refuses(pair, value) &&
        isFair(pair, value)
      ) {
        outcome.addBreak(atom, keyword, { value, detail });
        return outcome;
      }
    const reason = 'the alternatives differ, and no value was found that shows an effect';
    outcome.addDoubt(atom, keyword, reason, detail);
    return outcome;
  }

  /** Looks for values that match two alternatives of a `oneOf`. Not if the sender has one, because real ones overlap. */
  function addOverlaps(pair: Comparing, { atom, keyword, parts }: Union): void {
    const { sender, outcome } = pair;
    if (keyword !== 'oneOf' || atom.discriminator !== undefined) return;
    if (views.unions(sender).some((each) => each.keyword === 'oneOf')) return;
    const tried = parts.slice(0, 8);
    for (const [index, part] of tried.entries())
      for (const other of tried.slice(index + 1)) {
        const value = sample(views.join(sender, views.of(part), views.of(other)));
        if (value === none || !isFair(pair, value)) continue;
        if (accepts([atom], value, json, atom) !== false) continue;
        const detail = 'matches two alternatives';
        outcome.addBreak(atom, 'oneOf', { value, exact: atom, detail });
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
      (a, b) => toName(a) !== undefined && toName(a) === toName(b),
      (a, b) => constants.get(a) !== '' && isTagged(a, b),
      (a, b) => isTagged(a, b) && isAlike(views.of(a), views.of(b)),
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
      return values.length === 1 ? [`${name} ${toStableText(values[0])}`] : [];
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

  function compareKeywords(pair: Comparing): void {
    const { sender, receiver, wire, outcome } = pair;
    const [ours, theirs] = [listConstraints(sender), listConstraints(receiver)];
    const stricter = [...theirs]
      .filter(([key, each]) => !ours.has(key) && !isImplied(sender, each))
      .map(([, each]) => each);
    const isStricter = (keyword: string): boolean =>
      stricter.some((each) => each.keyword === keyword && each.detail === undefined);
    for (const [key, { schema, keyword, detail }] of ours)
      if (!theirs.has(key) && !isStricter(keyword)) outcome.addNote(schema, keyword, detail);
    const gained = receiver.types & ~sender.types;
    const typed = sender.atoms.find((atom) => (gained & ~atom.types) !== 0);
    if (typed !== undefined) outcome.addNote(typed, 'type');
    const lost = sender.types & ~receiver.types;
    const isClosing =
      views.additional(receiver).types === 0 && views.additional(sender).types !== 0;
    const drops = [...views.names(sender)].some((name) => isDropped(pair, name));
    if (stricter.length > 0 || lost !== 0 || isClosing || drops) addProven(pair, stricter, lost);
    if (sender.types & receiver.types & bits.object) compareProperties(pair);
    if (sender.types & receiver.types & bits.array) compareItems(pair);
    for (const union of wire.isText ? [] : views.unions(receiver)) addOverlaps(pair, union);
    if (wire.isXml === true) compareXml(pair);
  }

  /** Whether the receiver refuses a property that the sender describes, because it is not listed. */
  function isDropped({ sender, receiver }: Pair, name: string): boolean {
    const isTheirs = views.declares(receiver, name) || !views.declares(sender, name);
    return !isTheirs && views.property(receiver, name).types === 0;
  }

  /** Tries values near the limits of both schemas, and keeps the clearest one for each keyword that refuses some. */
  function addProven(pair: Comparing, stricter: readonly Constraint[], lost: number): void {
    const { sender, receiver, wire, outcome } = pair;
    const best = new Map<string, { count: number; value: unknown } & Constraint>();
    for (const value of instances.probes(sender, receiver)) {
      if (!refuses(pair, value) || accepts(sender.atoms, value) !== true) continue;
      if (!isFair(pair, value)) continue;
      const failures = listFailures(receiver.atoms, encode(value, wire), wire);
      for (const { schema, keyword, isInner, detail } of failures) {
        const isNamed =
          keyword === 'required' || (detail !== undefined && views.declares(sender, detail));
        const name = isNamed ? detail : undefined;
        const key = `${schema.id} ${keyword} ${name ?? ''}`;
        const { count = Infinity } = best.get(key) ?? {};
        if (!isInner && failures.length < count)
          best.set(key, { count: failures.length, value, schema, keyword, detail: name });
      }
    }
    const found = [...best.values()];
    // If no type is left, the other keywords follow from that.
    const types = found.filter(({ keyword }) => keyword === 'type');
    const isOther = (sender.types & receiver.types) === 0 && types.length > 0;
    for (const { schema, keyword, value, detail } of isOther ? types : found)
      outcome.addBreak(schema, keyword, { value, detail });
    for (const { schema, keyword, detail } of isOther ? [] : stricter) {
      const same = ['then', 'else'].includes(keyword) ? ['then', 'else'] : [keyword];
      if (!found.some((each) => each.schema === schema && same.includes(each.keyword)))
        outcome.addDoubt(schema, keyword, toDoubt(schema, keyword), detail);
    }
    const typed = receiver.atoms.find((atom) => (lost & ~atom.types) !== 0);
    if (!wire.isText && typed !== undefined && found.length === 0)
      outcome.addDoubt(typed, 'type', noEffect);
  }

  /** A value that uses a property which only the receiver describes is not a fair example if the sender is merely open. */
  function isFair({ sender, receiver }: Pair, value: unknown): boolean {
    if (!isRecord(value) || views.additional(sender).atoms.length > 0) return true;
    const [ours, theirs] = [listAllNames(sender), listAllNames(receiver)];
    return Object.keys(value).every(
      (name) =>
        ours.has(name) ||
        views.required(sender).has(name) ||
        views.declares(sender, name) ||
        !theirs.has(name) ||
        views.property(receiver, name).types === 0,
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

  function compareProperties(pair: Comparing): void {
    const { sender, receiver, outcome } = pair;
    const add = (name: string, from: View, to: View): void => {
      if (from.meaning === to.meaning) return;
      const wire = toPartWire(pair.wire, from, to);
      const found = compare({ ...pair, wire, sender: from, receiver: to });
      addPart(pair, found, name, (value) => embedProperty(pair, name, value));
    };
    const addNew = (name: string): void => {
      const { atoms } = receiver;
      const schema = atoms.find(({ properties }) => properties?.has(name)) ?? atoms[0];
      if (schema !== undefined) outcome.addNote(schema, 'property-added', name);
    };
    const isOpen = views.additional(sender).atoms.length === 0;
    for (const name of new Set([...views.names(sender), ...views.names(receiver)])) {
      const [from, to] = [views.property(sender, name), views.property(receiver, name)];
      // A required property is sent, even if nothing describes it.
      const isOurs = views.declares(sender, name) || views.required(sender).has(name);
      const isTheirs = views.declares(receiver, name);
      if (!isOurs && (from.types === 0 || (isOpen && to.types !== 0))) addNew(name);
      else if (isOurs && !isTheirs && to.atoms.length === 0) addLostProperty(pair, name);
      else if (!isDropped(pair, name)) add(name, from, to);
      if (isOurs && isTheirs) compareDefaults(pair, name);
    }
    const patterns = [...sender.atoms, ...receiver.atoms].flatMap(({ patternProperties }) => [
      ...(patternProperties?.keys() ?? []),
    ]);
    for (const pattern of new Set(patterns)) {
      const name = samplePattern(pattern).find((each) => !views.names(sender).has(each));
      if (name === undefined) continue;
      const [from, to] = [views.property(sender, name), views.property(receiver, name)];
      if (isOpen && !views.declares(sender, name) && to.types !== 0) addNew(name);
      else add(name, from, to);
    }
    const to = views.additional(receiver);
    // Probes with another property have shown whether it is refused.
    if (to.atoms.length > 0 && to.types !== 0) add('extra', views.additional(sender), to);
  }

  /** A property that only the sender describes: the service ignores what clients send. */
  function addLostProperty({ sender, receiver, hasRules, outcome }: Comparing, name: string): void {
    const { atoms } = sender;
    const schema = atoms.find(({ properties }) => properties?.has(name)) ?? atoms[0];
    if (schema === undefined) return;
    const value = hasRules ? instances.toObject(sender, receiver, [name], 0) : {};
    if (!hasRules) outcome.addNote(schema, 'property-unknown', name);
    else if (value !== undefined && accepts(atoms, value) === true && name in value)
      outcome.addBreak(schema, 'property-removed', { value, isRule: true, detail: name });
    else outcome.addDoubt(schema, 'property-removed', 'no value with it was found', name);
  }

  /** Compares what applies to requests without a property. */
  function compareDefaults({ sender, receiver, hasRules, outcome }: Comparing, name: string): void {
    const [was, is] = [sender, receiver].map((view) =>
      views.property(view, name).atoms.find((atom) => atom.default),
    );
    const schema = is ?? was;
    if (schema === undefined || isSame(was?.default?.value, is?.default?.value)) return;
    if (hasRules && views.required(sender).has(name)) return;
    const [from, to] = [was, is].map((each) =>
      each?.default === undefined ? 'none' : JSON.stringify(each.default.value),
    );
    const [value, detail] = [sample(sender, receiver), `${from} → ${to}`];
    if (hasRules && was !== undefined && value !== none)
      outcome.addBreak(schema, 'default', { value, isRule: true, detail: `${name}: ${detail}` });
    else outcome.addNote(schema, 'default', detail);
  }

  function* embedProperty({ sender, receiver }: Pair, name: string, value: unknown) {
    const names = [...views.names(sender)];
    const wanted = [name, ...views.required(receiver)].filter((each) => names.includes(each));
    const bases: (() => unknown)[] = [
      () => sample(sender, receiver),
      () => instances.toObject(sender, receiver, wanted, 0),
      () => sample(sender),
      () => instances.toObject(sender, receiver, names, 0),
      () => ({}),
    ];
    for (const toBase of bases) {
      const base = toBase();
      if (isRecord(base)) yield set({ ...base }, name, value);
    }
  }

  function compareItems(pair: Comparing): void {
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
    for (const count of [least, least + 1]) {
      const items = instances.toItems(sender, receiver, count, 0);
      if (items.length >= index) yield [...items.slice(0, index), value, ...items.slice(index + 1)];
    }
    if (index === 0) yield [value];
  }

  /** Validation does not cover which schema a value selects, but programs that read it depend on it. */
  function compareDiscriminators({ sender, receiver, outcome }: Comparing): void {
    const [ours, theirs] = [sender, receiver].map(({ atoms }) =>
      atoms.find(({ discriminator }) => discriminator),
    );
    const [our, their] = [ours?.discriminator, theirs?.discriminator];
    if (theirs === undefined || our === undefined || their === undefined) {
      const only = ours ?? theirs;
      if (only !== undefined) outcome.addNote(only, 'discriminator');
      return;
    }
    const refuse = (value: unknown, detail: string): void =>
      outcome.addBreak(theirs, 'discriminator', { value, isRule: true, detail });
    if (our.propertyName !== their.propertyName) {
      const value = sample(sender, receiver);
      if (value !== none) refuse(value, `"${our.propertyName}" and "${their.propertyName}"`);
      return;
    }
    const isAgreed = (a: Schema, b: Schema | undefined): boolean =>
      b !== undefined &&
      (views.meaningOf(a) === views.meaningOf(b) ||
        (toName(a) !== undefined && toName(a) === toName(b)));
    const others = [...(theirs.anyOf ?? []), ...(theirs.oneOf ?? [])];
    for (const [name, target] of our.mapping) {
      // An alternative that the receiver does not have is reported by itself.
      if (!others.some((part) => isAgreed(target, part))) continue;
      if (isAgreed(target, their.mapping.get(name) ?? their.implied.get(name))) continue;
      const branch = sample(views.join(sender, views.of(target)));
      const value = isRecord(branch) ? { ...branch, [our.propertyName]: name } : undefined;
      if (accepts(sender.atoms, value) === true) refuse(value, JSON.stringify(name));
      else outcome.addDoubt(theirs, 'discriminator', 'no value selects it', name);
    }
  }

  /** Names and nesting of XML elements. */
  function compareXml({ sender, receiver, outcome }: Comparing): void {
    const toXml = ({ atoms }: View) => atoms.flatMap(({ xml }) => xml ?? []).join();
    const schema = [...receiver.atoms, ...sender.atoms].find(({ xml }) => xml !== undefined);
    if (schema === undefined || toXml(sender) === toXml(receiver)) return;
    const value = sample(sender, receiver);
    if (value !== none) outcome.addBreak(schema, 'xml', { value, isRule: true });
  }

  /** What a view demands apart from types, properties and items. Equal demands have equal keys. */
  function listConstraints(view: View): Map<string, Constraint> {
    const found = new Map<string, Constraint>();
    const meaning = (part: Schema | undefined) => (part === undefined ? '' : views.meaningOf(part));
    for (const schema of view.atoms) {
      const add = (keyword: string, key: unknown, detail?: string): void => {
        found.set(`${keyword} ${String(key)}`, { schema, keyword, detail });
      };
      for (const keyword of plain) if (schema[keyword] !== undefined) add(keyword, schema[keyword]);
      for (const name of schema.required ?? []) add('required', name, name);
      if (schema.enum !== undefined)
        add('enum', toStableText(schema.enum.map(toStableText).sort()));
      for (const keyword of ['not', 'propertyNames'] as const)
        if (schema[keyword] !== undefined) add(keyword, meaning(schema[keyword]));
      const { if: condition, then: yes, else: no, contains, minContains, maxContains } = schema;
      if (condition !== undefined)
        add(yes === undefined ? 'else' : 'then', [condition, yes, no].map(meaning));
      if (contains !== undefined && minContains !== 0)
        add('contains', `${meaning(contains)} ${minContains}`);
      if (contains !== undefined && maxContains !== undefined)
        add('maxContains', `${meaning(contains)} ${maxContains}`);
    }
    for (const { atom, keyword, meaning } of views.unions(view))
      found.set(`${keyword} ${meaning}`, { schema: atom, keyword });
    return found;
  }
}

function createOutcome() {
  const differences: Difference[] = [];
  const parts: Part[] = [];
  return {
    differences,
    parts,
    addBreak: (schema: Schema, keyword: string, more: Proof): void => {
      differences.push({ kind: 'break', schema, keyword, ...more });
    },
    addNote: (schema: Schema, keyword: string, detail?: string): void => {
      differences.push({ kind: 'note', schema, keyword, detail });
    },
    addDoubt: (schema: Schema, keyword: string, reason: string, detail?: string): void => {
      differences.push({ kind: 'doubt', schema, keyword, reason, detail });
    },
  };
}

/** @param embed puts a value of the part into the whole. Default: the part is an alternative of the whole */
function addPart(
  whole: Comparing,
  outcome: Outcome,
  name?: string,
  embed: Part['embed'] = (value) => [value],
): void {
  whole.outcome.parts.push({ outcome, whole, embed, ...(name !== undefined && { name }) });
}

function toTexts(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ');
}

/** Whether nothing speaks against what a comparison shows. */
function isClean({ differences, parts }: Outcome, seen = new Set<Outcome['parts']>()): boolean {
  if (seen.has(parts)) return true;
  seen.add(parts);
  return (
    differences.every(({ kind }) => kind === 'note') &&
    parts.every(({ outcome }) => isClean(outcome, seen))
  );
}

/** The name of an alternative in messages. */
function toLabel(part: Schema): string {
  return toName(part) ?? `the alternative ${part.pointer.split('/').at(-1)}`;
}

/** The name of a schema in `components`. */
function toName({ pointer }: Schema): string | undefined {
  return /^(?:\/x-bundled\/\d+)?\/components\/schemas\/([^/]+)$/.exec(pointer)?.[1];
}

/** In a multipart body, objects are sent as JSON, and everything else as text. */
function toPartWire(wire: Wire, ...views: readonly View[]): Wire {
  if (wire.isMultipart !== true) return wire;
  const hasObjects = views.some(
    ({ types, atoms }) =>
      types !== anyType &&
      ((types & bits.object) !== 0 || atoms.some(({ items }) => items?.types === bits.object)),
  );
  return hasObjects ? json : { isText: true };
}

const plain = [
  ...(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const),
  ...(['minLength', 'maxLength', 'pattern', 'format', 'minItems', 'maxItems'] as const),
  ...(['uniqueItems', 'minProperties', 'maxProperties'] as const),
];

/** Formats whose values also have another format. */
const includedFormats: Readonly<Record<string, readonly string[]>> = {
  uri: ['uri-reference', 'iri', 'iri-reference'],
  int32: ['int64', 'float', 'double'],
  int64: ['double'],
  float: ['double'],
  hostname: ['idn-hostname'],
  email: ['idn-email'],
};

/** Whether a view demands at least as much as a constraint, or has none of the types that it applies to. */
function isImplied({ atoms, types }: View, { schema, keyword }: Constraint): boolean {
  const greatest = (...keys: NumberKeyword[]): number =>
    Math.max(...atoms.flatMap((atom) => keys.map((key) => atom[key] ?? -Infinity)));
  const least = (...keys: NumberKeyword[]): number =>
    Math.min(...atoms.flatMap((atom) => keys.map((key) => atom[key] ?? Infinity)));
  const limit = Number(Reflect.get(schema, keyword));
  const { format = '' } = schema;
  const formatted = numberFormats.includes(format) ? numeric : bits.string;
  const family = families.find(([, names]) => names.some((name) => name === keyword))?.[0];
  const affected = keyword === 'format' ? formatted : (family ?? anyType);
  if ((affected & types) === 0) return true;
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
      return atoms.some(({ multipleOf = 0 }) => multipleOf > 0 && (multipleOf / limit) % 1 === 0);
    case 'uniqueItems':
      return least('maxItems') <= 1;
    case 'format':
      // JSON has no exact numbers beyond these limits.
      if ((types & bits.fraction) === 0 && format === 'int64') return true;
      if ((types & bits.fraction) === 0 && format === 'int32')
        if (greatest('minimum') >= -(2 ** 31) && least('maximum') < 2 ** 31) return true;
      return atoms.some((atom) => includedFormats[atom.format ?? '']?.includes(format));
    default:
      return false;
  }
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
