import { isRecord } from '../../contract/resolve-reference.ts';
import { addPart, noEffect, type Pair, type PairResult, report } from './difference.ts';
import { type Instances, listFinite, none } from './instances.ts';
import { bits, numeric, type Schema, toListText } from './schemas.ts';
import type { Search } from './search.ts';
import { accepts, json } from './validator.ts';
import type { Union, View, Views } from './views.ts';

/** Compares schemas with alternatives: `anyOf`, `oneOf` and discriminators. */
export function createAlternatives(
  views: Views,
  { sample }: Instances,
  { refuses, isFair, listRefused }: Search,
  compare: (pair: Pair) => PairResult,
) {
  return { compareAlternatives, compareToUnion, addOverlaps, compareDiscriminators };

  /**
   * Compares each alternative of the sender with the one of the receiver that corresponds to it, and with all others if that
   * one refuses something: from `oneOf: [Card, Cash]` to `oneOf: [Card, Cheque]`, Card with Card, and Cash with both.
   * A receiver without alternatives has to accept each: `oneOf: [string, integer]` → `string`.
   */
  function compareAlternatives(pair: PairResult, union: Union, other: Union | undefined): void {
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

  /**
   * Compares schemas without alternatives with those that have some. If none accepts everything, each type of the sender may
   * have its own: `string | integer` → `oneOf: [string, integer]`.
   */
  function compareToUnion(pair: PairResult, union: Union): void {
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
  function compareToAll(pair: Pair, union: Union, detail?: string): PairResult {
    const { atom, keyword } = union;
    const result: PairResult = { ...pair, differences: [], parts: [] };
    const [value = none] = listRefused(pair);
    const reason = `the alternatives differ, and ${noEffect}`;
    if (value === none && isUnselected(pair.sender, union))
      report(result, 'break', atom, keyword, { value: sample(pair.sender), isRule: true, detail });
    else if (value === none) report(result, 'doubt', atom, keyword, { reason, detail });
    else report(result, 'break', atom, keyword, { value, detail });
    return result;
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
  function addOverlaps(pair: PairResult, { atom, keyword, parts }: Union): void {
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

/** Whether the only alternative is null. */
function isOptional({ parts }: Union): boolean {
  return parts.filter(({ types }) => types !== bits.null).length === 1;
}
