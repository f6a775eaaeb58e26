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
  detail: string;
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
    if (error instanceof TimeOver)
      return [toUncompared(place, 'the time for the comparison is over')];
    if (error instanceof RangeError)
      return [toUncompared(place, 'a schema includes itself endlessly, or is nested too deeply')];
    throw error;
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
        severity: 'unproven',
        detail: 'The difference has no effect on any whole value that was tried.',
      });
  // The default of a parameter is compared with the parameter.
  if (findings.size === 0 && isSame(toDefault(sender), toDefault(receiver)))
    add(toRewritten(place));
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

function toReason({ schema, keyword, detail }: Break, path: readonly string[]): string {
  const where = path.length === 0 ? 'the value' : `/${path.map(escapePointer).join('/')}`;
  if (keyword === 'property-removed') return `the new document does not describe "${detail ?? ''}"`;
  if (keyword === 'default') return `without it, the value changes (${detail ?? ''})`;
  if (keyword === 'discriminator')
    return `the discriminator ${detail ?? ''} selects another schema`;
  if (keyword === 'xml') return 'its XML element has another name or place';
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
  const { schema, keyword, detail } = each;
  const { way, isForward } = place;
  const shown = show(place, path);
  const demand = toDemand(schema, keyword, detail);
  const named: Readonly<Record<string, readonly [rule: string, title: string, advice: string]>> = {
    'property-removed': [
      `${way}-property-removed`,
      `no longer describes "${detail}": what clients send there is ignored`,
      'Keep the property, or release a major version.',
    ],
    default: [
      'default-changed',
      `has another default (${detail})`,
      'Keep the default; clients that omit it get a different result.',
    ],
    discriminator: [
      `${way}-discriminator-changed`,
      `: the discriminator ${detail} does not select the same schema in both documents`,
      'Keep the property and the mapping; clients use them to decide how to read a value.',
    ],
    xml: [`${way}-xml-changed`, 'is written differently in XML', 'Keep names and wrapping.'],
    enum: [
      `${way}-${isForward ? 'narrowed' : 'widened'}`,
      detail === undefined
        ? toTitle(isForward, demand)
        : `${isForward ? 'no longer accepts' : 'may now be'} ${cut(detail)}`,
      toAdvice(isForward),
    ],
  };
  const [rule, title, advice] = named[keyword] ?? [
    `${way}-${isForward ? 'narrowed' : 'widened'}`,
    toTitle(isForward, demand),
    toAdvice(isForward),
  ];
  const text = title.startsWith(':') ? shown + title : `${shown} ${title}`;
  return { ...toBase(rule, each), severity: 'breaking', title: text, detail: advice };
}

function cut(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)} …` : text;
}

function toTitle(isForward: boolean, demand: string): string {
  return isForward ? `must now ${demand}` : `is no longer guaranteed to ${demand}`;
}

function toAdvice(isForward: boolean): string {
  return isForward
    ? 'Accept what was accepted before.'
    : 'Clients rely on it; keep the guarantee, or release a major version.';
}

function toDoubt(place: Place, each: Remark, path: readonly string[]): Finding {
  const { keyword, reason = '', detail } = each;
  const isUncompared = keyword === 'not-compared';
  const rule = isUncompared ? 'not-compared' : `${place.way}-${keyword}-changed`;
  const name = keyword.startsWith('property-') ? `the property "${detail}"` : `"${keyword}"`;
  const title = isUncompared ? `is not compared: ${reason}` : `: ${name} changed; ${reason}`;
  return {
    ...toBase(rule, each),
    severity: 'unproven',
    title: show(place, path) + (isUncompared ? ' ' : '') + title,
    detail: 'Compare both documents manually.',
  };
}

/** A difference that only one direction could notice. */
function toNote(place: Place, each: Remark, path: readonly string[]): Finding {
  const { way, isForward } = place;
  const { schema, keyword, detail } = each;
  const finding = (rule: string, severity: Severity, title: string, advice = ''): Finding => ({
    ...toBase(`${way}-${rule}`, each),
    severity,
    title: `${show(place, path)} ${title}`,
    detail: advice,
  });
  const isProperty = keyword === 'property-added' || keyword === 'property-unknown';
  // Only the receiver describes an added property, and only the sender an unknown one.
  if (isProperty)
    return (keyword === 'property-added') === isForward
      ? finding('property-added', 'compatible', `has a new optional property "${detail}"`)
      : finding(
          'property-removed',
          'unproven',
          `no longer describes the optional property "${detail}"`,
          'It could be missing before; clients that read or send it find no effect.',
        );
  const rule = isForward ? 'widened' : 'narrowed';
  if (keyword === 'default')
    return finding('default-changed', 'compatible', `has another default (${detail})`);
  if (keyword === 'discriminator')
    return finding(
      'discriminator-changed',
      'compatible',
      'has a discriminator in one document only',
    );
  if (keyword === 'alternative')
    return finding(
      rule,
      'compatible',
      `${isForward ? 'has a new' : 'no longer has the'} alternative ${detail ?? ''}`.trim(),
    );
  if (keyword === 'enum' && detail !== undefined)
    return finding(
      rule,
      'compatible',
      `${isForward ? 'also accepts' : 'is no longer'} ${cut(detail)}`,
    );
  const demand = toDemand(schema, keyword, detail);
  return finding(
    rule,
    'compatible',
    isForward ? `no longer has to ${demand}` : `is now guaranteed to ${demand}`,
  );
}

function toUncompared(place: Place, reason: string): Finding {
  const schema = place.receiver.atoms[0] ?? place.sender.atoms[0];
  return {
    rule: 'not-compared',
    pointer: schema?.pointer ?? '',
    side: schema?.side ?? 'new',
    severity: 'unproven',
    title: `${place.what} is not compared: ${reason}`,
    detail: 'Compare both documents manually, or allow more time with --max-time.',
  };
}

function toDefault({ atoms }: View): unknown {
  return atoms.find((atom) => atom.default)?.default?.value;
}

function toRewritten(place: Place): Finding {
  const schema = place.receiver.atoms[0] ?? place.sender.atoms[0];
  return {
    rule: `${place.way}-rewritten`,
    pointer: schema?.pointer ?? '',
    side: schema?.side ?? 'new',
    severity: 'compatible',
    title: `${place.what} is described differently, with the same values`,
    detail: '',
  };
}
