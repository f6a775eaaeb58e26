import { escapePointer } from '../../contract/resolve-reference.ts';
import type { Severity } from './change.ts';
import { none, type Sample } from './instances.ts';
import { isSame } from './json.ts';
import { toDemand } from './phrases.ts';
import { accepts, encode, type Wire } from './validator.ts';
import type { View } from './views.ts';
import { type Break, type Outcome, type Part, type Remark, TimeOver, type Walk } from './walk.ts';

/** A part of a request or response that both documents describe. */
export interface Place {
  /** Its name in messages. */
  what: string;
  way: 'request' | 'response';
  /** Whether the sender follows the old document. */
  isForward: boolean;
  sender: View;
  receiver: View;
  wire: Wire;
  /** Whether the rules for requests of clients apply. */
  hasRules: boolean;
}

/** A difference between two schemas, in the words of a report. */
export interface Finding {
  rule: string;
  /** The pointer that decides, on this side. */
  pointer: string;
  side: 'old' | 'new';
  /** The corresponding pointer in the other document. */
  facing?: string;
  severity: Severity;
  title: string;
  /** For a break, a value of the place that proves it. */
  witness?: { value: unknown; provenBy: 'validation' | 'rule'; reason: string };
}

interface Visit {
  outcome: Outcome;
  part?: Part;
  outer?: Visit;
}

/** How often the parts of one pair of schemas are visited, to find a value that reaches the whole. */
const mostVisits = 3;

/**
 * Compares the values of a place.
 * @param proven ids of breaks that need no other proof; grows
 */
export function comparePlace(place: Place, walk: Walk, proven: Set<string>): Finding[] {
  const { sender, receiver, wire, hasRules } = place;
  if (sender.meaning === receiver.meaning) return [];
  let root: Outcome;
  try {
    root = walk.compare(sender, receiver, { wire, hasRules });
  } catch (error) {
    const isDeep = error instanceof RangeError;
    if (!isDeep && !(error instanceof TimeOver)) throw error;
    const reason = isDeep ? 'its schemas are nested too deeply' : 'the time is over (--max-time)';
    return [toWhole(place, 'not-compared', `is not compared: ${reason}`)];
  }
  const findings = new Map<string, Finding>();
  const add = (finding: Finding): void => {
    const key = `${finding.rule}:${finding.pointer}`;
    const isNew =
      !findings.has(key) ||
      (findings.get(key)?.severity !== 'breaking' && finding.severity === 'breaking');
    if (isNew) findings.set(key, finding);
  };
  const visits = new Map<Outcome, number>();
  const failed = new Map<string, Finding>();
  const queue: Visit[] = [{ outcome: root }];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { outcome } = next;
    const count = visits.get(outcome) ?? 0;
    const isAgain = count > 0;
    visits.set(outcome, count + 1);
    const path = toPath(next);
    let isOpen = !isAgain;
    for (const each of outcome.breaks) {
      const finding = toBreak(place, each, path);
      const key = `${finding.rule}:${finding.pointer}`;
      if (proven.has(key)) {
        add(finding);
        continue;
      }
      const value = lift(each, next, place);
      if (value === none) {
        isOpen = true;
        failed.set(key, finding);
        continue;
      }
      proven.add(key);
      const provenBy = each.isRule === true ? 'rule' : 'validation';
      add({ ...finding, witness: { value, provenBy, reason: toReason(each, path) } });
    }
    if (!isAgain) {
      for (const each of outcome.doubts) add(toDoubt(place, each, path));
      for (const each of outcome.notes) add(toNote(place, each, path));
    }
    if (isOpen && count + 1 < mostVisits)
      for (const part of outcome.parts)
        if ((visits.get(part.outcome) ?? 0) < mostVisits)
          queue.push({ outcome: part.outcome, part, outer: next });
  }
  for (const [key, finding] of failed)
    if (!findings.has(key))
      add({
        ...finding,
        ...{ severity: 'unproven', title: `${finding.title}; no whole value shows an effect` },
      });
  // The default of a parameter is compared with the parameter.
  if (findings.size === 0 && isSame(toDefault(sender), toDefault(receiver)))
    add(toWhole(place, 'rewritten', 'is described differently, with the same values'));
  return [...findings.values()];
}

/** Puts a value into whole values of the place, step by step. */
function lift(found: Break, visit: Visit, { wire }: Place): Sample {
  const { isRule = false, exact } = found;
  let value: unknown = found.value;
  for (let step: Visit | undefined = visit; step?.part !== undefined; step = step.outer) {
    const { sender, receiver, wire: inner, embed } = step.part;
    let whole: Sample = none;
    for (const candidate of embed(value)) {
      if (accepts(sender.atoms, candidate) !== true) continue;
      const sent = encode(candidate, inner);
      if (sent === undefined) continue;
      if (!isRule && accepts(receiver.atoms, sent, inner, exact) !== false) continue;
      whole = candidate;
      break;
    }
    if (whole === none) return none;
    value = whole;
  }
  return encode(value, wire) === undefined ? none : value;
}

function toPath(visit: Visit): readonly string[] {
  const path: string[] = [];
  for (let step: Visit | undefined = visit; step !== undefined; step = step.outer)
    if (step.part?.name !== undefined) path.unshift(step.part.name);
  return path;
}

function show({ what }: Place, path: readonly string[]): string {
  return path.length === 0 ? what : `${what} /${path.map(escapePointer).join('/')}`;
}

