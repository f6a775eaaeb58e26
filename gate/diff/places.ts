import type { Finding } from './change.ts';
import type { Comparison } from './comparison.ts';
import {
  type Difference,
  type PairPart,
  type PairResult,
  toSeverity,
  type ValuePlace,
} from './difference.ts';
import { none, type Sample } from './instances.ts';
import { isSame, toPointer } from './json.ts';
import { describe, toReason } from './phrases.ts';
import { accepts, encode } from './validator.ts';
import type { View } from './views.ts';
import { TimeOver } from './walk.ts';

/** A part of a comparison, and how it was reached. */
interface Visit {
  result: PairResult;
  path: readonly string[];
  part?: PairPart;
  outer?: Visit;
}

/** How often the parts of one pair of schemas are visited, to find a value that reaches the whole. */
const mostVisits = 3;

/** Compares the values of a place. Breaks that are proven at another place need no other witness. */
export function comparePlace(place: ValuePlace, { walk, proven }: Comparison): Finding[] {
  const { sender, receiver } = place;
  if (sender.meaning === receiver.meaning) return [];
  const tellWhole = (kind: 'doubt' | 'note', keyword: string, reason?: string): Finding[] => {
    const [schema] = [...receiver.atoms, ...sender.atoms];
    return schema === undefined ? [] : [toFinding(place, { kind, schema, keyword, reason }, [])];
  };
  let root: PairResult;
  try {
    root = walk(place);
  } catch (error) {
    const isDeep = error instanceof RangeError;
    if (!isDeep && !(error instanceof TimeOver)) throw error;
    const reason = isDeep ? 'its schemas are nested too deeply' : 'the time is over (--max-time)';
    return tellWhole('doubt', 'not-compared', reason);
  }
  const findings = new Map<string, Finding>();
  const add = (finding: Finding): void => {
    const known = findings.get(finding.id)?.severity;
    if (known === undefined || (known !== 'breaking' && finding.severity === 'breaking'))
      findings.set(finding.id, finding);
  };
  const visits = new Map<PairResult, number>();
  const failed: Finding[] = [];
  const queue: Visit[] = [{ result: root, path: [] }];
  for (const visit of queue) {
    const { result, path } = visit;
    const count = visits.get(result) ?? 0;
    if (count === mostVisits) continue;
    visits.set(result, count + 1);
    let isOpen = count === 0;
    for (const each of result.differences) {
      const finding = toFinding(place, each, path);
      const isProven = each.kind !== 'break' || proven.has(finding.id);
      const value = isProven ? undefined : lift(each, visit, place);
      if (isProven) add(finding);
      else if (value === none) {
        isOpen = true;
        const title = `${finding.title}; no whole value shows an effect`;
        failed.push({ ...finding, severity: 'unproven', title });
      } else {
        proven.add(finding.id);
        const provenBy = each.isRule === true ? 'rule' : 'validation';
        const witness = () => place.show(value, toReason(each, path), provenBy);
        add({ ...finding, witness });
      }
    }
    for (const part of isOpen ? result.parts : []) {
      const inner = part.name === undefined ? path : [...path, part.name];
      queue.push({ result: part.result, path: inner, part, outer: visit });
    }
  }
  for (const finding of failed) if (!findings.has(finding.id)) add(finding);
  // The default of a parameter is compared with the parameter.
  if (findings.size === 0 && isSame(toDefault(sender), toDefault(receiver)))
    return tellWhole('note', 'rewritten');
  return [...findings.values()];
}

/** Puts a value into whole values of the place, step by step. */
function lift(
  { value: found, isRule, exact }: Difference,
  visit: Visit,
  place: ValuePlace,
): Sample {
  let value: unknown = found;
  for (let step: Visit | undefined = visit; step?.part !== undefined; step = step.outer) {
    const { whole, embed } = step.part;
    const { sender, receiver, wire } = whole;
    const isProof = (candidate: unknown): boolean => {
      const sent = encode(candidate, wire);
      if (sent === undefined || accepts(sender.atoms, candidate) !== true) return false;
      return isRule === true || accepts(receiver.atoms, sent, wire, exact) === false;
    };
    let lifted: Sample = none;
    for (const candidate of embed(value))
      if (isProof(candidate)) {
        lifted = candidate;
        break;
      }
    if (lifted === none) return none;
    value = lifted;
  }
  return encode(value, place.wire) === undefined ? none : value;
}

function toDefault({ atoms }: View): unknown {
  return atoms.find((atom) => atom.default)?.default?.value;
}

/** Keywords of the document whose pointer ends with a name. */
const named = new Set(['required', 'additionalProperties', 'properties']);

function toFinding(place: ValuePlace, each: Difference, path: readonly string[]): Finding {
  const { schema, keyword, detail, facing } = each;
  const { rule, title } = describe(place, each);
  const own = keyword.startsWith('property-') ? 'properties' : keyword;
  const isPlaced = !['alternative', 'not-compared', 'rewritten'].includes(keyword);
  const tail = detail !== undefined && named.has(own) ? toPointer(own, detail) : `/${own}`;
  const pointer = schema.pointer + (isPlaced ? tail : '');
  const [side, other] = schema.side === 'old' ? ['old', 'new'] : ['new', 'old'];
  return {
    ...{ id: `${rule}:${pointer}`, rule, severity: toSeverity(each), [side]: pointer },
    ...(facing !== undefined && { [other]: facing }),
    title: `${place.what}${path.length === 0 ? '' : ` ${toPointer(...path)}`} ${title}`,
  };
}
