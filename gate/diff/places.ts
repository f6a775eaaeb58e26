import { isSame, toPointer } from '../../contract/json.ts';
import { TimeOver } from '../../contract/time-limit.ts';
import { type Finding, type Severity, toChangeId, type Witness } from './change.ts';
import type { Comparison } from './comparison.ts';
import { none, type Sample } from './instances.ts';
import type { Difference, Pair, PairResult } from './pairs.ts';
import { UndecidedPattern } from './patterns.ts';
import { describe, toReason } from './phrases.ts';
import { accepts, encode, isRefused } from './validator.ts';
import type { View } from './views.ts';

/** A part of a request or response that both documents describe. */
export interface ValuePlace extends Pair {
  /** Its name in messages. */
  what: string;
  way: 'request' | 'response';
  /** Whether the sender follows the old document. */
  isForward: boolean;
  /** Shows a value within a whole request or response. */
  show(value: unknown, reason: string, provenBy: Witness['provenBy']): Witness;
}

/** A part of a comparison, and how it was reached. */
interface Visit {
  result: PairResult;
  path: readonly string[];
  /** The name of the property or item. */
  name?: string | undefined;
  outer?: Visit;
}

/** How often the parts of one pair of schemas are visited, to find a value that reaches the whole. */
const mostVisits = 3;

/** Compares the values of a place. Breaks that are proven at another place need no other witness. */
export function comparePlace(place: ValuePlace, { walk, proven }: Comparison): Finding[] {
  const { sender, receiver } = place;
  if (sender.meaning === receiver.meaning) return [];
  const findings = new Map<string, Finding>();
  const add = (finding: Finding): void => {
    const severity = findings.get(finding.id)?.severity;
    if (severity === undefined || (severity !== 'breaking' && finding.severity === 'breaking'))
      findings.set(finding.id, finding);
  };
  const addWhole = (kind: 'doubt' | 'note', keyword: string, reason?: string): void => {
    const [schema] = [...receiver.atoms, ...sender.atoms];
    if (schema !== undefined) add(toFinding(place, place, { kind, schema, keyword, reason }, []));
  };
  const queue: Visit[] = [];
  try {
    queue.push({ result: walk.compare(place), path: [] });
  } catch (error) {
    addWhole('doubt', 'not-compared', explainEnd(error));
  }
  const visits = new Map<PairResult, number>();
  const failed: Finding[] = [];
  for (const visit of queue) {
    const { result, path } = visit;
    const count = visits.get(result) ?? 0;
    if (count === mostVisits) continue;
    visits.set(result, count + 1);
    let isOpen = count === 0;
    for (const difference of result.differences) {
      const finding = toFinding(place, result, difference, path);
      const isProven = difference.kind !== 'break' || proven.has(finding.id);
      const value = isProven ? undefined : lift(difference, visit, place, walk);
      if (isProven) add(finding);
      else if (value === none) {
        isOpen = true;
        const title = `${finding.title}; no whole value shows an effect`;
        failed.push({ ...finding, severity: 'unproven', title });
      } else {
        proven.add(finding.id);
        const provenBy = difference.isRule === true ? 'rule' : 'validation';
        const witness = () => place.show(value, toReason(difference, path), provenBy);
        add({ ...finding, witness });
      }
    }
    for (const { result: part, name } of isOpen ? result.parts : [])
      queue.push({
        ...{ result: part, name, outer: visit },
        path: name === undefined ? path : [...path, name],
      });
  }
  for (const finding of failed) if (!findings.has(finding.id)) add(finding);
  // The default of a parameter is compared with the parameter.
  if (findings.size === 0 && isSame(toDefault(sender), toDefault(receiver)))
    addWhole('note', 'rewritten');
  return [...findings.values()];
}

/** Why a place could not be compared. */
function explainEnd(error: unknown): string {
  if (error instanceof TimeOver) return 'the time is over (--max-time)';
  if (error instanceof RangeError) return 'its schemas are nested too deeply';
  if (error instanceof UndecidedPattern) return error.message;
  throw error;
}

/** Puts a value into whole values of the place, step by step. */
function lift(
  { value: start, isRule, exact }: Difference,
  visit: Visit,
  place: ValuePlace,
  walk: Comparison['walk'],
): Sample {
  let value = start;
  for (let { name, outer } = visit; outer !== undefined; { name, outer } = outer) {
    const { result: container } = outer;
    const { sender, receiver, wire } = container;
    const isProof = (candidate: unknown): boolean => {
      const sent = encode(candidate, wire);
      if (sent === undefined || !accepts(sender.atoms, candidate)) return false;
      return isRule === true || isRefused(receiver.atoms, sent, wire, exact);
    };
    value = (name === undefined ? [value] : [...walk.embed(container, name, value)]).find(isProof);
    if (value === undefined) return none;
  }
  return encode(value, place.wire) === undefined ? none : value;
}

function toDefault({ atoms }: View): unknown {
  const schema = atoms.find((atom) => atom.default !== undefined);
  return schema?.default?.value;
}

/** Keywords of the document whose pointer ends with a name. */
const named = new Set(['required', 'additionalProperties', 'properties']);

function toFinding(
  place: ValuePlace,
  { sender, receiver }: Pair,
  difference: Difference,
  path: readonly string[],
): Finding {
  const { schema, keyword, detail } = difference;
  const { rule, title } = describe(place, difference);
  const holder = keyword.startsWith('property-') ? 'properties' : keyword;
  const isPlaced = !['alternative', 'not-compared', 'rewritten'].includes(keyword);
  const tail = detail !== undefined && named.has(holder) ? toPointer(holder, detail) : `/${holder}`;
  const pointer = schema.pointer + (isPlaced ? tail : '');
  const [side, facingSide] = schema.side === 'old' ? ['old', 'new'] : ['new', 'old'];
  const { atoms } = sender.atoms.includes(schema) ? receiver : sender;
  const facingSchema = atoms.find((atom) => atom.pointer !== '');
  const facing = facingSchema?.pointer;
  return {
    ...{ id: toChangeId(rule, pointer), rule, severity: toSeverity(difference), [side]: pointer },
    ...(facing !== undefined && { [facingSide]: facing }),
    title: `${place.what}${path.length === 0 ? '' : ` ${toPointer(...path)}`} ${title}`,
  };
}

function toSeverity({ kind, keyword, schema }: Difference): Severity {
  if (kind === 'break') return 'breaking';
  // What only the old document describes may be missing from now on, but it may have been missing before.
  const isLost = keyword === 'property-optional' && schema.side === 'old';
  return kind === 'doubt' || isLost ? 'unproven' : 'compatible';
}
