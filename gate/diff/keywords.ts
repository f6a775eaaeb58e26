import { noEffect, type Pair, type PairResult, report } from './difference.ts';
import { listFinite, longestList } from './instances.ts';
import { longestText } from './scalars.ts';
import { bits, listAffected, numeric, plainKeywords, type Schema, toListText } from './schemas.ts';
import type { Search } from './search.ts';
import { accepts, encode, isValidated, listFailures } from './validator.ts';
import type { View, Views } from './views.ts';

/** A demand of a schema: a keyword with its value. */
interface Constraint {
  schema: Schema;
  keyword: string;
  /** The name of a required property. */
  detail?: string | undefined;
}

/** A demand that a value shows to be broken. */
interface Refusal extends Constraint {
  value: unknown;
}

/** Compares what the keywords of schemas demand of a value, apart from its properties and items. */
export function createKeywords(views: Views, { listRefused }: Search) {
  return compareKeywords;

  /**
   * Reports what the receiver refuses, what it demands without a value that shows the effect, and what only the sender
   * demands: `maxLength` 20 → 10 is a break for a request and a note for a response.
   * @param values all that the sender may send, if there are few
   */
  function compareKeywords(pair: PairResult, values: readonly unknown[] | undefined): void {
    const { sender, receiver } = pair;
    const ours = listConstraints(sender, sender.types);
    const theirs = listConstraints(receiver, sender.types);
    const stricter = [...theirs].flatMap(([key, each]) => (ours.has(key) ? [] : [each]));
    const looser = [...ours].flatMap(([key, each]) => (theirs.has(key) ? [] : [each]));
    const lost = sender.types & ~receiver.types;
    const isClosed = views.additional(receiver).types === 0;
    if (values !== undefined) addRefusedValues(pair, values);
    else if (stricter.length > 0 || lost !== 0 || isClosed) addRefusals(pair, stricter);
    addNotes(pair, looser);
  }

  /** Reports the listed values that the receiver refuses, together. */
  function addRefusedValues(pair: PairResult, values: readonly unknown[]): void {
    const refused = [...listRefused(pair, values)];
    for (const { schema, keyword, value } of findClearest(pair, refused, true))
      report(pair, 'break', schema, keyword, { value, detail: toJsonList(refused) });
  }

  /** Reports the keywords of the receiver that refuse a value, and those for which none was found. */
  function addRefusals(pair: PairResult, stricter: readonly Constraint[]): void {
    const { sender, receiver, wire } = pair;
    const found = findClearest(pair, listRefused(pair), false);
    const types = found.filter(({ keyword }) => keyword === 'type');
    // If no type is left, the other keywords follow from that.
    const isOther = (sender.types & receiver.types) === 0 && types.length > 0;
    for (const { schema, keyword, value, detail } of isOther ? types : found)
      report(pair, 'break', schema, keyword, { value, detail });
    if (isOther) return;
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

  /** For each keyword that refuses values, the one that breaks the fewest others. */
  function findClearest(pair: Pair, refused: Iterable<unknown>, isInnerToo: boolean): Refusal[] {
    const { sender, receiver, wire } = pair;
    const best = new Map<string, { count: number } & Refusal>();
    for (const value of refused) {
      const failures = listFailures(receiver.atoms, encode(value, wire), wire);
      for (const { schema, keyword, isInner, detail } of failures) {
        const isNamed =
          keyword === 'required' || (detail !== undefined && views.declares(sender, detail));
        const name = isNamed ? detail : undefined;
        const key = `${schema.id} ${keyword} ${name ?? ''}`;
        const { count = Infinity } = best.get(key) ?? {};
        if ((isInnerToo || !isInner) && failures.length < count)
          best.set(key, { count: failures.length, value, schema, keyword, detail: name });
      }
    }
    return [...best.values()];
  }

  function addNotes(pair: PairResult, looser: readonly Constraint[]): void {
    const { sender, receiver } = pair;
    const told = new Set(pair.differences.map(({ keyword }) => keyword));
    const listed = listFinite(receiver).filter((each) => accepts(sender.atoms, each) === false);
    for (const { schema, keyword, detail } of looser)
      if (keyword === 'enum' && listed.length > 0)
        report(pair, 'note', schema, keyword, { detail: toJsonList(listed) });
      else if (detail !== undefined || !told.has(keyword))
        report(pair, 'note', schema, keyword, { detail });
    const gained = receiver.types & ~sender.types;
    const typed = sender.atoms.find((atom) => (gained & ~atom.types) !== 0);
    if (typed?.enum === undefined) report(pair, 'note', typed, 'type');
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

function toJsonList(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ');
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

/** Why no value shows the effect of a keyword. */
function toDoubt({ pattern = '', format = '' }: Schema, keyword: string): string {
  if (keyword === 'pattern' && /\(\?<?[=!]/.test(pattern))
    return 'patterns with lookarounds are not compared';
  return keyword === 'format' && !isValidated(format)
    ? `the format "${format}" is not validated`
    : noEffect;
}