function toReason({ schema, keyword, detail, exact }: Break, path: readonly string[]): string {
  const where = path.length === 0 ? 'the value' : `/${path.map(escapePointer).join('/')}`;
  if (keyword === 'property-removed') return `the new document does not describe "${detail ?? ''}"`;
  if (keyword === 'default') return `without it, the value changes (${detail ?? ''})`;
  if (keyword === 'discriminator')
    return `the discriminator ${detail ?? ''} selects another schema`;
  if (keyword === 'xml') return 'its XML element has another name or place';
  if (keyword === 'anyOf' || (keyword === 'oneOf' && exact === undefined))
    return `${where} matches none of the alternatives`;
  return `${where} must ${toDemand(schema, keyword, detail)}`;
}

type Base = Pick<Finding, 'rule' | 'pointer' | 'side' | 'facing'>;

function toBase(rule: string, each: Break | Remark): Base {
  const { schema, keyword, detail, facing } = each;
  const own = keyword.startsWith('property-') ? 'properties' : keyword;
  const isNamed = detail !== undefined && namedKeywords.has(keyword);
  const tail = isNamed ? `/${escapePointer(detail)}` : '';
  const place = unplaced.has(keyword) ? '' : `/${own}${tail}`;
  return {
    rule,
    pointer: schema.pointer + place,
    side: schema.side,
    ...(facing !== undefined && { facing }),
  };
}

const namedKeywords = new Set([
  ...['required', 'dependentRequired', 'additionalProperties', 'unevaluatedProperties'],
  ...['property-removed', 'property-added', 'property-unknown'],
]);
const unplaced = new Set(['alternative', 'not-compared']);

function toBreak(place: Place, each: Break, path: readonly string[]): Finding {
  const { schema, keyword, detail = '' } = each;
  const { way, isForward } = place;
  const shown = show(place, path);
  const finding = (rule: string, title: string): Finding => ({
    ...toBase(rule, each),
    ...{ severity: 'breaking', title: `${shown} ${title}` },
  });
  const rule = `${way}-${isForward ? 'narrowed' : 'widened'}`;
  switch (keyword) {
    case 'property-removed':
      return finding(`${way}-${keyword}`, `no longer describes "${detail}", and ignores it`);
    case 'default':
      return finding('default-changed', `has another default (${detail})`);
    case 'discriminator':
      return finding(
        `${way}-${keyword}-changed`,
        `has a discriminator that reads ${detail} differently`,
      );
    case 'xml':
      return finding(`${way}-${keyword}-changed`, 'is written differently in XML');
    case 'enum':
    case 'anyOf':
    case 'oneOf':
      if (detail !== '' && each.exact === undefined)
        return finding(rule, `${isForward ? 'no longer accepts' : 'may now be'} ${cut(detail)}`);
  }
  const demand = toDemand(schema, keyword, each.detail);
  return finding(rule, `${isForward ? 'must now' : 'is no longer guaranteed to'} ${demand}`);
}

function cut(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)} …` : text;
}

function toDoubt(place: Place, each: Remark, path: readonly string[]): Finding {
  const { keyword, reason = '', detail } = each;
  const isUncompared = keyword === 'not-compared';
  const rule = isUncompared ? keyword : `${place.way}-${keyword}-changed`;
  const name = keyword.startsWith('property-') ? `the property "${detail}"` : `"${keyword}"`;
  const title = isUncompared ? `is not compared: ${reason}` : `has another ${name}; ${reason}`;
  return { ...toBase(rule, each), severity: 'unproven', title: `${show(place, path)} ${title}` };
}

/** A difference that cannot break the receiver. */
function toNote(place: Place, each: Remark, path: readonly string[]): Finding {
  const { way, isForward } = place;
  const { schema, keyword, detail = '' } = each;
  const finding = (rule: string, title: string, severity: Severity = 'compatible'): Finding => ({
    ...toBase(`${way}-${rule}`, each),
    ...{ severity, title: `${show(place, path)} ${title}` },
  });
  const rule = isForward ? 'widened' : 'narrowed';
  switch (keyword) {
    case 'property-added':
    case 'property-unknown':
      // Only the receiver describes an added property, and only the sender an unknown one.
      if ((keyword === 'property-added') === isForward)
        return finding('property-added', `has a new optional property "${detail}"`);
      return finding(
        'property-removed',
        `no longer describes the optional property "${detail}"`,
        'unproven',
      );
    case 'default':
      return finding('default-changed', `has another default (${detail})`);
    case 'discriminator':
      return finding('discriminator-changed', 'has a discriminator in one document only');
    case 'alternative':
      return finding(
        rule,
        `${isForward ? 'has a new' : 'no longer has the'} alternative ${detail}`.trim(),
      );
    case 'enum':
      if (detail !== '')
        return finding(rule, `${isForward ? 'also accepts' : 'is no longer'} ${cut(detail)}`);
  }
  const demand = toDemand(schema, keyword, each.detail);
  return finding(rule, `${isForward ? 'no longer has to' : 'is now guaranteed to'} ${demand}`);
}

/** A finding about the whole place. */
function toWhole({ way, what, sender, receiver }: Place, rule: string, title: string): Finding {
  const { pointer = '', side = 'new' } = receiver.atoms[0] ?? sender.atoms[0] ?? {};
  const isUncompared = rule === 'not-compared';
  return {
    ...{ rule: isUncompared ? rule : `${way}-${rule}`, pointer, side, title: `${what} ${title}` },
    severity: isUncompared ? 'unproven' : 'compatible',
  };
}

function toDefault({ atoms }: View): unknown {
  return atoms.find((atom) => atom.default)?.default?.value;
}
